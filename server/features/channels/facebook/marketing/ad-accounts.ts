import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import { forgetSecret, saveSecret } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import type { OfferedPages } from '#shared/contracts/channels/facebook.contract.ts'
import { type Channel, channelSecret } from '../../channel.ts'
import { GraphError, listGraph } from '../graph.ts'
import type { PageGrant } from '../connection/page-grant.ts'
import { facebookMarketing } from './marketing.ts'
import { asId, asNumber, asText } from '../shapes.ts'

export type OfferedAccount = { id: string; name: string; currency: string; active: boolean }

const maxListed = 100

export async function readAdAccounts(platform: Platform, token: string): Promise<OfferedAccount[]> {
  if (!platform.config.FACEBOOK_MARKETING_PERMISSION) return []
  const found: OfferedAccount[] = []
  const query = { fields: 'account_id,name,currency,account_status', limit: '100' }
  try {
    for await (const one of listGraph(platform, { path: 'me/adaccounts', query, token })) {
      const id = asId(one['account_id'])
      if (!id || !/^\d{1,30}$/.test(id)) continue
      const name = (asText(one['name']) ?? id).slice(0, 200)
      found.push({ id, name, currency: asText(one['currency']) ?? '', active: asNumber(one['account_status']) === 1 })
      if (found.length >= maxListed) break
    }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    platform.log.warn({ why: error.message }, 'The ad accounts of a Facebook sign-in could not be read')
  }
  return found
}

/** Disabled with the reason: only accounts in đồng, and Meta accepts nothing from closed ones. */
export function shownAccounts({ adAccounts }: Pick<PageGrant, 'adAccounts'>): OfferedPages['ad_accounts'] {
  return adAccounts.map(({ id, name, currency, active }) => ({
    ...{ id, name },
    reason: currency !== 'VND' ? 'currency' : active ? null : 'inactive',
  }))
}

/** @throws facebook.ad_account_not_offered */
export function requireOffered(grant: Pick<PageGrant, 'adAccounts'>, id: string): void {
  const known = shownAccounts(grant).find(account => account.id === id)
  if (!known || known.reason !== null) throw failure('facebook.ad_account_not_offered')
}

/** null: none pays any more */
export async function linkAdAccount(
  platform: Platform,
  { workspaceId, personId }: Caller,
  channel: Channel,
  grant: PageGrant,
  accountId: string | null,
): Promise<void> {
  const secret = channelSecret(channel, 'ads_token')
  const name = grant.adAccounts.find(one => one.id === accountId)?.name ?? ''
  await platform.db.asService(workspaceId, async tx => {
    await sql`delete from private.ad_accounts where workspace_id = ${workspaceId} and channel_id = ${channel.id}`.execute(
      tx,
    )
    if (accountId === null) await forgetSecret(tx, secret)
    else {
      await saveSecret(platform, tx, secret, grant.token)
      await sql`insert into private.ad_accounts (workspace_id, channel_id, account_id, name, linked_by, linked_at)
        values (${workspaceId}, ${channel.id}, ${accountId}, ${name}, ${personId}, ${platform.clock.now()})`.execute(tx)
    }
    await recordInAuditLog(platform, tx, { workspaceId, personId }, 'channel.ad-account', channel.id, {
      account: accountId,
    })
  })
  if (accountId !== null) await facebookMarketing.readEstimate(platform, channel)
}
