import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Platform } from '#platform/platform.ts'
import type { Answer, Asked } from './asked-answer.ts'
import { answerMessage } from './answer-message.ts'
import { askModel } from '../language-model/ask-model.ts'
import type { Choices } from '../language-model/model-choice.ts'
import { findMeaning } from '../vectors/find-meaning.ts'

export type AskedHere = {
  workspaceId: string
  visitor: string
  shop: string
  knowledge: Knowledge
  asked: Asked
  choices?: Choices
  onDraft?: (reply: string) => void
}

/** Call outside of transactions. */
export async function answerAsked(platform: Platform, here: AskedHere): Promise<Answer> {
  const meaning = await findMeaning(platform, here.workspaceId, here.knowledge, here.asked, here.choices)
  const asked = { ...here.asked, meaning }
  return askModel(platform, { ...here, asked, embedded: answerMessage(here.knowledge, asked) })
}
