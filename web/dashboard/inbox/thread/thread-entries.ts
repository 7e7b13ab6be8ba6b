import type { Answer, Message } from '#web/data/wire-rows.ts'
import type { PendingReply } from '#web/dashboard/inbox/composer/reply-outbox.ts'

export type ThreadAnswer = Pick<
  Answer,
  'id' | 'conversation_id' | 'act' | 'reply_id' | 'silent_reason' | 'visitor_rating' | 'up_to_seq' | 'created_at'
>

export type ThreadEvent = 'handoff' | 'abstain' | 'limit' | 'closed'

export type ThreadEntry =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: Message; last: boolean; answer: ThreadAnswer | undefined }
  | { kind: 'event'; key: string; event: ThreadEvent; at: string; answerId: string }
  | { kind: 'pending'; key: string; reply: PendingReply }

const together = 2 * 60_000

export function threadEntries(
  messages: readonly Message[],
  answers: readonly ThreadAnswer[],
  pending: readonly PendingReply[],
  dayOf: (at: string) => number,
): ThreadEntry[] {
  const byReply = new Map(answers.filter(answer => answer.reply_id).map(answer => [answer.reply_id, answer]))
  const silent = new Map(answers.filter(answer => !answer.reply_id).map(answer => [answer.up_to_seq, answer]))
  const entries: ThreadEntry[] = []
  let day: number | undefined

  messages.forEach((message, index) => {
    const today = dayOf(message.created_at)
    if (today !== day) entries.push({ kind: 'day', key: `day ${message.id}`, at: message.created_at })
    day = today
    const answer = byReply.get(message.id)
    const next = messages[index + 1]
    const decided = answer ?? silent.get(message.seq)
    const event = eventOf(decided)
    const last =
      !next ||
      answer !== undefined ||
      standsAlone(message) ||
      event !== undefined ||
      !belongTogether(message, next) ||
      dayOf(next.created_at) !== today
    // Keeps its key when an optimistic reply becomes the stored message.
    entries.push({ kind: 'message', key: message.client_id ?? message.id, message, last, answer })
    if (event && decided)
      entries.push({
        kind: 'event',
        key: `event ${message.id}`,
        event,
        at: decided.created_at,
        answerId: decided.id,
      })
  })

  const stored = new Set(messages.map(message => message.client_id))
  for (const reply of pending) {
    if (!stored.has(reply.clientId)) entries.push({ kind: 'pending', key: reply.clientId, reply })
  }
  return entries
}

const partLength = 40

/** Its start stays the same when older messages arrive. */
export type ThreadPart = { key: number; entries: ThreadEntry[] }

/** Lets the browser skip parts out of sight. */
export function threadParts(entries: readonly ThreadEntry[]): ThreadPart[] {
  const parts: ThreadPart[] = []
  let day: ThreadEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'day') {
      day = [entry]
      continue
    }
    const last = parts.at(-1)
    const key = entry.kind === 'message' ? Math.floor(entry.message.seq / partLength) : (last?.key ?? 0)
    if (last?.key === key) last.entries.push(...day, entry)
    else parts.push({ key, entries: [...day, entry] })
    day = []
  }
  return parts
}

function standsAlone(message: Message): boolean {
  return Boolean(message.edited_at) || message.may_repeat || ['held', 'failed', 'unsure'].includes(message.status)
}

function belongTogether(a: Message, b: Message): boolean {
  return (
    a.author === b.author &&
    a.member_id === b.member_id &&
    a.status === b.status &&
    a.written_in_app === b.written_in_app &&
    Date.parse(b.created_at) - Date.parse(a.created_at) < together
  )
}

function eventOf(answer: ThreadAnswer | undefined): ThreadEvent | undefined {
  if (!answer) return undefined
  if (answer.silent_reason === 'limit_reached') return 'limit'
  if (answer.silent_reason === 'outside_hours') return 'closed'
  return answer.act === 'handoff' || answer.act === 'abstain' ? answer.act : undefined
}
