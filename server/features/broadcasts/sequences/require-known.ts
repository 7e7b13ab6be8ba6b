import { sql } from 'kysely'
import { fieldValue } from '#features/customers/fields/field-value.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { SequenceCondition, SequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { FieldKind } from '#shared/contracts/customers/customer-fields.contract.ts'
import { purposeOfTag } from '#shared/rules/campaigns/sending-routes.ts'
import { placedSteps } from '#shared/rules/campaigns/sequence-rules.ts'
import { highestEstimate } from '../marketing/marketing-facts.ts'
import { readTemplate, refuseTemplate } from '../templates/template-plan.ts'

type Named = { is: 'tag' | 'field' | 'person'; id: string; field: string; value?: unknown }
type Known = { is: string; id: string; kind: FieldKind | null; choices: string[] | null }

/** @throws sequence.step_invalid */
export async function requireKnownSteps(tx: Tx, workspaceId: string, plan: SequencePlan): Promise<void> {
  const named = namedIn(plan)
  const ids = named.map(({ id }) => id)
  const { rows } = await sql<Known>`
    select 'tag' as "is", id, null as kind, null::text[] as choices from tags where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
    union all select 'field', id, kind, choices from customer_fields where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
    union all select 'person', person_id, null, null from members where workspace_id = ${workspaceId} and status = 'active'
      and person_id = any (${ids}::uuid[])`.execute(tx)
  for (const { is, id, field, value } of named) {
    const known = rows.find(row => row.is === is && row.id === id.toLowerCase())
    if (!known) throw failure('sequence.step_invalid', { field, why: 'gone' })
    if (value === undefined || value === null || !known.kind) continue
    if (fieldValue({ kind: known.kind, choices: known.choices ?? [] }, value) === undefined)
      throw failure('sequence.step_invalid', { field, why: 'value' })
  }
}

/** @throws template.not_approved, template.value_invalid, sequence.step_invalid */
export async function requireTemplates(
  tx: Tx,
  workspaceId: string,
  { steps }: SequencePlan,
  places: readonly string[],
): Promise<void> {
  for (const { step, field } of placedSteps(steps)) {
    if (step.is !== 'message' || !step.template) continue
    const { purpose, max_each: maxEach, template } = step
    const at = `${field}.template`
    const row = await readTemplate(tx, workspaceId, template.id)
    if (!row) throw failure('template.not_approved', { field: at })
    refuseTemplate({ row, values: template.values }, places, at)
    const meant = row.kind === 'facebook' ? 'service' : row.tag && purposeOfTag[row.tag]
    if (meant && meant !== purpose) throw failure('sequence.step_invalid', { field: at, why: 'template_purpose' })
    // Customers without an id there cost the price for numbers; if that is higher, they do not get it.
    const price = row.kind === 'facebook' ? 0 : (row.price_uid ?? row.price_phone)
    if (price === null || price > (maxEach ?? 0)) throw failure('sequence.step_invalid', { field: at, why: 'price' })
  }
}

/** @throws sequence.step_invalid */
export async function requireAds(tx: Tx, workspaceId: string, { steps }: SequencePlan): Promise<void> {
  const paid = placedSteps(steps).filter(({ step }) => step.is === 'message' && !step.template && step.marketing)
  if (paid.length === 0) return
  const { rows } = await sql<{ each: number | null }>`select ${highestEstimate(sql`${workspaceId}`)} as each`.execute(
    tx,
  )
  const each = rows[0]?.each ?? null
  for (const { step, field } of paid) {
    if (each === null) throw failure('sequence.step_invalid', { field, why: 'no_ads' })
    if (step.is === 'message' && each > (step.max_each ?? 0))
      throw failure('sequence.step_invalid', { field, why: 'marketing_price' })
  }
}

function namedIn({ trigger, goal, steps }: SequencePlan): Named[] {
  const named: Named[] = []
  const ask = (condition: SequenceCondition, field: string) => {
    if (condition.by === 'tag' && condition.id) named.push({ is: 'tag', id: condition.id, field })
    if (condition.by === 'field' && condition.id)
      named.push({ is: 'field', id: condition.id, field, value: condition.is })
  }
  if (trigger.on === 'tagged' && trigger.tag_id) named.push({ is: 'tag', id: trigger.tag_id, field: 'trigger' })
  if (goal) ask(goal, 'goal')
  for (const { step, field } of placedSteps(steps)) {
    if (step.is === 'tag' && step.tag_id) named.push({ is: 'tag', id: step.tag_id, field })
    if (step.is === 'assign' && step.person_id) named.push({ is: 'person', id: step.person_id, field })
    if (step.is === 'field' && step.field_id) named.push({ is: 'field', id: step.field_id, field, value: step.value })
    if (step.is === 'branch') ask(step.when, `${field}.when`)
  }
  return named
}
