import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type changedField,
  type FieldKind,
  maxFields,
  type newField,
} from '#shared/contracts/customers/customer-fields.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { storableLine } from '#platform/text/storable-text.ts'

export type FieldRow = { id: string; name: string; kind: FieldKind; choices: string[] }

const columns = sql`id, name, kind, choices`

export async function listFields(
  platform: Platform,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
): Promise<{ fields: FieldRow[] }> {
  const fields = await platform.db.readAsService(
    sql<FieldRow>`select ${columns} from customer_fields where workspace_id = ${workspaceId} order by created_at, id`,
  )
  return { fields }
}

/** @throws customer.fields_full; request.conflict if the name is taken */
export async function makeField(
  platform: Platform,
  { workspaceId }: Caller,
  input: z.output<typeof newField>,
): Promise<FieldRow> {
  const name = lineOf(input.name)
  const choices = input.kind === 'choice' ? choicesOf(input.choices) : []
  return platform.db.asService(workspaceId, async tx => {
    // Locks the workspace, so that two at once do not exceed the limit.
    await sql`select 1 from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const { rows: held } = await sql<{ count: number }>`select count(*)::int as count from customer_fields
      where workspace_id = ${workspaceId}`.execute(tx)
    if ((held[0]?.count ?? 0) >= maxFields) throw failure('customer.fields_full')
    const { rows } =
      await sql<FieldRow>`insert into customer_fields (id, workspace_id, name, name_folded, kind, choices, created_at)
      values (${newId()}, ${workspaceId}, ${name}, ${fold(name)}, ${input.kind}, ${choices}::text[], ${platform.clock.now()})
      on conflict (workspace_id, name_folded) do nothing returning ${columns}`.execute(tx)
    if (!rows[0]) throw failure('request.conflict')
    return rows[0]
  })
}

/**
 * Customers keep removed choices.
 * @throws request.conflict
 */
export async function changeField(
  platform: Platform,
  { workspaceId }: Caller,
  input: { id: string } & z.output<typeof changedField>,
): Promise<FieldRow> {
  const name = input.name === undefined ? null : lineOf(input.name)
  const folded = name === null ? null : fold(name)
  return platform.db.asService(workspaceId, async tx => {
    const { rows: known } = await sql<FieldRow>`select ${columns} from customer_fields
      where workspace_id = ${workspaceId} and id = ${input.id} for no key update`.execute(tx)
    const [field] = known
    if (!field) throw failure('request.not_found')
    const { rows: taken } = await sql`select 1 from customer_fields where workspace_id = ${workspaceId}
      and name_folded = ${folded} and id <> ${input.id}`.execute(tx)
    if (taken.length > 0) throw failure('request.conflict')
    const choices = field.kind === 'choice' && input.choices ? choicesOf(input.choices) : field.choices
    const { rows } = await sql<FieldRow>`update customer_fields set name = coalesce(${name}, name),
        name_folded = coalesce(${folded}, name_folded), choices = ${choices}::text[]
      where workspace_id = ${workspaceId} and id = ${input.id} returning ${columns}`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    return rows[0]
  })
}

type Gone = { workspace_id: string; field_id: string }

/** @throws request.not_found. A job then clears the values */
export async function removeField(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`delete from customer_fields where workspace_id = ${workspaceId} and id = ${id}
      returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const payload: Gone = { workspace_id: workspaceId, field_id: id }
    await platform.jobs.enqueue(tx, { kind: 'forget field', payload })
    return { id }
  })
}

const atOnce = 1000

export async function forgetField(
  platform: Platform,
  { workspace_id: workspaceId, field_id: id }: Gone,
): Promise<void> {
  for (;;) {
    const emptied = await platform.db.asService(workspaceId, tx =>
      sql`update customers set fields = fields - ${id}::text where workspace_id = ${workspaceId} and id in (
          select id from customers where workspace_id = ${workspaceId} and fields ? ${id}::text order by id limit ${atOnce} for no key update)
        returning 1`.execute(tx),
    )
    if (emptied.rows.length < atOnce) return
  }
}

function lineOf(typed: string): string {
  const line = storableLine(typed)
  if (!line) throw failure('request.invalid')
  return line
}

/** @throws request.invalid if there are none */
function choicesOf(typed: string[]): string[] {
  const choices = [...new Set(typed.map(lineOf))]
  if (choices.length === 0) throw failure('request.invalid', { fields: [{ path: 'choices', problem: 'empty' }] })
  return choices
}
