import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { changedTag, newTag } from '#shared/contracts/customers/tags.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { TagColour } from '#shared/rules/tag-colours.ts'
import { sampleTags } from '#shared/texts/site/sample-tags.ts'
import type { Language } from '#shared/words.ts'
import { storableLine } from '#platform/text/storable-text.ts'

export type TagRow = { id: string; name: string; colour: TagColour }

/** `folded` decides whether two names are the same. */
export function tagName(typed: string): { name: string; folded: string } {
  const name = storableLine(typed)
  return { name, folded: fold(name) }
}

/** @throws request.conflict if the name is taken; inbox.tags_full */
export async function makeTag(platform: Platform, caller: Caller, input: z.output<typeof newTag>): Promise<TagRow> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const made = await insertTag(platform, tx, workspaceId, input.name, input.colour)
    if (!made) throw failure('request.conflict')
    return made
  })
}

const maxTags = 500

/** @returns undefined where one has this name @throws inbox.tags_full */
export async function insertTag(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  typed: string,
  colour: TagColour,
): Promise<TagRow | undefined> {
  const { name, folded } = tagName(typed)
  if (!name) throw failure('request.invalid')
  const { rows: held } = await sql<{ count: number; named: boolean }>`select count(*)::int as count,
      coalesce(bool_or(name_folded = ${folded}), false) as named from tags where workspace_id = ${workspaceId}`.execute(
    tx,
  )
  if ((held[0]?.count ?? 0) >= maxTags && !held[0]?.named) throw failure('inbox.tags_full')
  const { rows } = await sql<TagRow>`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
    values (${newId()}, ${workspaceId}, ${name}, ${folded}, ${colour}, ${platform.clock.now()})
    on conflict (workspace_id, name_folded) do nothing returning id, name, colour`.execute(tx)
  return rows[0]
}

/** @throws request.conflict if the name is taken */
export async function changeTag(
  platform: Platform,
  caller: Caller,
  input: { id: string } & z.output<typeof changedTag>,
): Promise<TagRow> {
  const { workspaceId } = caller
  const named = input.name === undefined ? undefined : tagName(input.name)
  if (named?.name === '') throw failure('request.invalid')
  return platform.db.asService(workspaceId, async tx => {
    const taken =
      await sql`select 1 from tags where workspace_id = ${workspaceId} and name_folded = ${named?.folded ?? null}
      and id <> ${input.id}`.execute(tx)
    if (taken.rows.length > 0) throw failure('request.conflict')
    const { rows } = await sql<TagRow>`update tags set name = coalesce(${named?.name ?? null}, name),
        name_folded = coalesce(${named?.folded ?? null}, name_folded), colour = coalesce(${input.colour ?? null}, colour)
      where workspace_id = ${workspaceId} and id = ${input.id} returning id, name, colour`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    return rows[0]
  })
}

/** @throws request.not_found */
export async function removeTag(platform: Platform, caller: Caller, { id }: { id: string }): Promise<{ id: string }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    await sql`update conversations set tag_ids = array_remove(tag_ids, ${id}::uuid)
      where workspace_id = ${workspaceId} and id in (${taggedWith(workspaceId, id)})`.execute(tx)
    const { rows } =
      await sql`delete from tags where workspace_id = ${workspaceId} and id = ${id} returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    return { id }
  })
}

export function taggedWith(workspaceId: string, tagId: string): RawBuilder<unknown> {
  return sql`select id from conversations where workspace_id = ${workspaceId} and tag_ids @> array[${tagId}::uuid]
    order by id for no key update`
}

export async function addSampleTags(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, language }: { workspace_id: string; language: Language },
): Promise<void> {
  for (const { name, colour } of sampleTags[language]) await insertTag(platform, tx, workspaceId, name, colour)
}
