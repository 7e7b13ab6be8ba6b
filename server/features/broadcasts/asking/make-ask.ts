import { sql } from 'kysely'
import { addConsent, contactsOfCustomer } from '#features/customers/consent/consent-ledger.ts'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { reserve } from '#features/usage/reserve.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { SendAnswer } from '#shared/rules/may-send.ts'
import { routeNames } from '#shared/rules/campaigns/send-question.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import type { Language } from '#shared/words.ts'
import { askRules } from '../audience/ask-rules.ts'
import { type ContactFacts, readFacts, readShop, type ShopFacts } from '../audience/contact-facts.ts'

type Place = { workspaceId: string; contactId: string; askedBy: string | null }
type Words = { language: Language; version: number; words: string }

const cost = { confirmed: null, left: null }

/** Once per contact, ever; 'now' means that it was asked. */
export async function makeAsk(platform: Platform, tx: Tx, place: Place): Promise<SendAnswer> {
  const { workspaceId, contactId } = place
  const now = platform.clock.now()
  await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = ${contactId} order by id for no key update`.execute(
    tx,
  )
  await contactsOfCustomer(tx, workspaceId, contactId)
  const shop = await readShop(tx, workspaceId, now)
  const [facts] = await readFacts(tx, { workspaceId, purpose: 'ask', now }, { contacts: [contactId] })
  if (!facts?.conversation_id) return none('unreachable')
  const words = await wordsIn(tx, workspaceId, facts.language ?? shop.language)
  const answer = ask(platform, facts, shop, words, now)
  if (answer.is !== 'now' || !words) return answer
  if (!(await reserve(platform, tx, workspaceId, 'campaigns'))) return { ...none('plan_quota'), is: 'at' }
  await send(platform, tx, { place, facts, conversationId: facts.conversation_id, shop, words, answer })
  return answer
}

export function ask(
  platform: Platform,
  facts: ContactFacts,
  shop: ShopFacts,
  words: Words | undefined,
  now: Date,
): SendAnswer {
  const texts = words ? { [words.language]: words.words } : {}
  const content = { texts, fallback: words?.language ?? null }
  const plan = { purpose: 'ask' as const, routes: routeNames, content, cost, deadline: null, stopped: false }
  return askRules(platform.config, facts, shop, plan, now).answer
}

function none(reason: SendAnswer['reasons'][number]): SendAnswer {
  return { is: 'no', cost: { amount: 0, currency: 'VND', certainty: 'exact' }, reasons: [reason] }
}

async function wordsIn(tx: Tx, workspaceId: string, language: Language): Promise<Words | undefined> {
  const { rows } = await sql<Words>`select language, version, words from consent_texts
    where workspace_id = ${workspaceId} and purpose = 'promotion' and language = ${language} order by version desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

type Sending = {
  place: Place
  facts: ContactFacts
  conversationId: string
  shop: ShopFacts
  words: Words
  answer: SendAnswer
}

async function send(platform: Platform, tx: Tx, sending: Sending): Promise<void> {
  const { place, facts, conversationId, shop, words, answer } = sending
  const { workspaceId, contactId, askedBy } = place
  const id = newId()
  const texts = customersTexts(words.language)
  // Without buttons, a number can be typed.
  const text = (facts.kind === 'zalo' ? texts.askByNumber : texts.ask)
    .replaceAll('{shop}', () => shop.sender)
    .replaceAll('{words}', () => words.words)
  if (!answer.route) throw new Error('What may go has a way to go.')
  const message = await sendMessage(platform, tx, {
    ...{ workspaceId, conversationId, author: 'system', text, clientId: `a:${id}` },
    choices: [texts.yes, texts.no],
    quiet: {
      ...{ purpose: 'ask', route: answer.route, origin: 'ask', originId: id, sendBefore: null, cost: 0 },
      costBasis: 'exact',
    },
  })
  await sql`insert into private.consent_asks (id, workspace_id, contact_id, conversation_id, message_id, language, version, words, was_closed, asked_by, at)
    select ${id}, ${workspaceId}, ${contactId}, ${conversationId}, ${message.id}, ${words.language}, ${words.version}, ${words.words},
      status = 'closed', ${askedBy}, ${platform.clock.now()} from conversations where workspace_id = ${workspaceId} and id = ${conversationId}`.execute(
    tx,
  )
  if (message.status === 'sent') await recordAsked(platform, tx, { workspaceId, id })
}

export async function recordAsked(
  platform: Platform,
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const { rows } = await sql<{
    customer_id: string
    channel_id: string
    message_id: string
    words: string
    version: number
  }>`
    select c.customer_id, c.channel_id, a.message_id, a.words, a.version from private.consent_asks a
    join contacts c on c.workspace_id = a.workspace_id and c.id = a.contact_id
    where a.workspace_id = ${workspaceId} and a.id = ${id} and c.customer_id is not null`.execute(tx)
  const [asked] = rows
  if (!asked) return
  await addConsent(platform, tx, {
    workspaceId,
    customerId: asked.customer_id,
    channelIds: [asked.channel_id],
    purposes: ['promotion'],
    act: 'asked',
    how: 'message',
    ...{ words: asked.words, version: asked.version, messageId: asked.message_id },
    event: `asked:${id}`,
  })
}
