import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notify } from './notify.ts'
import { readTalk } from './notify-conversations.ts'

/** Mentioning oneself is a reminder, not news. */
export async function notifyMentioned(
  platform: Platform,
  tx: Tx,
  {
    workspace_id: workspaceId,
    conversation_id: id,
    note_id,
    person_id: personId,
    by,
  }: EventCatalogue['member.mentioned'],
): Promise<void> {
  if (personId === by) return
  const talk = await readTalk(platform, tx, workspaceId, id)
  if (!talk) return
  const { rows } = await sql<{ full_name: string }>`select full_name from people where id = ${by}`.execute(tx)
  await notify(
    platform,
    tx,
    { personId },
    {
      workspaceId,
      kind: 'conversation_assigned',
      matter: `mentioned ${note_id}`,
      data: {
        what: 'mentioned',
        name: talk.name,
        by: rows[0]?.full_name ?? '',
        workspace: talk.workspace,
        conversation_id: id,
      },
    },
  )
}
