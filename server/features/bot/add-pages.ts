import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Citation } from './answer-message.ts'

export type PlacedCitation = Citation & { page: number | null }

type Pages = { source_id: string; pages: { number: number; start: number }[] }

/** Says on which page of its file each quote stands; null where the source has no pages. */
export async function addPages(tx: Tx, workspaceId: string, citations: Citation[]): Promise<PlacedCitation[]> {
  if (citations.length === 0) return []
  const sources = [...new Set(citations.map(citation => citation.source_id))]
  const { rows } = await sql<Pages>`select t.source_id, t.pages from private.source_texts t
    join sources s on s.workspace_id = t.workspace_id and s.id = t.source_id and s.live_version = t.version
    where t.workspace_id = ${workspaceId} and t.source_id = any (${sources}::uuid[])`.execute(tx)
  const pages = new Map(rows.map(row => [row.source_id, row.pages]))
  return citations.map(citation => ({
    ...citation,
    page: pages.get(citation.source_id)?.findLast(page => page.start <= citation.start)?.number ?? null,
  }))
}
