import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addFile } from '#features/training/add-file.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { loadKnowledge } from '#features/training/load-knowledge.ts'
import type { Caller } from '#platform/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { makeOwner } from '#tests/shop-owner.ts'
import type { BusinessSet } from './evaluation-sets.ts'

/** A workspace whose sources went the way of an owner's uploads: stored, read in the child process, split, kept, loaded. */
export async function trainShop(
  platform: Platform & { jobs: { drain(): Promise<unknown> } },
  { docs }: BusinessSet,
): Promise<Knowledge> {
  const owner = await makeOwner(platform)
  const caller: Caller = { ...owner, email: '', role: 'admin', claims: { role: 'authenticated' }, language: 'vi' }
  await platform.db.asService(owner.workspaceId, tx =>
    sql`update usage_counters set hard_limit = 10000 where workspace_id = ${owner.workspaceId} and metric = 'documents'`.execute(
      tx,
    ),
  )
  for (const doc of docs) {
    const content = Buffer.from(doc.text)
    const id = newId()
    const key = `sources/${owner.workspaceId}/${id}`
    const saved = await platform.files.save(key, Readable.from([content]), { maxBytes: content.length })
    await addFile(platform, caller, { id, key, type: 'txt', title: `${doc.title}.txt`, ...saved })
  }
  await platform.jobs.drain()
  const { knowledge } = await loadKnowledge(platform, owner.workspaceId)
  const { rows } = await platform.db.asService(owner.workspaceId, tx =>
    sql<{
      open: number
    }>`select count(*)::int as open from sources where workspace_id = ${owner.workspaceId} and status <> 'processed'`.execute(
      tx,
    ),
  )
  if (rows[0]?.open) throw new Error(`${rows[0].open} of ${docs.length} documents were not processed.`)
  return knowledge
}
