// Reads a stopped server's database without the program's own queries.
import { join } from 'node:path'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import type { Home } from '../setup/server-process.ts'
import type { Chat } from './channel-customers.ts'
import { judgeChats, type StoredMessage } from './judge-chats.ts'

export type Acknowledged = { id: string; clientId: string; text: string; visitor: string }

export type Verdict = {
  acknowledged: number
  stored: number
  answers: number
  conversations: number
  fromChannels: number
  problems: string[]
}

type Message = {
  id: string
  conversation_id: string
  seq: number
  direction: string
  author: string
  client_id: string | null
  text: string
  answer_id: string | null
}
type Answer = {
  id: string
  conversation_id: string
  up_to_seq: number
  message_ids: string[]
  reply_id: string | null
  silent_reason: string | null
}

/** Every acknowledged message stored once in order, every stored one answered and counted once, no job given up. */
export async function judge(home: Home, acknowledged: Acknowledged[], chats: Chat[]): Promise<Verdict> {
  const { messages, answers, left, stored } = await readHome(home)
  const problems: string[] = [...left, ...judgeChats(chats, stored)]
  const inbound = messages.filter(message => message.direction === 'in')
  const byClientId = Map.groupBy(inbound, message => message.client_id)
  for (const { id, clientId, text } of acknowledged) {
    const found = byClientId.get(clientId) ?? []
    if (found.length !== 1) problems.push(`${clientId} was acknowledged and is stored ${found.length} times`)
    else if (found[0]?.id !== id || found[0].text !== text)
      problems.push(`${clientId} is stored otherwise than acknowledged`)
  }
  judgeOrder(acknowledged, new Map(inbound.map(message => [message.client_id ?? '', message])), problems)
  judgeAnswers(messages, answers, problems)
  const conversations = Map.groupBy(messages, message => message.conversation_id)
  for (const [id, entries] of conversations) {
    if (entries.some((message, index) => message.seq !== index + 1)) problems.push(`the numbers of ${id} have a gap`)
  }
  return {
    acknowledged: acknowledged.length,
    stored: inbound.length,
    answers: answers.length,
    conversations: conversations.size,
    fromChannels: chats.reduce((sum, chat) => sum + chat.wrote.length, 0),
    problems,
  }
}

/** Visitors wait for each acknowledgement, so numbers must grow in that order. */
function judgeOrder(acknowledged: Acknowledged[], stored: Map<string, Message>, problems: string[]): void {
  for (const sent of Map.groupBy(acknowledged, message => message.visitor).values()) {
    const numbers = sent.map(message => stored.get(message.clientId)?.seq ?? 0)
    if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0)))
      problems.push(`a visitor's messages are out of order: ${numbers.join(' ')}`)
    if (new Set(sent.map(message => stored.get(message.clientId)?.conversation_id)).size > 1)
      problems.push('a visitor has two conversations')
  }
}

function judgeAnswers(messages: Message[], answers: Answer[], problems: string[]): void {
  const byId = new Map(messages.map(message => [message.id, message]))
  const answered = new Map<string, number>()
  const replied = new Set<string>()
  for (const answer of answers) {
    const burst = answer.message_ids.map(id => byId.get(id))
    for (const id of answer.message_ids) answered.set(id, (answered.get(id) ?? 0) + 1)
    if (burst.some(message => message?.conversation_id !== answer.conversation_id))
      problems.push(`answer ${answer.id} names a foreign message`)
    const reply = answer.reply_id ? byId.get(answer.reply_id) : undefined
    if (!reply) {
      problems.push(`answer ${answer.id} has no reply (${answer.silent_reason})`)
      continue
    }
    replied.add(reply.id)
    if (reply.answer_id !== answer.id || reply.author !== 'bot')
      problems.push(`the reply of answer ${answer.id} is another's`)
    if (burst.some(message => (message?.seq ?? 0) >= reply.seq))
      problems.push(`answer ${answer.id} came before its question`)
  }
  for (const message of messages) {
    const times = answered.get(message.id) ?? 0
    if (message.direction === 'in' && times !== 1)
      problems.push(`message ${message.client_id} of ${message.conversation_id} was answered ${times} times`)
    if (message.author === 'bot' && !replied.has(message.id))
      problems.push(`the bot said ${message.id} without an answer behind it`)
  }
  for (const [conversation, list] of Map.groupBy(answers, answer => answer.conversation_id)) {
    const order = list.toSorted((one, other) => one.up_to_seq - other.up_to_seq)
    const replies = order.map(answer => byId.get(answer.reply_id ?? '')?.seq ?? 0)
    if (replies.some((seq, index) => index > 0 && seq <= (replies[index - 1] ?? 0)))
      problems.push(`answers of ${conversation} overtook each other`)
  }
}

async function readHome(
  home: Home,
): Promise<{ messages: Message[]; answers: Answer[]; left: string[]; stored: StoredMessage[] }> {
  const url = home.settings['DATABASE_URL']
  const engine = url ? await openPostgresql(url, () => {}) : await openEmbedded(join(home.dataDir, 'database'))
  const session = await engine.acquire()
  try {
    await session.query('set role service_role', [])
    const read = async <T>(statement: string) => (await session.query(statement, [])).rows as T[]
    const jobs = await read<{ kind: string; payload: unknown; last_error: string }>(
      "select kind, payload, last_error from private.jobs where run_at <= now() and kind <> 'fetch profile'",
    )
    const dead = await read<{ kind: string; reason: string }>('select kind, reason from dead_letters')
    const [ledger] = await read<{ counted: number; replies: number }>(`select
      (select sum(used)::int from usage_counters where metric = 'messages') as counted,
      (select count(*)::int from answers where conversation_id is not null and silent_reason is null
        and coalesce(trace ->> 'rule', '') <> 'outside_hours') as replies`)
    return {
      messages: await read<Message>(
        'select id, conversation_id, seq, direction, author, client_id, text, answer_id from messages order by conversation_id, seq',
      ),
      answers: await read<Answer>(
        'select id, conversation_id, up_to_seq, message_ids, reply_id, silent_reason from answers where conversation_id is not null',
      ),
      stored:
        await read<StoredMessage>(`select m.id, m.seq, h.kind, c.external_id as user_id, m.direction, m.status, m.external_id
        from messages m join conversations v on v.id = m.conversation_id join contacts c on c.id = v.contact_id
        join channels h on h.id = m.channel_id where h.kind <> 'website'`),
      left: [
        ...jobs.map(job => `left undone: ${job.kind} ${JSON.stringify(job.payload)} ${job.last_error}`),
        ...dead.map(job => `given up: ${job.kind}: ${job.reason}`),
        ...(ledger?.counted === ledger?.replies
          ? []
          : [`${ledger?.replies} replies, ${ledger?.counted} of them counted`]),
      ],
    }
  } finally {
    engine.release(session, true)
    await engine.close()
  }
}
