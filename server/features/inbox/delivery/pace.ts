import { sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { Failure } from '#platform/errors.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import type { Platform } from '#platform/platform.ts'
import { campaignShare, paceOf } from './pace-of.ts'
import type { Head } from './head-message.ts'

const filesPerSecond = 8
const maxFailures = 5
const probeEvery = seconds(30)
const slowFor = minutes(10)

/** Per process, so that a slow platform leaves room for others. */
const maxAtOnce = { channel: 4, all: 10 }
const onTheirWay = new WeakMap<Platform, Set<Head>>()

/** @returns until when to wait; undefined: go */
export async function waitForPace(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  head: Head,
): Promise<Date | undefined> {
  const now = platform.clock.now()
  if (head.wait_until && head.wait_until > now) return head.wait_until
  if (isCrowded(platform, head)) return after(now, seconds(head.origin ? 1 : 0.25))
  try {
    draw(platform, head)
  } catch (error) {
    if (error instanceof Failure) return after(now, seconds(head.origin ? 1 : 0.1))
    throw error
  }
  if (head.failures < maxFailures && head.restricted_minutes === 0) return undefined
  // This send probes for the whole account.
  const { rows } = await sql`update private.channel_pace set wait_until = ${after(now, probeEvery)}
    where workspace_id = ${workspaceId} and channel_id = ${head.channel_id} and (wait_until is null or wait_until <= ${now}) returning channel_id`.execute(
    tx,
  )
  return rows.length > 0 ? undefined : after(now, probeEvery)
}

function isCrowded(platform: Platform, head: Head): boolean {
  const running = onTheirWay.get(platform) ?? new Set<Head>()
  const isFull = (ones: Head[], share: number) =>
    ones.length >= maxAtOnce.all * share ||
    ones.filter(one => one.channel_id === head.channel_id).length >= maxAtOnce.channel * share
  const all = [...running]
  if (isFull(all, 1)) return true
  return (
    head.origin !== null &&
    isFull(
      all.filter(one => one.origin !== null),
      campaignShare,
    )
  )
}

/** @throws request.too_many */
function draw(platform: Platform, head: Head): void {
  const pace = paceOf(platform.config, head.kind, head.requests_per_minute)
  const max = Math.min(pace.max, head.rate ? (head.rate * pace.windowMs) / 1000 : pace.max)
  // Rounding: fractions in milliseconds never add up to whole sends.
  const slowed = { ...pace, max, burst: Math.max(1, Math.min(pace.burst, max)) + 0.01 }
  // Zalo uploads a file before naming it in a message; Messenger sends text and picture apart.
  const isTwo = head.attachments.length > 0 && (head.kind === 'zalo' || head.text !== '')
  const requests = isTwo ? 2 : 1
  if (head.origin)
    drawInMemory(platform, `campaigns ${head.channel_id}`, {
      ...slowed,
      max: max * campaignShare,
      burst: Math.max(1.01, slowed.burst * campaignShare),
    })
  drawInMemory(platform, `send ${head.channel_id}`, slowed, requests)
  if (head.attachments.length > 0)
    drawInMemory(platform, `send media ${head.channel_id}`, { max: filesPerSecond, windowMs: seconds(1) })
}

export async function counted<T>(platform: Platform, head: Head, send: () => Promise<T>): Promise<T> {
  const running = onTheirWay.get(platform) ?? new Set<Head>()
  onTheirWay.set(platform, running)
  running.add(head)
  try {
    return await send()
  } finally {
    running.delete(head)
  }
}

export async function allIsWell(tx: Tx, workspaceId: string, head: Head): Promise<void> {
  if (head.failures === 0 && head.restricted_minutes === 0 && !head.wait_until && head.channel_status === 'connected')
    return
  await sql`update private.channel_pace set failures = 0, wait_until = null, restricted_minutes = 0
    where workspace_id = ${workspaceId} and channel_id = ${head.channel_id}`.execute(tx)
  await sql`update channels set status = 'connected', status_reason = null
    where workspace_id = ${workspaceId} and id = ${head.channel_id} and status = 'paused'`.execute(tx)
}

/** A transient failure; from five in a row on, one probe in 30 seconds. */
export async function countFailure(platform: Platform, tx: Tx, workspaceId: string, channelId: string): Promise<void> {
  const until = after(platform.clock.now(), probeEvery)
  await sql`insert into private.channel_pace as p (workspace_id, channel_id, failures) values (${workspaceId}, ${channelId}, 1)
    on conflict (workspace_id, channel_id) do update set failures = p.failures + 1,
      wait_until = case when p.failures + 1 >= ${maxFailures} then ${until}::timestamptz else p.wait_until end`.execute(
    tx,
  )
}

export async function slowDown(platform: Platform, tx: Tx, workspaceId: string, head: Head, until: Date) {
  const { max, windowMs } = paceOf(platform.config, head.kind, head.requests_per_minute)
  const slower = Math.max(1, Math.floor((head.rate ?? (max * 1000) / windowMs) / 2))
  const { channel_id: channelId } = head
  await sql`insert into private.channel_pace (workspace_id, channel_id, wait_until, rate, rate_until)
    values (${workspaceId}, ${channelId}, ${until}, ${slower}, ${after(platform.clock.now(), slowFor)})
    on conflict (workspace_id, channel_id) do update set wait_until = excluded.wait_until, rate = excluded.rate, rate_until = excluded.rate_until`.execute(
    tx,
  )
}

/** The platform restricted the account: 30 minutes, doubling to four hours. */
export async function pauseChannel(platform: Platform, tx: Tx, workspaceId: string, head: Head, code: string) {
  const restricted = Math.min(240, head.restricted_minutes > 0 ? head.restricted_minutes * 2 : 30)
  const until = after(platform.clock.now(), minutes(restricted))
  const { channel_id: channelId, kind } = head
  await sql`insert into private.channel_pace (workspace_id, channel_id, wait_until, restricted_minutes) values (${workspaceId}, ${channelId}, ${until}, ${restricted})
    on conflict (workspace_id, channel_id) do update set wait_until = excluded.wait_until, restricted_minutes = excluded.restricted_minutes`.execute(
    tx,
  )
  const { rows } = await sql`update channels set status = 'paused', status_reason = ${code}
    where workspace_id = ${workspaceId} and id = ${channelId} and status in ('connected', 'paused') returning id`.execute(
    tx,
  )
  if (rows.length > 0)
    await platform.jobs.emit(tx, 'channel.paused', {
      workspace_id: workspaceId,
      channel_id: channelId,
      kind,
      reason: code,
      until: until.toISOString(),
    })
}
