import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { Failure, failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { OfferedPages, PickedPages, pickPagesBody } from '#shared/contracts/channels/facebook.contract.ts'
import { errorText } from '#shared/errors.ts'
import { findChannel } from '../../channel-row.ts'
import { connectAccount } from '../../connections/connect-account.ts'
import { linkAdAccount, requireOffered, shownAccounts } from '../marketing/ad-accounts.ts'
import { type PageGrant, type OfferedPage, openPageGrant } from './page-grant.ts'
import { askedScopes } from './sign-in.ts'
import { subscribe } from './subscription.ts'

/** Disabled with the reason if it cannot be connected. Tokens stay on the server. */
export async function listPages(platform: Platform, caller: Caller, input: { pick: string }): Promise<OfferedPages> {
  const stored = await openPageGrant(platform, caller, input.pick)
  const { pages, scopes, expiresAt } = stored
  const accounts = shownAccounts(stored)
  const mayPay = accounts.some(account => account.reason === null)
  const shown: OfferedPages['pages'] = []
  for (const page of pages) {
    const reason = await reasonOf(platform, caller, page)
    // A connected page can be chosen again to switch its ad account.
    const open = reason === null || reason === 'reconnects' || (reason === 'connected_here' && mayPay)
    shown.push({ id: page.id, name: page.name, can_connect: open, reason })
  }
  return {
    pages: shown,
    ad_accounts: accounts,
    // Facebook may not report scopes: then none counts as missing.
    missing_permissions: scopes.length > 0 ? askedScopes(platform.config).filter(scope => !scopes.includes(scope)) : [],
    expires_at: expiresAt.toISOString(),
  }
}

async function reasonOf(
  platform: Platform,
  { workspaceId }: Caller,
  page: OfferedPage,
): Promise<OfferedPages['pages'][number]['reason']> {
  const holder = await platform.db.asService(workspaceId, tx => findChannel(tx, 'facebook', page.id))
  if (holder && holder.workspaceId !== workspaceId) return 'connected_elsewhere'
  if (!page.mayAnswer) return 'no_messaging_task'
  if (!holder) return null
  return holder.status === 'connected' || holder.status === 'paused' ? 'connected_here' : 'reconnects'
}

/** @throws the first page's failure if none could be connected */
export async function connectPages(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof pickPagesBody>,
): Promise<PickedPages> {
  const stored = await openPageGrant(platform, caller, input.pick)
  const { ad_account_id: adAccountId } = input
  if (adAccountId) requireOffered(stored, adAccountId)
  const result: PickedPages = { connected: [], failed: [] }
  let first: Failure | undefined
  for (const pageId of new Set(input.page_ids)) {
    const page = stored.pages.find(({ id }) => id === pageId)
    try {
      if (!page?.mayAnswer) throw failure('facebook.page_not_offered', { page_id: pageId })
      result.connected.push(await connectPage(platform, caller, page, stored, adAccountId))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      first ??= error
      const message = errorText(error.code, caller.language)
      result.failed.push({ page_id: pageId, name: page?.name ?? pageId, code: error.code, message })
    }
  }
  if (result.connected.length === 0 && first) throw first
  return result
}

async function connectPage(
  platform: Platform,
  caller: Caller,
  page: OfferedPage,
  grant: PageGrant,
  adAccountId: string | null | undefined,
): Promise<PickedPages['connected'][number]> {
  const { facebookPersonId, scopes } = grant

  const { workspaceId, personId: by } = caller
  const account = { workspaceId, kind: 'facebook', accountId: page.id, name: page.name } as const
  const channel = await connectAccount(platform, { ...account, by, secrets: { token: page.token } }, subscribe)
  await platform.db.asService(workspaceId, tx =>
    sql`insert into private.facebook_grants (workspace_id, channel_id, facebook_person_id, scopes, token_since)
      values (${workspaceId}, ${channel.id}, ${facebookPersonId}, ${scopes}::text[], ${platform.clock.now()})
      on conflict (workspace_id, channel_id) do update set facebook_person_id = excluded.facebook_person_id,
        scopes = excluded.scopes, token_since = excluded.token_since`.execute(tx),
  )
  if (adAccountId !== undefined) await linkAdAccount(platform, caller, channel, grant, adAccountId)
  return { id: channel.id, page_id: page.id, name: page.name }
}
