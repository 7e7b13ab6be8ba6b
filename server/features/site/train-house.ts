import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addFile } from '#features/training/sources/add-file.ts'
import { removeSource } from '#features/training/sources/remove-source.ts'
import { putNewVersion } from '#features/training/sources/replace-file.ts'
import { maxFileSize } from '#shared/contracts/training/training.contract.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import { type Guide, readGuide } from './house-guide.ts'

type Known = { id: string; sha256: string | null; status: string }

/** Idempotent: a file is replaced only when its text changed. */
export async function trainHouse(platform: Platform, task: { workspace_id: string }): Promise<void> {
  for (const language of ['vi', 'en'] as const) {
    const guide = await readGuide(platform, language)
    const known = await findSource(platform, task.workspace_id, guide)
    if (known?.sha256 === guide.sha256 && known.status !== 'failed') continue
    await learn(platform, callerOf(task.workspace_id, language), guide, known)
  }
}

async function learn(platform: Platform, caller: Caller, guide: Guide, known: Known | undefined): Promise<void> {
  const id = newId()
  const key = `sources/${caller.workspaceId}/${id}`
  const { size, sha256 } = await platform.files.save(key, Readable.from([guide.bytes]), { maxBytes: maxFileSize })
  const file = { id, key, title: guide.title, type: 'txt' as const, size, sha256 }
  if (known && known.status !== 'failed') {
    const replaced = await putNewVersion(platform, caller, known.id, file)
    if (!replaced.isStored) await platform.files.remove(key)
    return
  }
  if (known) await removeSource(platform, caller, { id: known.id })
  const added = await addFile(platform, caller, file)
  if (added.source.id !== id) await platform.files.remove(key)
}

async function findSource(platform: Platform, workspaceId: string, guide: Guide): Promise<Known | undefined> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<Known>`select s.id, coalesce(r.sha256, s.sha256) as sha256, s.status
      from sources s left join private.replacements r on r.workspace_id = s.workspace_id and r.source_id = s.id
      where s.workspace_id = ${workspaceId} and s.kind = 'file' and s.title = ${guide.title} and s.status <> 'removed'
      order by s.created_at desc limit 1`.execute(tx),
  )
  return rows[0]
}

function callerOf(workspaceId: string, language: Language): Caller {
  return { personId: '', email: '', workspaceId, role: 'admin', claims: { role: 'service_role' }, language }
}
