import { sql } from 'kysely'
import { makeBroadcast } from '#features/broadcasts/drafts/drafts.ts'
import { makeSequence } from '#features/broadcasts/sequences/edit-sequences.ts'
import { publishSequence } from '#features/broadcasts/sequences/publish.ts'
import { newId } from '#platform/ids.ts'
import type { TestPlatform } from '#server/testing.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { SequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { TestWorkspace } from '#tests/fixtures/workspace.ts'
import {
  afterConfirmed,
  broadcasts,
  byTemplate,
  confirmed,
  numberOf,
  pricedSequence,
  prices,
  secondText,
  sequences,
  twoTexts,
} from './acts.ts'

export async function openAccounts(
  platform: TestPlatform,
  workspace: TestWorkspace,
  channels: Record<'facebook' | 'zalo', { id: string }>,
) {
  const { workspaceId, admin } = workspace
  const templateId = newId()
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, async tx => {
    await sql`insert into private.ad_accounts (workspace_id, channel_id, account_id, name, estimate, linked_by, linked_at)
      values (${workspaceId}, ${channels.facebook.id}, '88', 'Quảng cáo', 300, ${admin.personId}, ${now})`.execute(tx)
    const params = [{ name: 'tin', type: 'text', required: true, min_length: 0, max_length: 100 }]
    await sql`insert into templates (id, workspace_id, channel_id, external_id, name, state, tag, params, price_uid, described_at, read_at)
      values (${templateId}, ${workspaceId}, ${channels.zalo.id}, '701', 'Mẫu', 'approved', 'promotion', ${JSON.stringify(params)}::jsonb,
        ${prices.normal}, ${now}, ${now})`.execute(tx)
  })
  return templateId
}

export async function draftAll(
  platform: TestPlatform,
  { admin }: TestWorkspace,
  templateId: string,
): Promise<string[]> {
  const ids: string[] = []
  for (const [at, purpose] of broadcasts.entries()) {
    const routes = ['website.chat', 'facebook.response', 'facebook.marketing', 'zalo.consultation']
    const b = at === twoTexts ? { texts: { vi: `Tin ${at} ${secondText}` } } : null
    const content = { ...contentOf(at, templateId, `Tin ${at}`), b }
    const draft = broadcastDraft.parse({ name: `Tin ${at}`, purpose, content, routes, max_each: confirmed.broadcast })
    ids[at] = (await makeBroadcast(platform, admin, draft)).id
  }
  for (const at of sequences.keys()) {
    const { id } = await makeSequence(platform, admin, {
      name: `Tin ${numberOf(at, 0)}`,
      plan: planOf(at, templateId, ''),
    })
    await publishSequence(platform, admin, { id, inside: 'finish', ...publishing })
    ids[numberOf(at, 0)] = id
  }
  return ids
}

export async function takeOver(
  platform: TestPlatform,
  { workspaceId }: TestWorkspace,
  { workspaceId: from, templateId: theirs }: { workspaceId: string; templateId: string },
  templateId: string,
): Promise<string[]> {
  const row = (table: string, own: ReturnType<typeof sql>) => sql`insert into ${sql.table(table)}
    select made.* from ${sql.table(table)} o, jsonb_populate_record(o, jsonb_build_object('workspace_id', ${workspaceId}::text) || ${own}) made
    where o.workspace_id = ${from}`
  const named = (column: string) => sql`replace(o.${sql.ref(column)}::text, ${theirs}, ${templateId})::jsonb`
  const id = (of: string) => sql`md5(${workspaceId} || o.${sql.ref(of)}::text)::uuid`
  const { rows } = await platform.db.asService(workspaceId, async tx => {
    await row('broadcasts', sql`jsonb_build_object('id', ${id('id')}, 'content', ${named('content')})`).execute(tx)
    await row('sequences', sql`jsonb_build_object('id', ${id('id')}, 'draft', ${named('draft')})`).execute(tx)
    await row(
      'sequence_versions',
      sql`jsonb_build_object('sequence_id', ${id('sequence_id')}, 'plan', ${named('plan')})`,
    ).execute(tx)
    return sql<{ id: string; name: string }>`select id, name from broadcasts where workspace_id = ${workspaceId}
      union all select id, name from sequences where workspace_id = ${workspaceId}`.execute(tx)
  })
  const ids: string[] = []
  for (const { id: made, name } of rows) ids[Number(name.slice('Tin '.length))] = made
  return ids
}

export const publishing = { confirmed: true, max_each: confirmed.sequence, max_month: confirmed.inMonth }

export function contentOf(which: number, templateId: string, words: string) {
  return byTemplate.includes(which)
    ? { texts: {}, fallback: null, template: { id: templateId, values: { tin: words } } }
    : { texts: { vi: words }, fallback: 'vi' as const }
}

function triggerOf(sequence: number) {
  if (sequence === afterConfirmed.order) return 'order.placed'
  return sequence === afterConfirmed.booking ? 'appointment.made' : 'hand'
}

export function planOf(sequence: number, templateId: string, mark: string): SequencePlan {
  const [first, second] = sequences[sequence] ?? ['care', 'care']
  const stepWith = (message: number, purpose: 'care' | 'promotion' | 'service') => ({
    ...{ id: `s${message}`, is: 'message' as const, purpose },
    ...contentOf(numberOf(sequence, message), templateId, `Tin ${numberOf(sequence, message)}${mark}`),
    ...{ within_hours: 20, otherwise: 'skip' as const },
    max_each: sequence === pricedSequence ? confirmed.sequence : null,
  })
  const wait = { id: 'w', is: 'wait' as const, minutes: 180, at: null, weekdays: [] }
  return {
    trigger: { on: triggerOf(sequence) },
    goal: null,
    again_after_days: null,
    steps: [stepWith(0, first), wait, stepWith(1, second)],
  }
}
