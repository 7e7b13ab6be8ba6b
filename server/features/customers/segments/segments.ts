import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { changedSegment, newSegment, SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { storableLine } from '#platform/text/storable-text.ts'
import { requireKnown } from './read-definition.ts'

export type SegmentRow = {
  id: string
  name: string
  definition: SegmentNode
  count: number | null
  counted_at: Date | null
}

const maxSegments = 100

const columns = sql`id, name, definition, count, counted_at`

export async function listSegments(platform: Platform, { workspaceId }: Caller): Promise<{ segments: SegmentRow[] }> {
  const segments = await platform.db.readAsService(
    sql<SegmentRow>`select ${columns} from segments where workspace_id = ${workspaceId} order by name_folded`,
  )
  return { segments }
}

/** @throws segment.invalid, segment.full; request.conflict where the name is taken */
export async function makeSegment(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: z.output<typeof newSegment>,
): Promise<SegmentRow> {
  const { name, folded } = cleanName(input.name)
  const { definition } = input
  return platform.db.asService(workspaceId, async tx => {
    await requireKnown(tx, workspaceId, definition)
    // Locks the workspace's row: two at once must not both take the last place.
    await sql`select 1 from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const { rows: held } = await sql<{ count: number }>`select count(*)::int as count from segments
      where workspace_id = ${workspaceId}`.execute(tx)
    if ((held[0]?.count ?? 0) >= maxSegments) throw failure('segment.full')
    const { rows } =
      await sql<SegmentRow>`insert into segments (id, workspace_id, name, name_folded, definition, created_by, created_at)
      values (${newId()}, ${workspaceId}, ${name}, ${folded}, ${JSON.stringify(definition)}::jsonb, ${personId}, ${platform.clock.now()})
      on conflict (workspace_id, name_folded) do nothing returning ${columns}`.execute(tx)
    if (!rows[0]) throw failure('request.conflict')
    return rows[0]
  })
}

/**
 * Changed conditions reset the count.
 * @throws as makeSegment; segment.in_use while something confirmed is to be sent to it
 */
export async function changeSegment(
  platform: Platform,
  { workspaceId }: Caller,
  { id, ...input }: { id: string } & z.output<typeof changedSegment>,
): Promise<SegmentRow> {
  const named = input.name === undefined ? undefined : cleanName(input.name)
  const { definition } = input
  return platform.db.asService(workspaceId, async tx => {
    if (definition) await requireKnown(tx, workspaceId, definition)
    const { rows: taken } = await sql`select 1 from segments where workspace_id = ${workspaceId}
      and name_folded = ${named?.folded ?? null} and id <> ${id}`.execute(tx)
    if (taken.length > 0) throw failure('request.conflict')
    const text = definition ? JSON.stringify(definition) : null
    const { rows } = await sql<SegmentRow>`update segments set name = coalesce(${named?.name ?? null}, name),
        name_folded = coalesce(${named?.folded ?? null}, name_folded), definition = coalesce(${text}::jsonb, definition),
        count = case when ${text}::jsonb is null then count end, counted_at = case when ${text}::jsonb is null then counted_at end
      where workspace_id = ${workspaceId} and id = ${id} returning ${columns}`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    if (definition) await platform.jobs.emit(tx, 'segment.changed', { workspace_id: workspaceId, segment_id: id })
    return rows[0]
  })
}

/** @throws segment.in_use while something is still to be sent to it */
export async function removeSegment(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  return platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`delete from segments where workspace_id = ${workspaceId} and id = ${id} returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    await platform.jobs.emit(tx, 'segment.removed', { workspace_id: workspaceId, segment_id: id })
    return { id }
  })
}

function cleanName(typed: string): { name: string; folded: string } {
  const name = storableLine(typed)
  if (!name) throw failure('request.invalid')
  return { name, folded: fold(name) }
}
