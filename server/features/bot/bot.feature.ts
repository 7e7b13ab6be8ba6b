import { z } from 'zod'
import { settingsChange } from '#shared/contracts/bot-settings.contract.ts'
import { improvement, newCase, settlement } from '#shared/contracts/bot.contract.ts'
import { modelSettings } from '#shared/contracts/model.contract.ts'
import { hours } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { answer } from './answer.ts'
import { ask, askBody } from './ask.ts'
import { consider } from './consider.ts'
import { improveAnswer } from './improve-answer.ts'
import { undoCorrection } from './keep-correction.ts'
import { forgetModelUse } from './model-budget.ts'
import { forgetModelSettings, readModelSettings, saveModelSettings, testModel } from './model-settings.ts'
import { changeSettings, getSettings } from './settings.ts'
import { addCase, keepCorrectionCase, removeCase } from './regression/keep-case.ts'
import { runCases, runCasesLater } from './regression/run-cases.ts'
import { replayAnswer } from './replay-answer.ts'
import { noteQuestion } from './unanswered/note-question.ts'
import { answerQuestion, setQuestion } from './unanswered/settle.ts'

/** Without settings: those that are kept. */
const testBody = z.object({ settings: modelSettings.optional() })
const params = z.object({ id: z.uuid() })

export const botFeature: Feature = {
  name: 'bot',
  routes: [
    route('POST /api/v1/bot/ask', { who: 'member', body: askBody }, ask),
    route('GET /api/v1/bot/settings', { who: 'member' }, getSettings),
    route('PUT /api/v1/bot/settings', { who: 'admin', body: settingsChange }, changeSettings),
    route('GET /api/v1/bot/model', { who: 'admin' }, readModelSettings),
    route('PUT /api/v1/bot/model', { who: 'admin', body: modelSettings }, saveModelSettings),
    route('DELETE /api/v1/bot/model', { who: 'admin' }, forgetModelSettings),
    route('POST /api/v1/bot/model/test', { who: 'admin', body: testBody }, (platform, caller, { settings }) =>
      testModel(platform, caller, settings),
    ),
    route('POST /api/v1/answers/:id/improve', { who: 'member', params, body: improvement, status: 201 }, improveAnswer),
    route('POST /api/v1/answers/:id/replay', { who: 'member', params }, replayAnswer),
    route('POST /api/v1/regression-cases', { who: 'member', body: newCase, status: 201 }, addCase),
    route('DELETE /api/v1/regression-cases/:id', { who: 'member', params }, removeCase),
    route('DELETE /api/v1/corrections/:id', { who: 'member', params }, undoCorrection),
    route(
      'POST /api/v1/unanswered/:id/answer',
      { who: 'member', params, body: settlement, status: 201 },
      answerQuestion,
    ),
    route('POST /api/v1/unanswered/:id/ignore', { who: 'member', params }, (platform, caller, { id }) =>
      setQuestion(platform, caller, id, 'ignored'),
    ),
    route('POST /api/v1/unanswered/:id/reopen', { who: 'member', params }, (platform, caller, { id }) =>
      setQuestion(platform, caller, id, 'open'),
    ),
  ],
  listens: {
    'question.unanswered': { 'note question': noteQuestion },
    'answer.corrected': { 'keep correction case': keepCorrectionCase },
  },
  hears: {
    'message.received': { 'consider answer': consider },
    'knowledge.changed': { 'run cases later': runCasesLater },
  },
  jobs: { 'run regression': runCases, answer },
  timers: { 'forget model use': { every: hours(1), run: forgetModelUse } },
}
