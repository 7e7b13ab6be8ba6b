import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'

export type PlacedCitation = Citation & { page: number | null }

/** Adds each quote's page; null if the source has no pages. */
export function withPages(workspaceId: string, citations: Citation[]): RawBuilder<unknown> {
  if (citations.length === 0) return sql`'[]'::jsonb`
  const page = sql`select (p ->> 'number')::int from private.source_texts t
    join sources s on s.workspace_id = t.workspace_id and s.id = t.source_id and s.live_version = t.version
    cross join lateral jsonb_array_elements(t.pages) with ordinality as e (p, place)
    where t.workspace_id = ${workspaceId} and t.source_id = (c ->> 'source_id')::uuid and (p ->> 'start')::int <= (c ->> 'start')::int
    order by e.place desc limit 1`
  return sql`(select jsonb_agg(c || jsonb_build_object('page', (${page})) order by n)
    from jsonb_array_elements(${JSON.stringify(citations)}::jsonb) with ordinality as cited (c, n))`
}

export async function addPages(tx: Tx, workspaceId: string, citations: Citation[]): Promise<PlacedCitation[]> {
  if (citations.length === 0) return []
  const { rows } = await sql<{
    placed: PlacedCitation[] | null
  }>`select ${withPages(workspaceId, citations)} as placed`.execute(tx)
  return rows[0]?.placed ?? []
}
