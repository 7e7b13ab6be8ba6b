import { sql } from 'kysely'
import type { Channel, ChannelKind, HealthReport, PlatformKindName } from '#features/channels/channel.ts'
import { readChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { type HookTrouble, hookTroubles } from '#features/channels/hooks/hook-failures.ts'
import { markChannelLost } from '#features/channels/connections/mark-channel-lost.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, hours, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { ChannelHealth, Finding } from '#shared/contracts/channels/channels.contract.ts'
import { readFlow, type Flow } from './channel-flow.ts'
import { fillGapLater } from '../arrivals/fill-gap.ts'

type Due = { workspace_id: string; channel_id: string }

/** Checks are hourly; a longer gap means we were down, so missed messages are fetched. */
const awayAfter = minutes(90)
const queueStandsAfter = minutes(10)
const hooksFailed = 'channel.hooks_failed'

/** Repairs what it can, stores the findings and notifies of new ones. A dead token stops the channel, a working one restarts it. */
export async function checkChannel(platform: Platform, due: Due): Promise<ChannelHealth | undefined> {
  const { workspace_id: workspaceId, channel_id: channelId } = due
  const channel = await platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, channelId))
  const kind = channel && kindOf(channel.kind)
  if (!channel || !kind || channel.status === 'connecting' || channel.status === 'disconnected') return undefined
  let report = await readHealthReport(platform, kind, channel)
  const repaired = await repairAll(platform, kind, channel, report.findings)
  if (repaired) report = await readHealthReport(platform, kind, channel)
  const account = { ...channel, kind: kind.name }
  return platform.db.asService(workspaceId, tx => write(platform, tx, account, report, repaired))
}

export async function checkChannels(platform: Platform): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<Due>`select workspace_id, id as channel_id from channels
      where kind <> 'website' and status in ('connected', 'paused', 'needs_reconnect') order by id`.execute(tx)
    for (const due of rows) await checkLater(platform, tx, due)
  })
}

async function checkLater(platform: Platform, tx: Tx, due: Due): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'check channel',
    key: `check channel:${due.channel_id}`,
    lane: `check channel ${due.channel_id}`,
    payload: due,
  })
}

/** @throws request.not_found, channel.nothing_to_repair if only connecting it again helps */
export async function repairChannel(
  platform: Platform,
  { workspaceId }: Caller,
  input: { id: string },
): Promise<{ id: string; status: Channel['status']; health: ChannelHealth }> {
  const read = () => platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, input.id))
  const channel = await read()
  if (!channel || !kindOf(channel.kind)) throw failure('request.not_found')
  const health = await checkChannel(platform, { workspace_id: workspaceId, channel_id: input.id })
  const now = await read()
  if (!health || now?.status === 'needs_reconnect') throw failure('channel.nothing_to_repair')
  return { id: input.id, status: now?.status ?? channel.status, health }
}

async function readHealthReport(platform: Platform, kind: ChannelKind, channel: Channel): Promise<HealthReport> {
  try {
    return await kind.checkHealth(platform, channel)
  } catch (error) {
    platform.log.warn({ error, channel: channel.id }, 'A channel could not be checked')
    return {
      token: { state: 'unknown', since: null, expires_at: null },
      subscription: null,
      threadOwner: null,
      findings: [{ code: 'channel.check_failed', level: 'warning', repair: 'wait' }],
    }
  }
}

async function repairAll(
  platform: Platform,
  kind: ChannelKind,
  channel: Channel,
  findings: Finding[],
): Promise<boolean> {
  let repaired = false
  for (const { code, repair } of findings) {
    if (repair !== 'repair') continue
    const helped = await kind.repair(platform, channel, code).catch((error: unknown) => {
      platform.log.warn({ error, channel: channel.id, code }, 'A channel could not be repaired')
      return false
    })
    repaired ||= helped
  }
  return repaired
}

