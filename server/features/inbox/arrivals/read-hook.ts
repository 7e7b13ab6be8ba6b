import { sql } from 'kysely'
import { giveWayToHooks, readingLane } from '#features/channels/hooks/accept-hook.ts'
import type { ChannelEvent } from '#features/channels/channel-events.ts'
import { findChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import { after, seconds } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { applyEvent } from './apply-event.ts'

type Hook = { id: number; kind: string; account_id: string; thread: string; raw: string; received_at: Date }

const recheckAfter = seconds(1)

/** One transaction for the effect and the read mark, so that a second run or delivery changes nothing. */
export async function readHook(platform: Platform, { hook: id }: { hook: number }): Promise<void> {
  await giveWayToHooks()
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<Hook>`select id, kind, account_id, thread, raw, received_at from private.hook_events
      where id = ${id} and status = 'received' for no key update`.execute(tx)
    const hook = rows[0]
    if (!hook) return
    const events = readEvents(platform, hook)
    const channel = events.length > 0 ? await findChannel(tx, hook.kind, hook.account_id) : undefined
    if (!channel) return mark(platform, tx, id, 'ignored', events.length > 0 ? 'unknown account' : 'nothing to us')
    for (const event of events) {
      const applied = await applyEvent({ platform, tx, channel, event, receivedAt: hook.received_at })
      if (applied === 'later') return readAgain(platform, tx, hook)
    }
    mark(platform, tx, id, 'done')
    if (events.some(({ kind }) => kind === 'subscription')) forgetWords(tx, id)
  })
}

function readEvents(platform: Platform, hook: Hook): ChannelEvent[] {
  if (hook.raw === '') return []
  try {
    return kindOf(hook.kind)?.read(platform.config, { accountId: hook.account_id, raw: hook.raw }) ?? []
  } catch (error) {
    platform.log.error({ error, hook: hook.id, kind: hook.kind }, 'An event could not be read')
    return []
  }
}

function mark(platform: Platform, tx: Tx, id: number, status: 'done' | 'ignored', reason?: string): void {
  atCommit(
    tx,
    sql`update private.hook_events set status = ${status}, reason = ${reason ?? null}, done_at = ${platform.clock.now()} where id = ${id}`,
  )
}

function forgetWords(tx: Tx, id: number): void {
  atCommit(tx, sql`update private.hook_events set raw = '' where id = ${id}`)
}

/** Requeued behind later events: an echo waiting for its send must not hold customers up. */
async function readAgain(platform: Platform, tx: Tx, hook: Hook): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'read hook',
    lane: readingLane(hook.kind, hook.account_id, hook.thread),
    payload: { hook: hook.id },
    runAt: after(platform.clock.now(), recheckAfter),
  })
}
