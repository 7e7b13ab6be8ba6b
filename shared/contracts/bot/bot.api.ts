import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { botSettings, settingsChange, settingsBody } from './bot-settings.contract.ts'
import { acts, languages } from '../../words.ts'
import { byId, nothing } from '../endpoint.ts'
import { citation, correction, regressionCase, replay, runDetail, settled, suggestedReply } from './bot.results.ts'
import { errorRate, restored, sourceUse, sourceUses, sourceVersion } from './gate.results.ts'
import { modelSettingsShown, modelTestResult } from './model.results.ts'
import { modelSettings, searchModelSettings } from './model.contract.ts'
import { changedCase, improvement, newCase, settlement } from './bot.contract.ts'
import { teachingTried, wordingsAsked } from './teaching.contract.ts'
import { trace } from './trace.results.ts'
import { proposedWordings, teachingPreview } from './teaching.results.ts'
import { confirmQuery, confirmation, lineUsesQuery, restoring, sourceRestoring } from './gate.contract.ts'
import { acceptedWordings } from './accepted-wordings.ts'
import { passageQuestion, source } from '../training/training.results.ts'
import { factEdit, factEditGone } from '../training/facts.contract.ts'

type Turn = { role: 'customer' | 'bot'; text: string }

/** Characters of history: more than a conversation has. */
const maxHistoryLength = 8000

function newestOf(turns: Turn[]): Turn[] {
  return turns.filter((_, at) => turns.slice(at).reduce((sum, { text }) => sum + text.length, 0) <= maxHistoryLength)
}

export const askBody = z.object({
  text: z.string().min(1).max(4000),
  history: z
    .array(z.object({ role: z.enum(['customer', 'bot']), text: z.string().max(4000) }))
    .max(12)
    .default([])
    .transform(newestOf),
  /** tried, not saved */
  settings: settingsChange.optional(),
  /** absent: as it is now */
  hours: z.enum(['open', 'closed']).optional(),
})

/** Lengths are checked after trimming, with their own messages. */
export const newPair = restoring.extend({
  question: z.string().max(4_000),
  answer: z.string().max(8_000),
  wordings: acceptedWordings,
})

/** 409 without `confirm` where other answers get worse. */
export const newQuestion = restoring.extend({ question: z.string().max(4_000) })

