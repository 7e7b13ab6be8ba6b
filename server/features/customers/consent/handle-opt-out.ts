import { sql } from 'kysely'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { OptOutIntent } from '#shared/rules/opt-out-words.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import { earlierWaysBack } from '#shared/texts/customers/earlier-ways-back.ts'
import type { Language } from '#shared/words.ts'
import { endObjections, objectedAt } from '../requests/lift-restriction.ts'
import { answerAsked, readAsked } from './consent-answer.ts'
import { addConsent, type CustomerContact, contactsOfCustomer, type Purpose } from './consent-ledger.ts'

type Place = { workspaceId: string; conversationId: string; messageId: string }
type Talk = { contact_id: string; shop: string; text: string; before: string | null; known: Language | null }

/** In the transaction that stores their message, so that nothing is sent in between. A second refusal is not answered. */
export async function handleOptOut(
  platform: Platform,
  tx: Tx,
  message: EventCatalogue['message.received'],
): Promise<void> {
  if (message.opt_out_intent === 'none') return
  const place = {
    workspaceId: message.workspace_id,
    conversationId: message.conversation_id,
    messageId: message.message_id,
  }
  const asked = answersAsked.has(message.opt_out_intent) ? await readAsked(platform, tx, place, message.seq) : undefined
  if (asked)
    return answerAsked(
      platform,
      tx,
      { ...place, channelId: message.channel_id },
      asked,
      message.opt_out_intent === 'agree',
    )
  const understood = await inContext(platform, tx, place, message.opt_out_intent)
  if (!understood) return
  const talk = await readTalk(tx, place)
  if (!talk) return
  const contacts = await contactsOfCustomer(tx, place.workspaceId, talk.contact_id)
  const texts = customersTexts(languageIn(talk))
  const shop = (text: string) => text.replaceAll('{shop}', () => talk.shop)
  if (understood === 'remind') {
    const known = { channelId: message.channel_id, customerId: contacts[0]?.customer_id }
    return remindHow(platform, tx, { ...place, ...known }, shop(texts.howToStop))
  }
  const act = { ...place, contacts }
  if (understood === 'resume') {
    const reply = await resume(platform, tx, { ...act, talk, channelId: message.channel_id })
    if (reply) await replyDirectly(platform, tx, place, reply, shop(texts[reply]))
    return
  }
  const purposes =
    understood === 'stop_all' ? (['promotion', 'care', 'service'] as const) : (['promotion', 'care'] as const)
  const stopped = await withdraw(platform, tx, act, [...purposes])
  const reply = understood === 'stop_all' ? 'stoppedAll' : 'stopped'
  if (stopped) await replyDirectly(platform, tx, place, reply, shop(texts[reply]))
}

type WayBack = keyof typeof earlierWaysBack

/** The payload of the message that says how to come back, whatever its words. */
function wayBackOf(name: WayBack): string {
  return `way_back:${name}`
}

const answersAsked: ReadonlySet<OptOutIntent> = new Set(['agree', 'decline', 'maybe_stop'])

/** Following again is no consent. */
export async function handleUnfollow(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['contact.followed'],
): Promise<void> {
  if (event.follows) return
  const { workspace_id: workspaceId, contact_id: contactId } = event
  const name = `unfollow:${contactId}:${platform.clock.now().toISOString()}`
  await withdrawThere(platform, tx, { workspaceId, contactId, event: name })
}

/** Refused at the platform, which only says so when something is sent. */
const refusedThere = new Set(['zalo.person_refuses'])

export async function handleRefusedThere(
  platform: Platform,
  tx: Tx,
  {
    workspace_id: workspaceId,
    conversation_id: conversationId,
    message_id: messageId,
    code,
  }: EventCatalogue['message.failed'],
): Promise<void> {
  if (!refusedThere.has(code)) return
  const { rows } = await sql<{ contact_id: string }>`select contact_id from conversations
    where workspace_id = ${workspaceId} and id = ${conversationId}`.execute(tx)
  const contactId = rows[0]?.contact_id
  if (contactId) await withdrawThere(platform, tx, { workspaceId, contactId, event: `refused:${messageId}` })
}

