// Puts a text into a workspace's knowledge the way processing a file does, without the file.
import { sql } from 'kysely'
import { bumpKnowledge } from '#features/training/knowledge-version.ts'
import { splitPassages } from '#features/training/split-passages.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** @returns the source's id */
export async function teach(platform: Platform, workspaceId: string, title: string, text: string): Promise<string> {
  const sourceId = newId()
  const now = platform.clock.now()
  const passages = splitPassages({ title, text })
  await platform.db.asService(workspaceId, async tx => {
    await sql`insert into sources (id, workspace_id, kind, title, file_type, status, progress, passages_count, created_at, processed_at)
      values (${sourceId}, ${workspaceId}, 'file', ${title}, 'txt', 'processed', 100, ${passages.length}, ${now}, ${now})`.execute(
      tx,
    )
    await sql`insert into private.source_texts (workspace_id, source_id, version, text) values (${workspaceId}, ${sourceId}, 1, ${text})`.execute(
      tx,
    )
    for (const passage of passages) {
      await sql`insert into passages (id, workspace_id, source_id, version, position, heading, text, "start", "end", live)
        values (${newId()}, ${workspaceId}, ${sourceId}, 1, ${passage.position}, ${passage.heading}, ${passage.text}, ${passage.start}, ${passage.end}, true)`.execute(
        tx,
      )
    }
    await bumpKnowledge(platform, tx, workspaceId)
  })
  return sourceId
}
