import { sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { finish } from './change-state.ts'
import { channelNow, type ChannelNow, madeAhead, slotsOn } from './channel-slots.ts'
import { countSometimes } from '../drafts/count-broadcast.ts'
import { feedLater } from './feed-later.ts'
import { yieldToOthers } from './yield-to-others.ts'
import { makeMessage } from './make-message.ts'
import { pause } from './pause.ts'
import { decide } from '../drafts/two-texts.ts'
import { pauseIfFailing } from './pause-if-failing.ts'

type Feeding = { workspace_id: string; broadcast_id: string; channel_id: string }

const maxAsked = 200
const recheckAfter = { replies: seconds(0.5), sending: seconds(2), plan: minutes(5) }

/** Makes a few seconds' worth of messages, none while a reply waits on that channel; repeats until nobody is due. */
export async function feedBroadcast(platform: Platform, feeding: Feeding): Promise<void> {
  const { workspace_id: workspaceId, broadcast_id: id, channel_id: channelId } = feeding
  const place = { workspaceId, id }
  await decide(platform, place)
  const runAt = channelId === '' ? undefined : await feed(platform, feeding)
  await platform.db.asBackground(async tx => {
    await countSometimes(platform, tx, place)
    await pauseIfFailing(platform, tx, place)
    if (runAt) await feedLater(platform, tx, place, { channelId, runAt })
    else await finish(platform, tx, place)
  })
}

/** @returns when to come back; undefined: nothing to do here */
async function feed(platform: Platform, feeding: Feeding): Promise<Date | undefined> {
  const { workspace_id: workspaceId } = feeding
  const now = platform.clock.now()
  const state = await readFeedState(platform, feeding)
  if (!state?.runs) return undefined
  if (state.reply_waits) return after(now, recheckAfter.replies)
  const slots = slotsOn(platform.config, state)
  if (slots <= 0) return after(now, madeAhead)
  let made = 0
  const due = await readDue(platform, feeding)
  for (const { id: recipientId, contact_id: contactId } of due) {
    if (made >= slots) break
    const began = performance.now()
    const became = await makeMessage(platform, { workspaceId, recipientId, contactId })
    if (became === 'no plan') return after(now, recheckAfter.plan)
    if (became === 'no money' || became === 'no template') {
      const why = became === 'no money' ? 'cost_limit' : 'template'
      await platform.db.asService(workspaceId, tx =>
        pause(platform, tx, { workspaceId, id: feeding.broadcast_id }, why),
      )
      return undefined
    }
    if (became === 'made') made++
    await yieldToOthers(platform, began)
  }
  return nextRunAt(platform, feeding, made >= slots || due.length === maxAsked)
}

async function readFeedState(
  platform: Platform,
  feeding: Feeding,
): Promise<(ChannelNow & { runs: boolean }) | undefined> {
  const { workspace_id: workspaceId, broadcast_id: id, channel_id: channelId } = feeding
  const rows = await platform.db.readAsService<ChannelNow & { runs: boolean }>(sql`
    select b.status = 'running' as runs, h.* from broadcasts b
    cross join lateral (${channelNow(workspaceId, channelId, platform.clock.now())}) h
    where b.workspace_id = ${workspaceId} and b.id = ${id}`)
  return rows[0]
}

async function readDue(platform: Platform, feeding: Feeding): Promise<{ id: string; contact_id: string | null }[]> {
  return platform.db.readAsService<{ id: string; contact_id: string | null }>(sql`
    select id, contact_id from private.broadcast_recipients
    where workspace_id = ${feeding.workspace_id} and broadcast_id = ${feeding.broadcast_id} and channel_id = ${feeding.channel_id}
      and state in ('planned', 'waiting') and due_at <= ${platform.clock.now()} order by due_at, id limit ${maxAsked}`)
}

async function nextRunAt(platform: Platform, feeding: Feeding, hasMore: boolean): Promise<Date | undefined> {
  const now = platform.clock.now()
  const theirs = sql`from private.broadcast_recipients where workspace_id = ${feeding.workspace_id}
    and broadcast_id = ${feeding.broadcast_id} and channel_id = ${feeding.channel_id}`
  const [next] = await platform.db.readAsService<{ due: Date | null; sending: boolean }>(sql`
    select (select due_at ${theirs} and state in ('planned', 'waiting') order by due_at limit 1) as due,
      exists (select ${theirs} and state = 'queued') as sending`)
  const soon = after(now, recheckAfter.sending)
  if (hasMore || next?.sending) return soon
  if (!next?.due) return undefined
  return next.due > soon ? next.due : soon
}
