import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { closeWorkspace } from '../close-workspace.ts'
import { forgetPerson } from '../forget-person.ts'
import { type Deletion, saveDeletion } from './deletion.ts'

/**
 * In a backup that is older than the deletion. May run twice. Nobody is mailed again.
 * Returns shops in which nobody is left: whoever has them now joined after the backup.
 */
export async function deleteAgain(platform: Platform, one: Deletion): Promise<{ id: string; name: string }[]> {
  const { kind, id } = one
  const at = new Date(one.at)
  if (kind === 'workspace') {
    await platform.db.asService(id, async tx => {
      await saveDeletion(tx, { kind, id, at })
      await closeWorkspace(platform, tx, id, { personId: null, again: at })
    })
    return []
  }
  await platform.db.asService(null, async tx => {
    await saveDeletion(tx, { kind, id, at })
    await sql`update people set is_operator = false where id = ${id}`.execute(tx)
    await platform.jobs.emit(tx, 'account.closed', { person_id: id })
  })
  return forgetPerson(platform, { person_id: id }, { emptied: 'stay' })
}
