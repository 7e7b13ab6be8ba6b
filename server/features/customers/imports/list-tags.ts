import { sql } from 'kysely'
import { insertTag, tagName } from '#features/inbox/tags/tags.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { maxNewTags } from '#shared/contracts/customers/imports.contract.ts'
import { comesIn, type FilteredLine } from './filter-lines.ts'

export async function recordNewTags(
  tx: Tx,
  workspaceId: string,
  lines: FilteredLine[],
  fresh: Map<string, string>,
): Promise<void> {
  const tagged = lines.filter(line => comesIn(line) && line.person && line.person.tags.length > 0)
  if (tagged.length === 0) return
  const known = await tagsByName(
    tx,
    workspaceId,
    tagged.flatMap(({ person }) => person?.tags ?? []),
  )
  for (const { person, problems } of tagged)
    for (const typed of person?.tags ?? []) {
      const { name, folded } = tagName(typed)
      if (known.has(folded) || fresh.has(folded)) continue
      if (fresh.size < maxNewTags) fresh.set(folded, name)
      else if (!problems.includes('tag_left_out')) problems.push('tag_left_out')
    }
}

/**
 * Returns the ids of new tags.
 * @throws inbox.tags_full
 */
export async function makeTags(platform: Platform, tx: Tx, workspaceId: string, names: string[]): Promise<string[]> {
  const made: string[] = []
  for (const name of names) {
    const tag = await insertTag(platform, tx, workspaceId, name, 'ink')
    if (tag) made.push(tag.id)
  }
  return made
}

/** Starts no sequences: imported people cannot be messaged before they write. */
export async function tagPeople(
  tx: Tx,
  place: { workspaceId: string; by: string; at: Date },
  people: { id: string; tags: string[] }[],
): Promise<void> {
  const { workspaceId, by, at } = place
  const named = people.flatMap(({ id, tags }) => tags.map(tag => ({ id, folded: tagName(tag).folded })))
  if (named.length === 0) return
  await sql`insert into customer_tags (workspace_id, customer_id, tag_id, tagged_by, created_at)
    select ${workspaceId}, p.id, t.id, ${by}, ${at}
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as p (id uuid, folded text)
    join tags t on t.workspace_id = ${workspaceId} and t.name_folded = p.folded
    for key share of t
    on conflict do nothing`.execute(tx)
}

/** Unless used by now. */
export async function dropUnusedTags(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from tags t where t.workspace_id = ${workspaceId} and t.id = any (${ids}::uuid[])
    and not exists (select from customer_tags c where c.workspace_id = t.workspace_id and c.tag_id = t.id)
    and not exists (select from conversation_tags c where c.workspace_id = t.workspace_id and c.tag_id = t.id)
    and not exists (select from segments s where s.workspace_id = t.workspace_id and position(t.id::text in s.definition::text) > 0)
    and not exists (select from broadcasts b where b.workspace_id = t.workspace_id and position(t.id::text in b.content::text) > 0)
    and not exists (select from sequences s where s.workspace_id = t.workspace_id and position(t.id::text in s.draft::text) > 0)
    and not exists (select from sequence_versions s where s.workspace_id = t.workspace_id and position(t.id::text in s.plan::text) > 0)`.execute(
    tx,
  )
}

async function tagsByName(tx: Tx, workspaceId: string, typed: string[]): Promise<Set<string>> {
  const folded = [...new Set(typed.map(one => tagName(one).folded))]
  const { rows } = await sql<{ name_folded: string }>`select name_folded from tags
    where workspace_id = ${workspaceId} and name_folded = any (${folded}::text[])`.execute(tx)
  return new Set(rows.map(row => row.name_folded))
}
