import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addFile } from '#features/training/sources/add-file.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { FakeClock } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { FileType } from '#shared/contracts/training/training.contract.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import type { BusinessSet } from './evaluation-sets.ts'

const maxPolls = 200
const pollMs = 500

export type TrainedShop = { workspaceId: string; knowledge: Knowledge }

export async function trainShop(
  platform: Platform & { clock: FakeClock; jobs: { drain(): Promise<unknown> } },
  { docs, folder }: Pick<BusinessSet, 'docs' | 'folder'>,
): Promise<TrainedShop> {
  const owner = await makeOwner(platform)
  const { workspaceId } = owner
  const caller: Caller = { ...owner, email: '', role: 'admin', claims: { role: 'authenticated' }, language: 'vi' }
  await platform.db.asService(workspaceId, tx =>
    sql`update usage_counters set hard_limit = 10000 where workspace_id = ${workspaceId} and metric = 'documents'`.execute(
      tx,
    ),
  )
  for (const doc of docs) {
    const content = doc.file ? readFileSync(join(folder, doc.file)) : Buffer.from(doc.text)
    const type = typeOf(doc.file)
    const id = newId()
    const key = `sources/${workspaceId}/${id}`
    const saved = await platform.files.save(key, Readable.from([content]), { maxBytes: content.length })
    await addFile(platform, caller, { id, key, type, title: `${doc.title}.${type}`, ...saved })
  }
  // Only a few files are read at a time; the rest come back later, and this clock does not move by itself.
  for (let wait = 0; wait < maxPolls; wait++) {
    await platform.jobs.drain()
    if ((await openSources(platform, workspaceId)).every(({ status }) => status !== 'processing')) break
    platform.clock.advance(pollMs)
  }
  const open = await openSources(platform, workspaceId)
  if (open.length) throw new Error(`${open.length} of ${docs.length} documents were not read: ${JSON.stringify(open)}`)
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  return { workspaceId, knowledge }
}

function typeOf(file: string | undefined): FileType {
  if (file?.endsWith('.docx')) return 'docx'
  return file?.endsWith('.pdf') ? 'pdf' : 'txt'
}

async function openSources(platform: Platform, workspaceId: string): Promise<{ title: string; status: string }[]> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ title: string; status: string }>`select title, status from sources
      where workspace_id = ${workspaceId} and status <> 'processed'`.execute(tx),
  )
  return rows
}
