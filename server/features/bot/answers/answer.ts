import { sql } from 'kysely'
import { besideIntent } from '#server/answering/understanding/find-intent.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { showTyping } from '#features/inbox/delivery/show-typing.ts'
import { reserve } from '#features/usage/reserve.ts'
import { after, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { botTexts } from '#shared/texts/bot/bot-texts.ts'
import { answerAsked } from '../messages/answer-asked.ts'
import { callPerson, type Due, handOver, leaveToPeople } from './leave-to-people.ts'
import { acknowledge, isSticker, isWordless } from './acknowledge.ts'
import type { Answer } from '../messages/asked-answer.ts'
import { introduced } from '../messages/introduce.ts'
import { saveAnswer } from '../messages/save-answer.ts'
import { customReply } from '../settings/owner-rules.ts'
import { askedWith, peekTurn, readTurn, type Turn } from '../understanding/read-turn.ts'
import { notifyDrafts } from '../drafts/notify-draft.ts'
import { notifyGenerating } from '../messages/notify-generating.ts'
import { withIntents } from '../understanding/with-intents.ts'

/** Maximum wait, after the last message, while the customer is typing. */
const typingWait = seconds(4)
const typingPollMs = 400
/** Sent once when the quota is used up, unless the shop chose its own text. */
const limitReached = {
  vi: 'Dạ em đã nhận được tin của mình ạ. Nhân viên của shop sẽ trả lời mình sớm nhé.',
  en: 'Thank you, we have received your message. Someone from the shop will reply soon.',
}
/** A typing signal this soon after a message (ms) belongs to that message. */
const typedBefore = 400
/** A typing signal is valid this long. */
const typingLasts = seconds(6)

/** Answers all open messages at once. Idempotent: answer, reply and count are one transaction. */
export async function answer(platform: Platform, due: Due): Promise<void> {
  const { workspace_id: workspaceId, conversation_id: conversationId } = due
  const turn = await peekTurn(platform, workspaceId, conversationId, platform.clock.now())
  if (!turn || turn.burst.length === 0) return
  if (turn.silent) return platform.db.asService(workspaceId, tx => leaveToPeople(platform, tx, due, turn))
  // The bot cannot read a file alone: a person looks at it.
  if (isWordless(turn)) return platform.db.asService(workspaceId, tx => showToPerson(platform, tx, due))
  const later = recheckTime(turn, platform.clock.now())
  if (later) return postpone(platform, due, later)

  const stops = [notifyGenerating(platform, conversationId), showTyping(platform, due)]
  const drafts = notifyDrafts(platform, due, turn)
  let sent = false
  try {
    const { composed, version, ms } = await compose(platform, due, turn, drafts.show).finally(() => {
      for (const stop of stops) stop()
    })
    sent = await platform.db.asService(workspaceId, tx => speak(platform, tx, due, turn, version, composed, ms))
  } finally {
    await drafts.end(sent)
  }
}

/** Not in a transaction, because it may call a model. */
async function compose(
  platform: Platform,
  { workspace_id: workspaceId, conversation_id: conversationId }: Due,
  turn: Turn,
  onDraft: (reply: string) => void,
): Promise<{ composed: Answer; version: number; ms: number }> {
  const started = performance.now()
  const { knowledge, version } = await loadKnowledge(platform, workspaceId, turn.knowledgeVersion)
  const asked = {
    text: besideIntent(turn.burst.map(message => message.text).join('\n')),
    ...askedWith(turn),
    closed: turn.closed,
  }
  const composed = await answerAsked(platform, {
    workspaceId,
    visitor: `conversation ${conversationId}`,
    shop: turn.workspaceName,
    knowledge,
    asked,
    choices: turn.choices,
    onDraft,
  })
  return { composed, version, ms: Math.round(performance.now() - started) }
}

/** Rechecks everything with the conversation locked: a member's reply in the meantime silences it. Returns whether it was sent. */
async function speak(
  platform: Platform,
  tx: Tx,
  due: Due,
  before: Turn,
  version: number,
  composed: Answer,
  ms: number,
): Promise<boolean> {
  const { workspace_id: workspaceId, conversation_id: conversationId } = due
  const now = platform.clock.now()
  const turn = await readTurn(tx, workspaceId, conversationId, now, true)
  const upTo = turn?.burst.at(-1)?.seq
  if (!turn || upTo === undefined) return false
  if (turn.silent) {
    await leaveToPeople(platform, tx, due, turn)
    return false
  }
  // Recompose after a new message or new knowledge; wait while the customer types.
  const again =
    turn.heldUntil ?? (upTo !== before.burst.at(-1)?.seq || turn.knowledgeVersion !== version ? now : undefined)
  if (again) {
    await enqueueAgain(platform, tx, due, again)
    return false
  }

  // The closed notice is free and sent once until somebody writes.
  const closed = composed.trace.rule === 'outside_hours'
  const paid = closed || (await reserve(platform, tx, workspaceId, 'messages'))
  const answer =
    paid && !closed ? await withIntents(tx, { workspaceId, conversationId, now }, turn, composed) : composed
  const text = closed
    ? unlessRepeated(turn, answer.reply)
    : paid
      ? spokenThere(turn, answer)
      : await textAtTheLimit(tx, workspaceId, conversationId, turn, answer.language)
  const answerId = newId()
  const speaking = { ...turn, workspaceId, conversationId, language: answer.language, now }
  const reply = text
    ? await sendMessage(platform, tx, {
        workspaceId,
        conversationId,
        author: 'bot',
        text: await introduced(tx, speaking, text, answer.act === 'smalltalk'),
        shown: text,
        answerId,
        choices: paid ? answer.choices : [],
      })
    : undefined
  saveAnswer(tx, workspaceId, answer, {
    id: answerId,
    at: now,
    ms,
    conversation: {
      id: conversationId,
      upToSeq: upTo,
      messageIds: [...turn.earlier, ...turn.burst.map(message => message.id)],
    },
    replyId: reply?.id,
    silentReason: paid ? (reply ? undefined : 'outside_hours') : 'limit_reached',
  })
  if (turn.paused)
    await sql`update conversations set bot_status = 'on', bot_off_by = null, bot_off_until = null
      where workspace_id = ${workspaceId} and id = ${conversationId}`.execute(tx)
  await platform.jobs.emit(tx, 'answer.made', {
    ...{ ...due, answer_id: answerId, act: answer.act },
    charged: paid && !closed && reply ? { channel_id: reply.channel_id, seq: reply.seq, at: now.toISOString() } : null,
  })
  const open = answer.act === 'abstain' || answer.left.length > 0
  const unsure = open && turn.settings.hand_over_unsure
  if (!paid || unsure) await callPerson(platform, tx, due, paid ? 'unanswered' : 'limit_reached')
  if (open) await platform.jobs.emit(tx, 'question.unanswered', { ...due, answer_id: answerId })
  if (closed) await callPerson(platform, tx, due, 'outside_hours')
  else if (answer.act === 'handoff') await handOver(platform, tx, due, turn.settings.hand_over_pauses)
  return reply !== undefined
}

/** Zalo has no buttons: choices are numbered. */
function spokenThere({ source, settings }: Turn, { reply, choices, path, language }: Answer): string {
  if (source !== 'zalo' || choices.length === 0) return reply
  const listed = choices.map((choice, at) => `${at + 1}. ${choice}`).join('\n')
  return path === 'provider'
    ? `${reply}\n${listed}`
    : botTexts(language, settings.tone).clarifyNumbered.replace('{options}', () => listed)
}

/** Decided with the conversation locked. */
async function showToPerson(platform: Platform, tx: Tx, due: Due): Promise<void> {
  const turn = await readTurn(tx, due.workspace_id, due.conversation_id, platform.clock.now(), true)
  if (!turn || turn.burst.length === 0) return
  if (turn.silent) return leaveToPeople(platform, tx, due, turn)
  if (turn.heldUntil) return enqueueAgain(platform, tx, due, turn.heldUntil)
  if (!isWordless(turn)) return enqueueAgain(platform, tx, due, platform.clock.now())
  await acknowledge(platform, tx, due, turn)
  if (!isSticker(turn)) await callPerson(platform, tx, due, 'file')
}

function unlessRepeated(turn: Turn, text: string): string | undefined {
  return turn.history.findLast(message => message.author !== 'contact')?.text.endsWith(text) ? undefined : text
}

/** Told once that a person will answer, then not again until somebody writes. */
async function textAtTheLimit(
  tx: Tx,
  workspaceId: string,
  conversationId: string,
  turn: Turn,
  language: 'vi' | 'en',
): Promise<string | undefined> {
  const { rows } = await sql`select 1 from answers a
    where a.workspace_id = ${workspaceId} and a.conversation_id = ${conversationId} and a.silent_reason = 'limit_reached'
      and not exists (select from answers later where later.conversation_id = a.conversation_id
        and later.up_to_seq > a.up_to_seq and later.silent_reason is null)
      and not exists (select from messages spoken where spoken.conversation_id = a.conversation_id
        and spoken.seq > a.up_to_seq and spoken.author = 'member') limit 1`.execute(tx)
  return rows.length > 0 ? undefined : (customReply(turn.settings, 'fallback', language) ?? limitReached[language])
}

function recheckTime(turn: Turn, now: Date): Date | undefined {
  if (turn.heldUntil) return turn.heldUntil
  const last = turn.burst.at(-1)
  const typing = turn.contactTypingAt
  if (!last || !typing || typing <= after(last.created_at, typedBefore)) return undefined
  if (now >= after(last.created_at, typingWait) || now >= after(typing, typingLasts)) return undefined
  return after(now, typingPollMs)
}

async function postpone(platform: Platform, due: Due, runAt: Date): Promise<void> {
  await platform.db.asService(due.workspace_id, tx => enqueueAgain(platform, tx, due, runAt))
}

async function enqueueAgain(platform: Platform, tx: Tx, due: Due, runAt: Date): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'answer',
    key: `answer:${due.conversation_id}`,
    lane: `answer ${due.conversation_id}`,
    payload: due,
    runAt,
  })
}
