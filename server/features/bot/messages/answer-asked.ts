import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Platform } from '#platform/platform.ts'
import type { Answer, Asked } from './asked-answer.ts'
import { answerMessage } from './answer-message.ts'
import { askModel } from '../language-model/ask-model.ts'
import type { Choices } from '../language-model/model-choice.ts'
import { findMeaning } from '../vectors/find-meaning.ts'

export type AskedHere = {
  workspaceId: string
  /** a conversation, or a member who tries the bot: whose minute it counts for */
  visitor: string
  shop: string
  knowledge: Knowledge
  asked: Asked
  /** what the workspace has chosen, where that was read a moment ago */
  choices?: Choices
  /** hears the beginning of a model's reply as it grows; each time all of it so far, checked */
  onDraft?: (reply: string) => void
}

/** The answer that customers get, by whatever helps: the words, what they mean, a model. Called outside of transactions. */
export async function answerAsked(platform: Platform, here: AskedHere): Promise<Answer> {
  const meaning = await findMeaning(platform, here.workspaceId, here.knowledge, here.asked, here.choices)
  const asked = { ...here.asked, meaning }
  return askModel(platform, { ...here, asked, embedded: answerMessage(here.knowledge, asked) })
}