type There = { workspaceId: string; contactId: string; event: string }

async function withdrawThere(platform: Platform, tx: Tx, { workspaceId, contactId, event }: There): Promise<void> {
  const contacts = await contactsOfCustomer(tx, workspaceId, contactId)
  const [first] = contacts
  if (!first) return
  const act = { workspaceId, customerId: first.customer_id, channelIds: channelsOf(contacts), event }
  await addConsent(platform, tx, { ...act, purposes: ['promotion', 'care'], act: 'withdrawn', how: 'platform' })
}

const wayOut = 'way_out'

/** Once in a week, the bot answers besides; whoever refused already needs none. */
async function remindHow(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId, channelId, customerId }: Place & { channelId: string; customerId: string | undefined },
  text: string,
): Promise<void> {
  const { rows } =
    await sql`select from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
      and payload = ${wayOut} and created_at > ${after(platform.clock.now(), -campaignLately)}
    union all select from consent_states where workspace_id = ${workspaceId} and customer_id = ${customerId ?? null}
      and channel_id = ${channelId} and purpose = 'promotion' and state in ('withdrawn', 'refused') limit 1`.execute(tx)
  if (rows.length === 0)
    await sendMessage(platform, tx, { workspaceId, conversationId, author: 'system', text, payload: wayOut })
}

/** "Thôi" means the messages if the last thing sent was a campaign. */
const campaignLately = days(7)

/** undefined: it is about something else. Later in the week of a campaign, what may be a refusal is reason enough to remind them. */
async function inContext(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId }: Place,
  intent: OptOutIntent,
): Promise<'stop' | 'stop_all' | 'resume' | 'remind' | undefined> {
  if (intent === 'stop' || intent === 'stop_all' || intent === 'resume') return intent
  if (!mayStop.has(intent)) return undefined
  const { rows } = await sql<{ is_campaign: boolean; advertises: boolean; reminds: boolean }>`
    select origin is not null as is_campaign, payload is not distinct from ${wayOut} as reminds,
      coalesce(origin in ('broadcast', 'sequence') and purpose in ('promotion', 'care'), false) as advertises
    from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and direction = 'out'
      and created_at > ${after(platform.clock.now(), -campaignLately)} order by seq desc limit 20`.execute(tx)
  const [last] = rows
  if (intent === 'maybe_stop' && (last?.is_campaign || last?.reminds)) return 'stop'
  if (intent === 'likely_stop' && last?.advertises) return 'stop'
  const advertising = intent === 'unclear_stop' ? rows.slice(0, 1) : rows
  return advertising.some(({ advertises }) => advertises) ? 'remind' : undefined
}

const mayStop: ReadonlySet<OptOutIntent> = new Set(['maybe_stop', 'likely_stop', 'unclear_stop'])

type Act = Place & { contacts: CustomerContact[] }

async function withdraw(
  platform: Platform,
  tx: Tx,
  { workspaceId, messageId, contacts }: Act,
  purposes: Purpose[],
): Promise<boolean> {
  const [first] = contacts
  if (!first) return false
  return addConsent(platform, tx, {
    workspaceId,
    customerId: first.customer_id,
    channelIds: channelsOf(contacts),
    purposes,
    act: 'withdrawn',
    how: 'message',
    messageId,
    event: `message:${messageId}`,
  })
}

/**
 * Opts back in only on this channel and only if they were told how; if not, explains it now and does not opt them in yet. Ends an
 * objection too, though nothing was refused by message, if they were told since.
 */
