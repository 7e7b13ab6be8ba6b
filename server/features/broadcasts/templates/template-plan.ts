import { type RawBuilder, sql } from 'kysely'
import type { SentTemplate } from '#features/channels/sending/sending.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { TemplateState, TemplateTag } from '#shared/contracts/campaigns/templates.contract.ts'
import type { PlaceValues } from '#shared/rules/campaigns/campaign-text.ts'
import type { SendQuestion } from '#shared/rules/campaigns/send-question.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import {
  filledBody,
  fillTemplate,
  type TemplateParam,
  type TemplateValues,
  wrongValue,
} from '#shared/rules/campaigns/template-values.ts'
import { campaignTexts } from '#shared/texts/campaigns/campaign-texts.ts'
import type { Language } from '#shared/words.ts'

export type TemplateRow = {
  id: string
  channel_id: string
  kind: 'facebook' | 'zalo'
  external_id: string
  name: string
  language: string | null
  state: TemplateState
  tag: TemplateTag | null
  body: string | null
  params: TemplateParam[]
  described_at: string | null
  price_uid: number | null
  price_phone: number | null
  quota_from: string | null
}

export type PlannedTemplate = { row: TemplateRow; values: TemplateValues }

const named = (workspaceId: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(select to_jsonb(t) || jsonb_build_object('kind', h.kind) from templates t
    join channels h on h.workspace_id = t.workspace_id and h.id = t.channel_id
    where t.workspace_id = ${workspaceId} and t.id = ${id}) as template`

export const templateColumn = named(
  sql`broadcasts.workspace_id`,
  sql`(broadcasts.content -> 'template' ->> 'id')::uuid`,
)

/** undefined: gone, for instance with its channel */
export async function readTemplate(tx: Tx, workspaceId: string, id: string): Promise<TemplateRow | undefined> {
  const { rows } = await sql<{
    template: TemplateRow | null
  }>`select ${named(sql`${workspaceId}`, sql`${id}`)}`.execute(tx)
  return rows[0]?.template ?? undefined
}

export const templateRoutes: Record<TemplateRow['kind'], readonly RouteName[]> = {
  facebook: ['facebook.utility'],
  zalo: ['zalo.template_uid', 'zalo.template_phone'],
}
export const isTemplateRoute = (route: RouteName): boolean =>
  route === 'facebook.utility' || route.startsWith('zalo.template')

/** @throws template.not_approved, template.value_invalid with the place */
export function refuseTemplate(
  { row, values }: PlannedTemplate,
  places: readonly string[],
  field = 'content.template',
): void {
  if (row.state !== 'approved' || !row.described_at) throw failure('template.not_approved', { field })
  const wrong = wrongValue(row.params, values, places)
  if (wrong) throw failure('template.value_invalid', { field: `${field}.values.${wrong.name}`, why: wrong.why })
}

/** null: it belongs to another account */
export function templateFacts(planned: PlannedTemplate | undefined, channelId: string): SendQuestion['template'] {
  if (!planned || planned.row.channel_id !== channelId) return null
  const { state, tag, price_uid: uid, price_phone: phone, quota_from: from } = planned.row
  return {
    ...{ state, tag, priceUid: uid ?? undefined, pricePhone: phone ?? undefined },
    quotaFrom: from === null ? null : new Date(from),
  }
}

/** null: no account sends it to numbers */
export function numbersOn(planned: PlannedTemplate | undefined): string | null {
  return planned?.row.kind === 'zalo' ? planned.row.channel_id : null
}

/** undefined: a place cannot be filled for this customer */
export function writeTemplate(
  { row, values }: PlannedTemplate,
  known: PlaceValues,
  language: Language,
): { text: string; template: SentTemplate } | undefined {
  const filled = fillTemplate(row.params, values, known)
  if (!filled) return undefined
  const template = { externalId: row.external_id, name: row.name, language: row.language, values: filled }
  if (row.body !== null) return { text: filledBody(row.body, filled), template }
  // Zalo reports a template's places, but not the text around them.
  const lines = row.params.flatMap(({ name }) => (filled[name] === undefined ? [] : [`${name}: ${filled[name]}`]))
  const title = campaignTexts(language).template.replaceAll('{name}', () => row.name)
  return { text: [title, ...lines].join('\n'), template }
}
