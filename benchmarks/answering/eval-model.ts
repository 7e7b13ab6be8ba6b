import { answerAsked } from '#features/bot/messages/answer-asked.ts'
import type { Answer } from '#features/bot/messages/asked-answer.ts'
import { answerMessage } from '#features/bot/messages/answer-message.ts'
import { fakeClock, minutes } from '#platform/clock.ts'
import type { Judge } from '#server/answering/judging/judge.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { type BusinessQuestion, type BusinessSet, otherShopsToday } from './evaluation-sets.ts'
import { type ReplayModel, replayModel } from './replay-model.ts'
import type { TrainedShop } from './trained-shop.ts'

/** What writes the measured replies: only the quoting answerer, a model's address, or stored replies. */
export type Answerer = {
  platform: TestPlatform
  replay: ReplayModel | undefined
  answer(set: BusinessSet, shop: TrainedShop, question: BusinessQuestion, judge?: Judge): Promise<Answer>
  close(): Promise<void>
}

const plenty = '1000000000'

/** @param model undefined, the address of an OpenAI-style API, or `replay:FOLDER` */
export async function openAnswerer(
  model: string | undefined,
  { name = 'model', key = '' }: { name?: string | undefined; key?: string | undefined } = {},
): Promise<Answerer> {
  const replay = model?.startsWith('replay:') ? await replayModel(model.slice('replay:'.length)) : undefined
  const url = replay?.url ?? model
  const platform = await testPlatform({
    clock: fakeClock(otherShopsToday),
    settings: url
      ? {
          LLM_PROVIDER: 'openai-compatible',
          LLM_MODEL: name,
          LLM_BASE_URL: url,
          LLM_API_KEY: key,
          LLM_TOKENS_PER_DAY: plenty,
          LLM_TOKENS_PER_VISITOR_MINUTE: plenty,
        }
      : {},
  })
  return {
    platform,
    replay,
    async answer({ business }, { workspaceId, knowledge }, { text, history }, judge) {
      const asked = { text, history, threshold: null, today: dayOf(platform.clock.now()), judge }
      if (!url) return answerMessage(knowledge, asked)
      platform.clock.advance(minutes(1))
      return answerAsked(platform, { workspaceId, visitor: newId(), shop: business.name, knowledge, asked })
    },
    async close() {
      replay?.close()
      await platform.close()
    },
  }
}
