import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Turn } from '../understanding/read-turn.ts'

export type Due = { workspace_id: string; conversation_id: string }

/** @param pauses the bot stays silent until somebody turns it back on */
export async function handOver(platform: Platform, tx: Tx, due: Due, pauses: boolean): Promise<void> {
  if (pauses) {
    await sql`update conversations set bot_status = 'off', bot_off_by = 'hand_over', bot_off_until = null
      where workspace_id = ${due.workspace_id} and id = ${due.conversation_id}`.execute(tx)
    await platform.jobs.emit(tx, 'bot.paused', { ...due, by: 'hand_over' })
  }
  await callPerson(platform, tx, due, 'asked')
}

export async function leaveToPeople(platform: Platform, tx: Tx, due: Due, { silent }: Turn): Promise<void> {
  if (silent === 'window_closed') await callPerson(platform, tx, due, 'window_closed')
  else await markWaiting(platform, tx, due)
}

export async function callPerson(platform: Platform, tx: Tx, due: Due, reason: string): Promise<void> {
  await markWaiting(platform, tx, due)
  await platform.jobs.emit(tx, 'person.wanted', { ...due, reason })
}

async function markWaiting(platform: Platform, tx: Tx, due: Due): Promise<void> {
  await sql`update conversations set waiting_since = coalesce(waiting_since, ${platform.clock.now()})
    where workspace_id = ${due.workspace_id} and id = ${due.conversation_id}`.execute(tx)
}
