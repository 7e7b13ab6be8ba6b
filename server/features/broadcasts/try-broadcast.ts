import { sql } from 'kysely'
import type { z } from 'zod'
import { sendMessage } from '#features/inbox/send-message.ts'
import { noteInLog } from '#features/workspaces/note-in-log.ts'
import type { Caller } from '#platform/caller.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { broadcastTry } from '#shared/contracts/broadcasts.contract.ts'
import type { Variant } from '#shared/rules/ab-result.ts'
import { campaignTexts } from '#shared/texts/campaign-texts.ts'
import { askRules } from './ask-rules.ts'
import { planOf, readBroadcast } from './broadcast-row.ts'
import { readFacts, readShop } from './contact-facts.ts'
import { refuseUnready } from './drafts.ts'

/** So many trials reach one phone in a day. */
const mostInDay = 20

/**
 * Sends a draft to some of the team, marked as a trial. Neither a missing consent nor how often they were written to matters, and it
 * counts nowhere; the platforms' windows do, and what they have refused.
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
    // A template takes no mark of a trial, and each send of one is billed.
    if (broadcast.content.template) throw failure('broadcast.template_untried')
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
    const variants: Variant[] = broadcast.content.b ? ['a', 'b'] : ['a']
    const each = all.flatMap(facts => variants.map(variant => [facts, variant] as const))
    for (const [facts, variant] of each) {
      const plan = { ...planOf(broadcast, variant), deadline: null, stopped: false }
      const { text, buttons } = askRules(platform.config, facts, shop, plan, now)
      // As an order's message: what is left of the rules is whether it can be sent there at all.
      const asked = { ...plan, purpose: 'service' as const }
      const { answer } = askRules(platform.config, facts, { ...shop, planLeft: 1 }, asked, now)
      const { is, route, reasons } = answer
      if (reasons[0] === 'opted_out' || reasons[0] === 'restricted') throw failure('broadcast.test_unwanted')
      if (is !== 'now' || !route || !facts.conversation_id)
        throw failure('broadcast.test_refused', { reason: reasons[0] ?? 'window_closed', name: facts.name })
      await sendMessage(platform, tx, {
        ...{ workspaceId, conversationId: facts.conversation_id, author: 'system' },
        text: `${campaignTexts(facts.language ?? shop.language).test}${text}`,
        buttons,
        quiet: {
          ...{ purpose: broadcast.purpose, route, origin: 'test', originId: id, sendBefore: null, cost: 0 },
          costBasis: 'exact',
        },
      })
    }
    await noteInLog(platform, tx, caller, 'broadcast.tried', id, { name: broadcast.name, contact_ids: contacts })
    return { sent: contacts.length }
  })
}

/** The caller holds their conversations. @throws request.too_many */
async function refuseTooOften(tx: Tx, workspaceId: string, contacts: string[], now: Date): Promise<void> {
  const { rows } = await sql`select from conversations v
    join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
    where v.workspace_id = ${workspaceId} and v.contact_id = any (${contacts}::uuid[])
      and m.origin = 'test' and m.created_at > ${after(now, -days(1))}
    group by v.contact_id having count(*) >= ${mostInDay} limit 1`.execute(tx)
  if (rows.length > 0) throw failure('request.too_many')
}