async function write(
  platform: Platform,
  tx: Tx,
  channel: Channel & { kind: PlatformKindName },
  report: HealthReport,
  repaired: boolean,
): Promise<ChannelHealth> {
  const { workspaceId, id } = channel
  const now = platform.clock.now()
  const flow = await readFlow(tx, workspaceId, id, channel.kind, now)
  const { rows } = await sql<{
    health: Partial<ChannelHealth>
    status: Channel['status']
    status_reason: string | null
  }>`
    select health, status, status_reason from channels where workspace_id = ${workspaceId} and id = ${id} for no key update`.execute(
    tx,
  )
  const before = rows[0]
  const troubles = await hookTroubles(platform, tx, channel.kind)
  const internal = internalFindings(flow, before?.status_reason ?? null, before?.status, troubles, now)
  const findings = [...report.findings, ...internal].map(one => ({
    ...one,
    since: before?.health.findings?.find(({ code }) => code === one.code)?.since ?? now.toISOString(),
  }))
  const health = healthOf(report, flow, findings, now)
  await sql`update channels set health = health || ${JSON.stringify(health)}::jsonb where workspace_id = ${workspaceId} and id = ${id}`.execute(
    tx,
  )
  await notifyNew(platform, tx, channel, findings, before?.health.findings ?? [])
  const dead = findings.find(one => one.level === 'error' && one.repair === 'reconnect')
  if (dead) await markChannelLost(platform, tx, channel, dead.code)
  else if (before?.status === 'needs_reconnect' && report.token.state === 'valid')
    await markReconnected(platform, tx, channel)
  const checkedAt = before?.health.checked_at ? new Date(before.health.checked_at) : undefined
  const failedSince = before?.health.findings?.find(({ code }) => code === hooksFailed)?.since
  if (failedSince && !troubles.failed)
    await fillGapLater(platform, tx, channel, after(new Date(failedSince), -hours(1)))
  else if (checkedAt && (repaired || checkedAt < after(now, -awayAfter)))
    await fillGapLater(platform, tx, channel, after(checkedAt, -hours(1)))
  return health
}

function healthOf(report: HealthReport, flow: Flow, findings: Finding[], now: Date): ChannelHealth {
  return {
    checked_at: now.toISOString(),
    last_event_at: flow.last_event_at?.toISOString() ?? null,
    last_reply_at: flow.last_reply_at?.toISOString() ?? null,
    token: report.token,
    subscription: report.subscription,
    thread_owner: report.threadOwner,
    queue: { waiting: flow.waiting, held: flow.held, oldest_at: flow.oldest_at?.toISOString() ?? null },
    window: { open: flow.window_open, held: flow.window_held },
    findings,
  }
}

function internalFindings(
  flow: Flow,
  reason: string | null,
  status: Channel['status'] | undefined,
  { failed, refused }: Partial<Record<HookTrouble, Date>>,
  now: Date,
): Finding[] {
  const stands = flow.oldest_at !== null && flow.oldest_at < after(now, -queueStandsAfter)
  return [
    ...(status === 'paused' && reason ? [{ code: reason, level: 'error' as const, repair: 'wait' as const }] : []),
    ...(stands && status === 'connected'
      ? [{ code: 'channel.queue_stands', level: 'warning' as const, repair: 'wait' as const }]
      : []),
    ...(failed ? [{ code: hooksFailed, level: 'error' as const, repair: 'wait' as const }] : []),
    ...(refused ? [{ code: 'channel.hooks_refused', level: 'warning' as const, repair: 'platform' as const }] : []),
  ]
}

async function notifyNew(
  platform: Platform,
  tx: Tx,
  channel: Channel,
  now: Finding[],
  before: Finding[],
): Promise<void> {
  const known = new Set(before.map(one => one.code))
  const fresh = now.filter(one => one.level !== 'info' && !known.has(one.code)).map(one => one.code)
  if (fresh.length === 0) return
  await platform.jobs.emit(tx, 'channel.endangered', {
    workspace_id: channel.workspaceId,
    channel_id: channel.id,
    kind: channel.kind,
    findings: fresh,
  })
}

async function markReconnected(platform: Platform, tx: Tx, channel: Channel): Promise<void> {
  await sql`update channels set status = 'connected', status_reason = null where workspace_id = ${channel.workspaceId} and id = ${channel.id}`.execute(
    tx,
  )
  await platform.jobs.emit(tx, 'channel.connected', {
    workspace_id: channel.workspaceId,
    channel_id: channel.id,
    kind: channel.kind,
  })
}
