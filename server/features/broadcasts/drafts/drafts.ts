import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { storableText } from '#platform/text/storable-text.ts'
import type { BroadcastContent, broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { Variant } from '#shared/rules/campaigns/ab-result.ts'
import { asLines, buttonsIn, type CampaignButton, isWhole } from '#shared/rules/campaigns/campaign-buttons.ts'
import {
  maxCampaignLength,
  maxMarketingLength,
  soundsPromotional,
  wholeText,
  wrongPlaces,
} from '#shared/rules/campaigns/campaign-text.ts'
import { type Language, languages } from '#shared/words.ts'
import { type Broadcast, contentOf, readBroadcast, templateOf } from '../broadcast-row.ts'
import type { ShopFacts } from '../audience/contact-facts.ts'
import { refuseTemplate } from '../templates/template-plan.ts'
import { decidedAt } from './two-texts.ts'

type Draft = z.output<typeof broadcastDraft>

const freeRoutes = ['website.chat', 'facebook.response', 'zalo.consultation']
const maxDrafts = 200
/** Each broadcast keeps a row per recipient. */
const maxPerYear = 1000

export async function makeBroadcast(platform: Platform, { workspaceId, personId }: Caller, draft: Draft) {
  const now = platform.clock.now()
  const id = newId()
  await platform.db.asService(workspaceId, async tx => {
    await refuseTooMany(tx, workspaceId, now)
    await sql`insert into broadcasts (id, workspace_id, name, routes, created_by, created_at, changed_at)
      values (${id}, ${workspaceId}, '', ${freeRoutes}::text[], ${personId}, ${now}, ${now})`.execute(tx)
    await write(platform, tx, workspaceId, id, draft)
  })
  return { id }
}

/** @throws request.too_many */
export async function refuseTooMany(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const { rows } = await sql<{
    drafts: number
    made: number
  }>`select count(*) filter (where status = 'draft')::int as drafts,
      count(*) filter (where created_at > ${after(now, -days(365))})::int as made
    from broadcasts where workspace_id = ${workspaceId}`.execute(tx)
  const { drafts = 0, made = 0 } = rows[0] ?? {}
  if (drafts >= maxDrafts || made >= maxPerYear) throw failure('request.too_many')
}

/**
 * Invalidates the preview.
 * @throws broadcast.not_draft, request.not_found
 */
export async function changeBroadcast(
  platform: Platform,
  { workspaceId }: Caller,
  { id, ...draft }: Draft & { id: string },
): Promise<{ id: string }> {
  await platform.db.asService(workspaceId, async tx => {
    const { status } = await readBroadcast(tx, workspaceId, id, true)
    if (status !== 'draft') throw failure('broadcast.not_draft')
    await write(platform, tx, workspaceId, id, draft)
  })
  return { id }
}

async function write(platform: Platform, tx: Tx, workspaceId: string, id: string, draft: Draft): Promise<void> {
  const { name, audience, purpose, routes, content } = draft
  const set = [
    ...(name === undefined ? [] : [sql`name = ${storableText(name)}`]),
    ...(audience ? [sql`audience = ${JSON.stringify(audience)}::jsonb`] : []),
    ...(purpose ? [sql`purpose = ${purpose}`] : []),
    ...(routes ? [sql`routes = ${[...new Set(routes)]}::text[]`] : []),
    ...(content ? [sql`content = ${JSON.stringify(cleanContent(content))}::jsonb`] : []),
    ...(draft.on_reply ? [sql`on_reply = ${draft.on_reply}`] : []),
    ...(draft.start_at === undefined ? [] : [sql`start_at = ${timeOf(draft.start_at)}::timestamptz`]),
    ...(draft.deadline === undefined ? [] : [sql`deadline = ${timeOf(draft.deadline)}::timestamptz`]),
    ...(draft.max_each === undefined ? [] : [sql`max_each = ${draft.max_each}`]),
    ...(draft.zalo_paid === undefined ? [] : [sql`zalo_paid = ${draft.zalo_paid}`]),
  ]
  const gone = sql`preview = null, preview_id = null, preview_at = null, changed_at = ${platform.clock.now()}`
  await sql`update broadcasts set ${sql.join([...set, gone])} where workspace_id = ${workspaceId} and id = ${id}`.execute(
    tx,
  )
}

function timeOf(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}

function cleanContent({ texts, fallback, template, b, picture, buttons = [] }: NonNullable<Draft['content']>): object {
  const stored = cleanTexts(texts)
  if (!template)
    return {
      ...{ texts: stored, fallback, b: b && { ...b, texts: cleanTexts(b.texts) }, buttons: buttons.map(cleanButton) },
      ...(picture && { picture: { file: picture.file, name: storableText(picture.name) } }),
    }
  const values = Object.entries(template.values).map(([name, value]) => [name, storableText(value)] as const)
  const filled = values.filter(([, value]) => value !== '')
  return { texts: stored, fallback, template: { id: template.id, values: Object.fromEntries(filled) } }
}

function cleanButton(button: CampaignButton): CampaignButton {
  const cleaned = { ...button, title: cleanTexts(button.title) }
  return cleaned.is === 'link' ? { ...cleaned, url: storableText(cleaned.url) } : cleaned
}

function cleanTexts(texts: BroadcastContent['texts']): Partial<Record<Language, string>> {
  const stored = languages.flatMap(language => {
    const text = storableText(texts[language] ?? '')
    return text ? [[language, text] as const] : []
  })
  return Object.fromEntries(stored)
}

/** @throws broadcast.not_draft, request.not_found */
export async function removeBroadcast(platform: Platform, { workspaceId }: Caller, { id }: { id: string }) {
  await platform.db.asService(workspaceId, async tx => {
    const { status } = await readBroadcast(tx, workspaceId, id, true)
    if (status !== 'draft') throw failure('broadcast.not_draft')
    await sql`delete from broadcasts where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  })
  return {}
}

type Written = { language: Language; text: string; place: string }

/** @throws broadcast.empty */
function writtenIn(broadcast: Broadcast): Written[] {
  const all = (variant: Variant, place: string): Written[] => {
    const { texts } = contentOf(broadcast, variant)
    return languages.flatMap(language => {
      const text = texts[language]
      return text ? [{ language, text, place: `${place}.${language}` }] : []
    })
  }
  const first = all('a', 'content.texts')
  if (first.length === 0) throw failure('broadcast.empty', { field: 'content' })
  if (!broadcast.content.b) return first
  const second = all('b', 'content.b.texts')
  if (second.length !== first.length) throw failure('broadcast.empty', { field: 'content.b' })
  return [...first, ...second]
}

/** @throws broadcast.empty, .too_long, .place_unknown, .time_past, .purpose_doubtful, template.not_approved, .value_invalid */
export function refuseUnready(broadcast: Broadcast, shop: ShopFacts, now: Date, confirmed: boolean): void {
  const { purpose, name, routes, start_at: startAt, deadline } = broadcast
  const planned = templateOf(broadcast)
  const places = shop.fields.map(one => one.place)
  if (planned) refuseTemplate(planned, places)
  const written = planned ? [] : writtenIn(broadcast)
  if (!name) throw failure('broadcast.empty', { field: 'name' })
  if (routes.length === 0) throw failure('broadcast.empty', { field: 'routes' })
  const { buttons = [] } = broadcast.content
  const languagesOf = [...new Set(written.map(({ language }) => language))]
  const wrong = planned ? -1 : buttons.findIndex(button => !isWhole(button, buttons, languagesOf))
  if (wrong >= 0) throw failure('broadcast.button_wrong', { field: 'content.buttons', place: wrong + 1 })
  // Meta's marketing messages are shorter, and are never cut.
  const maxLength = routes.includes('facebook.marketing') ? maxMarketingLength : maxCampaignLength
  for (const { language, text, place: field } of written) {
    const [place] = wrongPlaces(text, places)
    if (place !== undefined) throw failure('broadcast.place_unknown', { field, place })
    const { length } = [
      ...wholeText(`${text}${asLines(buttonsIn(buttons, language))}`, { purpose, shop: shop.sender, language }),
    ]
    if (length > maxLength)
      throw failure(maxLength < maxCampaignLength ? 'broadcast.too_long_paid' : 'broadcast.too_long', { field, length })
  }
  if (startAt && startAt <= now) throw failure('broadcast.time_past', { field: 'start_at' })
  const begins = startAt ?? now
  if (deadline && deadline <= (decidedAt(broadcast, begins) ?? begins))
    throw failure('broadcast.time_past', { field: 'deadline' })
  const advertises = purpose === 'promotion' || confirmed
  const texts = planned
    ? Object.values(planned.values)
    : [
        ...written.map(({ text }) => text),
        ...buttons.flatMap(({ title }) => Object.values(title).filter(words => words !== undefined)),
      ]
  if (!advertises && texts.some(soundsPromotional)) throw failure('broadcast.purpose_doubtful', { field: 'purpose' })
}

/**
 * A button's target must exist: an active sequence or a tag.
 * @throws broadcast.button_wrong
 */
export async function refuseIdleButtons(tx: Tx, { workspace_id: workspaceId, content }: Broadcast): Promise<void> {
  const { buttons = [] } = content
  const named = buttons.flatMap(button => leadsTo(button) ?? [])
  if (content.template || named.length === 0) return
  const { rows } = await sql<{ id: string }>`select id from sequences
      where workspace_id = ${workspaceId} and id = any (${named}::uuid[]) and status = 'active'
    union all select id from tags where workspace_id = ${workspaceId} and id = any (${named}::uuid[])`.execute(tx)
  const place = buttons.findIndex(button => {
    const id = leadsTo(button)
    return id !== undefined && !rows.some(row => row.id === id)
  })
  if (place >= 0) throw failure('broadcast.button_wrong', { field: 'content.buttons', place: place + 1 })
}

/** undefined: has no target in the shop */
function leadsTo(button: CampaignButton): string | undefined {
  if (button.is === 'sequence') return button.sequence_id ?? undefined
  return button.is === 'tag' ? (button.tag_id ?? undefined) : undefined
}