async function resume(
  platform: Platform,
  tx: Tx,
  { workspaceId, messageId, contacts, channelId, talk }: Act & { channelId: string; talk: Talk },
): Promise<WayBack | 'resumed' | 'stillRestricted' | undefined> {
  const [first] = contacts
  if (!first) return undefined
  const { rows } = await sql<{ purpose: Purpose }>`select purpose from consent_states
    where workspace_id = ${workspaceId} and customer_id = ${first.customer_id} and channel_id = ${channelId}
      and state in ('withdrawn', 'refused')`.execute(tx)
  const customer = { workspaceId, customerId: first.customer_id }
  const objection = await objectedAt(tx, customer)
  const objected: Purpose[] = objection ? ['promotion', 'care'] : []
  const purposes = [...new Set([...rows.map(row => row.purpose), ...objected])]
  if (purposes.length === 0) return undefined
  const wayBack = purposes.includes('service') ? 'stoppedAll' : 'stopped'
  const person = { ...customer, channelId, contactId: talk.contact_id, since: objection }
  const asked = await readWayBack(tx, person, purposes, wayBack === 'stoppedAll' ? [wayBack] : [wayBack, 'stoppedAll'])
  const act = { ...customer, channelIds: [channelId], purposes, messageId }
  const words = asked ?? customersTexts(languageIn(talk))[wayBack].replaceAll('{shop}', () => talk.shop)
  const event = `message:${messageId}`
  await addConsent(platform, tx, { ...act, act: asked ? 'given' : 'asked', how: 'message', words, event })
  if (!asked) return wayBack
  const agreed = { channelId, messageId, agreed: purposes }
  return (await endObjections(platform, tx, customer, agreed)) ? 'stillRestricted' : 'resumed'
}

async function readWayBack(
  tx: Tx,
  {
    workspaceId,
    customerId,
    channelId,
    contactId,
    since,
  }: Record<'workspaceId' | 'customerId' | 'channelId' | 'contactId', string> & { since: Date | undefined },
  purposes: Purpose[],
  named: WayBack[],
): Promise<string | undefined> {
  // The shop's name may have changed since.
  const patterns = named.flatMap(name => earlierWaysBack[name].map(text => text.replaceAll('{shop}', '%')))
  const { rows } = await sql<{ text: string }>`select m.text from conversations v
    join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
    where v.workspace_id = ${workspaceId} and v.contact_id = ${contactId} and m.author = 'system' and m.origin is null
      and (${since ?? null}::timestamptz is null or m.created_at > ${since ?? null})
      and (m.payload = any (${named.map(wayBackOf)}::text[]) or (m.payload is null and m.text like any (${patterns}::text[]))) and not exists (select from consents g where g.workspace_id = ${workspaceId}
        and g.customer_id = ${customerId} and g.channel_id = ${channelId} and g.purpose = any (${purposes}::text[])
        and g.act = 'given' and g.at > m.created_at)
    order by m.created_at desc, m.seq desc limit 1`.execute(tx)
  return rows[0]?.text
}

function channelsOf(contacts: CustomerContact[]): string[] {
  return [...new Set(contacts.map(contact => contact.channel_id))].sort()
}

/** Does not count as an answer; the customer's earlier question stays open. */
async function replyDirectly(
  platform: Platform,
  tx: Tx,
  { workspaceId, conversationId }: Place,
  name: WayBack | 'resumed' | 'stillRestricted',
  text: string,
): Promise<void> {
  const payload = name === 'stopped' || name === 'stoppedAll' ? wayBackOf(name) : undefined
  await sendMessage(platform, tx, { workspaceId, conversationId, author: 'system', text, payload })
}

async function readTalk(tx: Tx, { workspaceId, conversationId, messageId }: Place): Promise<Talk | undefined> {
  const { rows } = await sql<Talk>`
    select v.contact_id, w.name as shop, m.text, c.language as known, (
      select b.text from messages b where b.workspace_id = ${workspaceId} and b.conversation_id = ${conversationId}
        and b.direction = 'in' and b.seq < m.seq and b.text <> '' and not exists (
          select from consents o where o.workspace_id = b.workspace_id and o.message_id = b.id and o.how not in ('claim', 'form'))
      order by b.seq desc limit 1) as before
    from messages m join conversations v on v.workspace_id = m.workspace_id and v.id = m.conversation_id
    join contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id join workspaces w on w.id = v.workspace_id
    where m.workspace_id = ${workspaceId} and m.id = ${messageId}`.execute(tx)
  return rows[0]
}

/** One word is too little to detect the language. */
function languageIn({ text, before, known }: Talk): Language {
  if (before) return languageOf(before)
  return known ?? (/\b(?:stop|stopall|unsubscribe|opt|start|resume)\b/i.test(text) ? 'en' : languageOf(text))
}