export const botApi = {
  'POST /api/v1/bot/ask': {
    summary: 'Asks the bot a trial question; nothing is sent or counted.',
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
      trace,
      searched: z.object({
        retrieved: z.number(),
        passages: z.number(),
      }),
    }),
  },
  'POST /api/v1/conversations/:id/suggest-reply': {
    summary: "Suggests a reply to the customer's latest messages; nothing is sent or counted.",
    params: byId,
    result: suggestedReply,
  },
  'GET /api/v1/bot/settings': { summary: "Returns the bot's settings.", result: botSettings },
  'GET /api/v1/bot/starters': {
    summary: 'Returns the questions that the chat box suggests by itself, and those that customers often ask.',
    result: z.object({
      suggested: z.object({ vi: z.array(z.string()), en: z.array(z.string()) }),
      asked: z.array(z.string()),
    }),
  },
  'GET /api/v1/bot/error-rate': {
    summary: 'Returns how many answers each allowed error rate leaves.',
    result: errorRate,
  },
  'PUT /api/v1/bot/settings': {
    summary: "Changes the bot's settings; asks for confirmation where test questions are answered worse.",
    body: settingsBody,
    result: botSettings,
  },
  'GET /api/v1/bot/model': {
    summary: 'Returns the language model settings of the shop, without the key.',
    result: modelSettingsShown,
  },
  'PUT /api/v1/bot/model': {
    summary: 'Sets the language model of the shop.',
    body: modelSettings,
    result: modelSettingsShown,
  },
  'DELETE /api/v1/bot/model': { summary: "Removes the shop's own language model.", result: modelSettingsShown },
  'POST /api/v1/bot/model/test': {
    summary: 'Tests a language model with the given settings.',
    body: z.object({ settings: modelSettings.optional() }),
    result: modelTestResult,
  },
  'GET /api/v1/bot/search-model': {
    summary: 'Returns the embedding model settings of the shop, without the key.',
    result: modelSettingsShown,
  },
  'PUT /api/v1/bot/search-model': {
    summary: 'Sets the embedding model of the shop.',
    body: searchModelSettings,
    result: modelSettingsShown,
  },
  'DELETE /api/v1/bot/search-model': { summary: "Removes the shop's own embedding model.", result: modelSettingsShown },
  'POST /api/v1/bot/search-model/test': {
    summary: 'Tests an embedding model with the given settings.',
    body: z.object({ settings: searchModelSettings.optional() }),
    result: modelTestResult,
  },
  'POST /api/v1/answers/:id/improve': {
    summary: 'Corrects an answer with new words or a passage of the documents.',
    params: byId,
    body: improvement,
    result: correction,
  },
  'POST /api/v1/answers/:id/replay': {
    summary: "Answers the same messages again with today's knowledge; nothing is sent or counted.",
    params: byId,
    result: replay,
  },
  'POST /api/v1/teaching/wordings': {
    summary: 'Proposes other ways to ask a question.',
    body: wordingsAsked,
    result: proposedWordings,
  },
  'POST /api/v1/teaching/preview': {
    summary: 'Previews which answers would change if a question and answer were taught.',
    body: teachingTried,
    result: teachingPreview,
  },
  'POST /api/v1/regression-cases': {
    summary: 'Adds a test question whose answer has to stay right.',
    body: newCase,
    result: regressionCase,
  },
  'POST /api/v1/regression-runs': { summary: 'Runs all test questions now.', result: nothing },
  'PATCH /api/v1/regression-cases/:id': {
    summary: 'Changes a test question or its expected answer.',
    params: byId,
    body: changedCase,
    result: regressionCase,
  },
  'DELETE /api/v1/regression-cases/:id': { summary: 'Deletes a test question.', params: byId, result: nothing },
  'POST /api/v1/answers/:id/like': {
    summary: 'Marks an answer as good and makes it a test question.',
    params: byId,
    result: regressionCase,
  },
  'DELETE /api/v1/answers/:id/like': {
    summary: 'Takes a like back and deletes its test question.',
    params: byId,
    result: nothing,
  },
  'POST /api/v1/sources/pairs': {
    summary: 'Adds a question and answer; it waits for approval where it makes other answers worse.',
    body: newPair,
    result: source,
  },
  'PUT /api/v1/sources/pairs/:id': {
    summary: 'Changes a question and answer.',
    params: byId,
    body: newPair,
    result: source,
  },
  'POST /api/v1/passages/:id/questions': {
    summary: 'Adds another wording by which a passage is found.',
    params: byId,
    body: newQuestion,
    result: passageQuestion,
  },
  'DELETE /api/v1/passage-questions/:id': {
    summary: 'Removes a wording of a passage.',
    params: byId,
    query: confirmQuery,
    result: nothing,
  },
  'PUT /api/v1/facts': {
    summary: 'Corrects a fact that the bot has read from a document.',
    body: factEdit,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/facts/:id': {
    summary: 'Takes the correction of a fact back.',
    params: byId,
    query: factEditGone,
    result: nothing,
  },
  'POST /api/v1/sources/:id/publish': {
    summary: 'Publishes a document version that was held back because it makes answers worse.',
    params: byId,
    body: confirmation,
    result: source,
  },
  'POST /api/v1/sources/:id/drop': {
    summary: 'Discards a document version that was held back.',
    params: byId,
    result: source,
  },
  'POST /api/v1/sources/:id/try-removal': {
    summary: 'Previews which answers would change without a document.',
    params: byId,
    result: z.object({
      total: z.number(),
      better: z.number(),
      worse: z.number(),
      changed: z.number(),
      details: z.array(runDetail),
    }),
  },
  'GET /api/v1/sources/:id/uses': {
    summary: 'Returns which recent answers quoted a document, and where its passages are in the file.',
    params: byId,
    result: sourceUses,
  },
  'GET /api/v1/sources/:id/uses/line': {
    summary: 'Lists the latest questions of customers that were answered from one line of a document, at most twenty.',
    params: byId,
    query: lineUsesQuery,
    result: z.array(sourceUse),
  },
  'GET /api/v1/sources/:id/versions': {
    summary: 'Lists earlier versions of a document that can be restored.',
    params: byId,
    result: z.array(sourceVersion),
  },
  'POST /api/v1/sources/:id/restore': {
    summary: 'Restores an earlier version of one document.',
    params: byId,
    body: sourceRestoring,
    result: restored,
  },
  'POST /api/v1/knowledge/versions/:version/restore': {
    summary: 'Restores everything the bot knew in an earlier version.',
    params: z.object({ version: z.coerce.number().int().min(0) }),
    body: restoring,
    result: restored,
  },
  'DELETE /api/v1/corrections/:id': {
    summary: 'Takes the correction of an answer back.',
    params: byId,
    query: confirmQuery,
    result: nothing,
  },
  'POST /api/v1/unanswered/:id/answer': {
    summary: 'Answers an unanswered question, teaches it to the bot and replies to the customers who asked.',
    params: byId,
    body: settlement,
    result: settled,
  },
  'POST /api/v1/unanswered/:id/ignore': { summary: 'Ignores an unanswered question.', params: byId, result: nothing },
  'POST /api/v1/unanswered/:id/reopen': { summary: 'Reopens an ignored question.', params: byId, result: nothing },
} satisfies ApiPart
