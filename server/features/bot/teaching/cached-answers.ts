import type { Day } from '#server/answering/reading/days.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { answerMessage } from '../messages/answer-message.ts'
import type { Judge, JudgedReply } from '../regression/judge-case.ts'
import { bearingOf } from '../settings/settings.ts'

const maxRemembered = 600

type Memory = { by: string; replies: Map<string, JudgedReply> }
const memories = new WeakMap<Knowledge, Memory>()

/** Cached per knowledge: while a person writes and tries, only the other side changes. */
export function answerCached({ knowledge, settings, today }: Judge, text: string): JudgedReply {
  const memory = memoryOf(knowledge, settings, today)
  const known = memory.get(text)
  if (known) return known
  const { act, reply, citations, confidence } = answerMessage(knowledge, {
    text,
    history: [],
    threshold: settings.threshold,
    settings,
    today,
  })
  const judged: JudgedReply = { act, reply, citations, confidence }
  if (memory.size < maxRemembered) memory.set(text, judged)
  return judged
}

function memoryOf(knowledge: Knowledge, settings: BotSettings, today: Day): Map<string, JudgedReply> {
  const by = JSON.stringify([bearingOf(settings), today])
  const known = memories.get(knowledge)
  if (known?.by === by) return known.replies
  const replies = new Map<string, JudgedReply>()
  memories.set(knowledge, { by, replies })
  return replies
}
