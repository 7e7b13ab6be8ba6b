import { sql } from 'kysely'
import type { z } from 'zod'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { broadcastTry } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { Variant } from '#shared/rules/campaigns/ab-result.ts'
import type { Reason } from '#shared/rules/campaigns/send-question.ts'
import { campaignTexts } from '#shared/texts/campaigns/campaign-texts.ts'
import { askRules } from '../audience/ask-rules.ts'
import { type Broadcast, planOf, readBroadcast, templateOf } from '../broadcast-row.ts'
import { type ContactFacts, readFacts, readShop, type ShopFacts } from '../audience/contact-facts.ts'
import { refuseUnready } from './drafts.ts'
import { attachedPicture, refusePicture } from './picture.ts'
import { type PlannedTemplate, writeTemplate } from '../templates/template-plan.ts'

const maxPerDay = 20

/**
 * Ignores consent and frequency limits and counts nowhere.
 * @throws broadcast.not_draft, .test_refused, .test_unwanted, request.too_many, and what keeps a draft from being sent
 */
export async function tryBroadcast(
  platform: Platform,
  caller: Caller,
  { id, contact_ids: contactIds }: { id: string } & z.output<typeof broadcastTry>,
): Promise<{ sent: number }> {
  const { workspaceId } = caller
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const broadcast = await readBroadcast(tx, workspaceId, id)
    if (broadcast.status !== 'draft') throw failure('broadcast.not_draft')
    // Messenger templates cannot be marked as a trial.
    if (broadcast.content.template && broadcast.template?.kind !== 'zalo') throw failure('broadcast.template_untried')
    const shop = await readShop(tx, workspaceId, now)
    refuseUnready({ ...broadcast, start_at: null, deadline: null }, shop, now, true)
    const { rows: known } = await sql<{ contact_id: string }>`select contact_id from private.test_contacts
      where workspace_id = ${workspaceId} and contact_id = any (${contactIds}::uuid[]) order by contact_id`.execute(tx)
    if (known.length < new Set(contactIds).size) throw failure('request.not_found')
    const contacts = known.map(row => row.contact_id)
    await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = any (${contacts}::uuid[])
      order by id for no key update`.execute(tx)
    await refuseTooOften(tx, workspaceId, contacts, now)
    const all = await readFacts(tx, { workspaceId, purpose: broadcast.purpose, now }, { contacts })
    const template = templateOf(broadcast)
    if (template) {
      for (const facts of all) await tryTemplate(platform, tx, { broadcast, template, facts, shop })
      await recordInAuditLog(platform, tx, caller, 'broadcast.tried', id, {
        name: broadcast.name,
        contact_ids: contacts,
      })
      return { sent: contacts.length }
    }
    await refusePicture(tx, broadcast)
    const attachments = await attachedPicture(tx, broadcast)
    const variants: Variant[] = broadcast.content.b ? ['a', 'b'] : ['a']
    const each = all.flatMap(facts => variants.map(variant => [facts, variant] as const))
    for (const [facts, variant] of each) {
      const plan = { ...planOf(broadcast, variant), deadline: null, stopped: false }
      const { text, buttons } = askRules(platform.config, facts, shop, plan, now)
      // As a service message, only whether it can be sent there matters.
      const asked = { ...plan, purpose: 'service' as const }
      const { answer } = askRules(platform.config, facts, { ...shop, planLeft: 1 }, asked, now)
      const { is, route, reasons } = answer
      if (reasons[0] === 'opted_out' || reasons[0] === 'restricted') throw failure('broadcast.test_unwanted')
      if (is !== 'now' || !route || !facts.conversation_id)
        throw failure('broadcast.test_refused', { reason: reasons[0] ?? 'window_closed', name: facts.name })
      await sendMessage(platform, tx, {
        ...{ workspaceId, conversationId: facts.conversation_id, author: 'system' },
        text: `${campaignTexts(facts.language ?? shop.language).test}${text}`,
        ...{ buttons, attachments },
        quiet: {
          ...{ purpose: broadcast.purpose, route, origin: 'test', originId: id, sendBefore: null, cost: 0 },
          costBasis: 'exact',
        },
      })
    }
    await recordInAuditLog(platform, tx, caller, 'broadcast.tried', id, { name: broadcast.name, contact_ids: contacts })
    return { sent: contacts.length }
  })
}

type Trial = { broadcast: Broadcast; template: PlannedTemplate; facts: ContactFacts; shop: ShopFacts }

/** Zalo sends trials of templates free of charge, to numbers of the account's own staff. */
async function tryTemplate(platform: Platform, tx: Tx, { broadcast, template, facts, shop }: Trial): Promise<void> {
  const { workspace_id: workspaceId, id, purpose } = broadcast
  if (facts.restricted || facts.state === 'withdrawn' || facts.state === 'refused')
    throw failure('broadcast.test_unwanted')
  const refuse = (reason: Reason) => failure('broadcast.test_refused', { reason, name: facts.name })
  if (template.row.channel_id !== facts.channel_id || !facts.conversation_id) throw refuse('template_missing')
  const { rows } = await sql<{ phone: string }>`select substr(value, 2) as phone from contact_details
    where workspace_id = ${workspaceId} and contact_id = ${facts.contact_id} and kind = 'phone' and value ~ '^[+]84[0-9]{9}$'
    order by created_at desc, id desc limit 1`.execute(tx)
  const phone = rows[0]?.phone
  if (!phone) throw refuse('no_number')
  const known = { customerName: facts.name || null, fields: {} }
  const written = writeTemplate(template, known, facts.language ?? shop.language)
  if (!written) throw refuse('template_value')
  await sendMessage(platform, tx, {
    ...{ workspaceId, conversationId: facts.conversation_id, author: 'system' },
    text: `${campaignTexts(facts.language ?? shop.language).test}${written.text}`,
    quiet: {
      ...{ purpose, route: 'zalo.template_phone', origin: 'test', originId: id, sendBefore: null, cost: 0 },
      ...{ costBasis: 'exact', template: { ...written.template, trialTo: phone } },
    },
  })
}

/**
 * The caller locks the conversations.
 * @throws request.too_many
 */
async function refuseTooOften(tx: Tx, workspaceId: string, contacts: string[], now: Date): Promise<void> {
  const { rows } = await sql`select from conversations v
    join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
    where v.workspace_id = ${workspaceId} and v.contact_id = any (${contacts}::uuid[])
      and m.origin = 'test' and m.created_at > ${after(now, -days(1))}
    group by v.contact_id having count(*) >= ${maxPerDay} limit 1`.execute(tx)
  if (rows.length > 0) throw failure('request.too_many')
}
