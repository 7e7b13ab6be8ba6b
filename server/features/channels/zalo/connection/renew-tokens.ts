import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../../channel.ts'
import { channelsOfKind, readChannel } from '../../channel-row.ts'
import { markChannelLost } from '../../connections/mark-channel-lost.ts'
import { exchange } from './token-address.ts'
import { savePair, readPair, type TokenPair } from './token-pair.ts'

export type Renewed =
  | { is: 'pair'; pair: TokenPair }
  | { is: 'dead'; code: string; detail: string }
  | { is: 'passing'; detail: string }

/** Longer than a call can take, so that nobody else uses the same refresh token. */
const leaseMs = seconds(45)
const pollMs = 100
const patienceMs = 6500

/** One caller holds the lease, others wait for its result. A crash before storing loses the grant. `failing`: the old access token. */
export async function renewTokens(platform: Platform, channel: Channel, failing: string): Promise<Renewed> {
  const until = after(platform.clock.now(), patienceMs)
  for (;;) {
    const claim = await claimRenewal(platform, channel, failing)
    if (claim.is === 'claimed') return renew(platform, channel, claim.pair, claim.id)
    if (claim.is !== 'busy') return claim
    if (platform.clock.now() > until) return { is: 'passing', detail: 'tokens are being renewed' }
    await sleep(pollMs)
  }
}

type Claim = Renewed | { is: 'claimed'; id: string; pair: TokenPair } | { is: 'busy' }

async function claimRenewal(platform: Platform, channel: Channel, failing: string): Promise<Claim> {
  const { workspaceId } = channel
  const now = platform.clock.now()
  const id = newId()
  return platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`insert into private.zalo_renewals as r (workspace_id, channel_id, renewal_id, lease_until)
      values (${workspaceId}, ${channel.id}, ${id}, ${after(now, leaseMs)})
      on conflict (workspace_id, channel_id) do update set renewal_id = ${id}, lease_until = ${after(now, leaseMs)}
        where r.lease_until is null or r.lease_until <= ${now}
      returning 1`.execute(tx)
    // Read while holding the lease: the previous holder has stored its pair.
    const pair = await readPair(platform, tx, channel)
    const free = async <T>(answer: T): Promise<T> => {
      if (rows.length > 0) await freeLease(tx, channel, id)
      return answer
    }
    if (!pair) return free({ is: 'dead', code: 'zalo.no_tokens', detail: '' } as const)
    if (pair.access !== failing) return free({ is: 'pair', pair } as const)
    if (pair.refresh === '') return free({ is: 'dead', code: 'zalo.token_dead', detail: 'no refresh token' } as const)
    return rows.length > 0 ? { is: 'claimed', id, pair } : { is: 'busy' }
  })
}

async function renew(platform: Platform, channel: Channel, old: TokenPair, id: string): Promise<Renewed> {
  const result = await exchange(platform, { grant_type: 'refresh_token', refresh_token: old.refresh })
  return platform.db.asService(channel.workspaceId, async tx => {
    await freeLease(tx, channel, id)
    if (result.is === 'passing') return result
    if (result.is === 'refused') return judgeRefusal(result.error, result.name)
    // Somebody may have just signed in: that pair is newer.
    const stored = await readPair(platform, tx, channel)
    if (stored?.refresh !== old.refresh)
      return stored ? { is: 'pair', pair: stored } : { is: 'dead', code: 'zalo.no_tokens', detail: '' }
    await savePair(platform, tx, channel, result.pair)
    return { is: 'pair', pair: result.pair }
  })
}

function judgeRefusal(error: number, name: string): Renewed {
  const detail = `${error === 0 ? '' : error} ${name}`.trim()
  return { is: 'dead', code: error === -14_002 ? 'zalo.wrong_app' : 'zalo.refresh_refused', detail }
}

async function freeLease(tx: Parameters<typeof readPair>[1], channel: Channel, id: string): Promise<void> {
  await sql`update private.zalo_renewals set renewal_id = null, lease_until = null
    where workspace_id = ${channel.workspaceId} and channel_id = ${channel.id} and renewal_id = ${id}`.execute(tx)
}

/** A token lives 25 hours. */
const renewAfterMs = hours(11)

export async function renewDue(platform: Platform): Promise<void> {
  await platform.db.asService(null, async tx => {
    for (const channel of await channelsOfKind(tx, 'zalo')) {
      if (channel.status === 'needs_reconnect') continue
      await platform.jobs.enqueue(tx, jobOf(channel))
    }
  })
}

function jobOf(channel: Channel, runAt?: Date) {
  return {
    kind: 'renew zalo tokens',
    key: `renew zalo tokens:${channel.id}`,
    lane: `zalo tokens ${channel.id}`,
    payload: { workspace_id: channel.workspaceId, channel_id: channel.id },
    ...(runAt ? { runAt } : {}),
  }
}

type ChannelWork = { workspace_id: string; channel_id: string }

/** Idempotent: young pairs are left alone. */
export async function renewInTime(platform: Platform, work: ChannelWork): Promise<void> {
  const { channel, pair } = await platform.db.asService(work.workspace_id, async tx => {
    const found = await readChannel(tx, work.workspace_id, work.channel_id)
    return { channel: found, pair: found && (await readPair(platform, tx, found)) }
  })
  const isLive = channel?.status === 'connected' || channel?.status === 'paused'
  if (!channel || !isLive || !pair || pair.refresh === '') return
  if (new Date(pair.renewedAt) > after(platform.clock.now(), -renewAfterMs)) return
  const renewed = await renewTokens(platform, channel, pair.access)
  if (renewed.is === 'pair') return
  platform.log.warn({ channel: channel.id, outcome: renewed.is, detail: renewed.detail }, 'Zalo gave no new tokens')
  await platform.db.asService(channel.workspaceId, async tx => {
    if (renewed.is === 'dead') await markChannelLost(platform, tx, channel, renewed.code)
    else await platform.jobs.enqueue(tx, jobOf(channel, after(platform.clock.now(), minutes(10))))
  })
}
