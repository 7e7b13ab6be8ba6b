import { sql } from 'kysely'
import { z } from 'zod'
import type { Caller } from '#platform/caller.ts'
import { Failure, failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { OfferedPages, PickedPages, pickPagesBody } from '#shared/contracts/facebook.contract.ts'
import { errorText } from '#shared/errors.ts'
import { findChannel } from '../channel-row.ts'
import { connectAccount } from '../connect-account.ts'
import { type KeptPick, type OfferedPage, openPick } from './kept-pick.ts'
import { askedScopes } from './sign-in.ts'
import { subscribe } from './subscription.ts'

export const pickQuery = z.object({ pick: z.string().min(1).max(200) })

/** Every page that Facebook named, greyed with the reason where it cannot be connected. Tokens stay here. */
export async function listPages(platform: Platform, caller: Caller, input: { pick: string }): Promise<OfferedPages> {
  const { pages, scopes, expiresAt } = await openPick(platform, caller, input.pick)
  const shown: OfferedPages['pages'] = []
  for (const page of pages) {
    const reason = await reasonOf(platform, caller, page)
    shown.push({ id: page.id, name: page.name, can_connect: reason === null || reason === 'reconnects', reason })
  }
  return {
    pages: shown,
    // Facebook may not say what was given: then nothing is missing.
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

/**
 * Connects the chosen pages, each for itself: one is connected when Meta brings us its events, and not before.
 * @throws the first page's failure where none could be connected
 */
export async function connectPages(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof pickPagesBody>,
): Promise<PickedPages> {
  const kept = await openPick(platform, caller, input.pick)
  const result: PickedPages = { connected: [], failed: [] }
  let first: Failure | undefined
  for (const pageId of new Set(input.page_ids)) {
    const page = kept.pages.find(({ id }) => id === pageId)
    try {
      if (!page?.mayAnswer) throw failure('facebook.page_not_offered', { page_id: pageId })
      result.connected.push(await connectPage(platform, caller, page, kept))
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
  { workspaceId, personId: by }: Caller,
  page: OfferedPage,
  { facebookPersonId, scopes }: KeptPick,
): Promise<PickedPages['connected'][number]> {
  const account = { workspaceId, kind: 'facebook', accountId: page.id, name: page.name } as const
  const channel = await connectAccount(platform, { ...account, by, secrets: { token: page.token } }, subscribe)
  await platform.db.asService(workspaceId, tx =>
    sql`insert into private.facebook_grants (workspace_id, channel_id, facebook_person_id, scopes, token_since)
      values (${workspaceId}, ${channel.id}, ${facebookPersonId}, ${scopes}::text[], ${platform.clock.now()})
      on conflict (workspace_id, channel_id) do update set facebook_person_id = excluded.facebook_person_id,
        scopes = excluded.scopes, token_since = excluded.token_since`.execute(tx),
  )
  return { id: channel.id, page_id: page.id, name: page.name }
}
