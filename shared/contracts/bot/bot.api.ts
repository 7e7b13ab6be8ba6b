import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { botSettings, settingsChange, settingsToKeep } from './bot-settings.contract.ts'
import { acts, languages } from '../../words.ts'
import { byId, nothing } from '../endpoint.ts'
import { citation, correction, regressionCase, replay, runDetail, settled, suggestedReply } from './bot.results.ts'
import { errorRate, restored, sourceUses, sourceVersion } from './gate.results.ts'
import { modelSettingsShown, modelTestResult } from './model.results.ts'
import { modelSettings, searchModelSettings } from './model.contract.ts'
import { changedCase, improvement, newCase, settlement } from './bot.contract.ts'
import { teachingTried, wordingsAsked } from './teaching.contract.ts'
import { proposedWordings, teachingPreview } from './teaching.results.ts'
import { confirmQuery, confirmation, restoring, sourceRestoring } from './gate.contract.ts'
import { acceptedWordings } from './accepted-wordings.ts'
import { passageQuestion, source } from '../training/training.results.ts'
import { factEdit, factEditGone } from '../training/facts.contract.ts'

type Turn = { role: 'customer' | 'bot'; text: string }

/** Characters of what was said before that are understood again: more than a customer's conversation brings. */
const mostSaidBefore = 8000

/** The newest turns that have room. */
function newestOf(turns: Turn[]): Turn[] {
  return turns.filter((_, at) => turns.slice(at).reduce((sum, { text }) => sum + text.length, 0) <= mostSaidBefore)
}

export const askBody = z.object({
  text: z.string().min(1).max(4000),
  history: z
    .array(z.object({ role: z.enum(['customer', 'bot']), text: z.string().max(4000) }))
    .max(12)
    .default([])
    .transform(newestOf),
  /** settings to try, in place of the saved ones; nothing of them is saved */
  settings: settingsChange.optional(),
  /** as if the shop were open, or closed; absent: as it is now */
  hours: z.enum(['open', 'closed']).optional(),
})

/** `POST /api/v1/sources/pairs`, `PUT /api/v1/sources/pairs/:id`. Lengths are checked after trimming, with their own text. */
export const newPair = restoring.extend({
  question: z.string().max(4_000),
  answer: z.string().max(8_000),
  wordings: acceptedWordings,
})

/** `POST /api/v1/passages/:id/questions`. Where other answers get worse by it, 409 without `confirm`. */
export const newQuestion = restoring.extend({ question: z.string().max(4_000) })

/** What the addresses of the bot take and give. */
export const botApi = {
  'POST /api/v1/bot/ask': {
    body: askBody,
    result: z.object({
      act: z.enum(acts),
      reply: z.string(),
      introduced: z.string().nullable(),
      language: z.enum(languages),
      citations: z.array(citation),
      confidence: z.number(),
      answer_id: z.uuid(),
      path: z.enum(['embedded', 'provider']),
      ms: z.number(),
      trace: z.record(z.string(), z.unknown()),
      searched: z.object({
        retrieved: z.number(),
        passages: z.number(),
      }),
    }),
  },
  'POST /api/v1/conversations/:id/suggest-reply': { params: byId, result: suggestedReply },
  'GET /api/v1/bot/settings': { result: botSettings },
  'GET /api/v1/bot/error-rate': { result: errorRate },
  'PUT /api/v1/bot/settings': { body: settingsToKeep, result: botSettings },
  'GET /api/v1/bot/model': { result: modelSettingsShown },
  'PUT /api/v1/bot/model': { body: modelSettings, result: modelSettingsShown },
  'DELETE /api/v1/bot/model': { result: modelSettingsShown },
  'POST /api/v1/bot/model/test': { body: z.object({ settings: modelSettings.optional() }), result: modelTestResult },
  'GET /api/v1/bot/search-model': { result: modelSettingsShown },
  'PUT /api/v1/bot/search-model': { body: searchModelSettings, result: modelSettingsShown },
  'DELETE /api/v1/bot/search-model': { result: modelSettingsShown },
  'POST /api/v1/bot/search-model/test': {
    body: z.object({ settings: searchModelSettings.optional() }),
    result: modelTestResult,
  },
  'POST /api/v1/answers/:id/improve': { params: byId, body: improvement, result: correction },
  'POST /api/v1/answers/:id/replay': { params: byId, result: replay },
  'POST /api/v1/teaching/wordings': { body: wordingsAsked, result: proposedWordings },
  'POST /api/v1/teaching/preview': { body: teachingTried, result: teachingPreview },
  'POST /api/v1/regression-cases': { body: newCase, result: regressionCase },
  'POST /api/v1/regression-runs': { result: nothing },
  'PATCH /api/v1/regression-cases/:id': { params: byId, body: changedCase, result: regressionCase },
  'DELETE /api/v1/regression-cases/:id': { params: byId, result: nothing },
  'POST /api/v1/answers/:id/like': { params: byId, result: regressionCase },
  'DELETE /api/v1/answers/:id/like': { params: byId, result: nothing },
  'POST /api/v1/sources/pairs': { body: newPair, result: source },
  'PUT /api/v1/sources/pairs/:id': { params: byId, body: newPair, result: source },
  'POST /api/v1/passages/:id/questions': { params: byId, body: newQuestion, result: passageQuestion },
  'DELETE /api/v1/passage-questions/:id': { params: byId, query: confirmQuery, result: nothing },
  'PUT /api/v1/facts': {
    body: factEdit,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/facts/:id': { params: byId, query: factEditGone, result: nothing },
  'POST /api/v1/sources/:id/publish': { params: byId, body: confirmation, result: source },
  'POST /api/v1/sources/:id/drop': { params: byId, result: source },
  'POST /api/v1/sources/:id/try-removal': {
    params: byId,
    result: z.object({
      total: z.number(),
      better: z.number(),
      worse: z.number(),
      changed: z.number(),
      details: z.array(runDetail),
    }),
  },
  'GET /api/v1/sources/:id/uses': { params: byId, result: sourceUses },
  'GET /api/v1/sources/:id/versions': { params: byId, result: z.array(sourceVersion) },
  'POST /api/v1/sources/:id/restore': { params: byId, body: sourceRestoring, result: restored },
  'POST /api/v1/knowledge/versions/:version/restore': {
    params: z.object({ version: z.coerce.number().int().min(0) }),
    body: restoring,
    result: restored,
  },
  'DELETE /api/v1/corrections/:id': { params: byId, query: confirmQuery, result: nothing },
  'POST /api/v1/unanswered/:id/answer': { params: byId, body: settlement, result: settled },
  'POST /api/v1/unanswered/:id/ignore': { params: byId, result: nothing },
  'POST /api/v1/unanswered/:id/reopen': { params: byId, result: nothing },
} satisfies ApiPart
