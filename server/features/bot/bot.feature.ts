import { hours, seconds } from '#platform/clock.ts'
import { type Feature, routesOf } from '#platform/feature.ts'
import { answer } from './answers/answer.ts'
import { answerMissed } from './messages/answer-missed.ts'
import { ask } from './messages/ask.ts'
import { askForPatience } from './messages/ask-for-patience.ts'
import { consider } from './messages/consider.ts'
import { releaseUnsent } from './messages/release-unsent.ts'
import { readErrorRate } from './error-rate/error-rate.ts'
import { changeSettings } from './gate/change-settings.ts'
import { checkAgain, checkAgainLater } from './gate/check-again.ts'
import { admitVersions, checkVersions } from './gate/check-versions.ts'
import { dropSource, publishSource } from './gate/decide-version.ts'
import { listVersions, restoreOne, restoreVersion } from './gate/restore-version.ts'
import { tryRemoval } from './gate/try-removal.ts'
import { rewritePair, writePair } from './gate/write-pair.ts'
import { editFact, restoreFact } from './gate/edit-fact.ts'
import { addWording, removeWording } from './gate/write-wording.ts'
import { improveAnswer } from './drafts/improve-answer.ts'
import { undoCorrection } from './drafts/save-correction.ts'
import { forgetModelUse } from './language-model/model-budget.ts'
import {
  forgetModelSettings,
  readModelSettings,
  saveModelSettings,
  testModel,
} from './language-model/model-settings.ts'
import { readStarters } from './settings/read-starters.ts'
import { getSettings } from './settings/settings.ts'
import { changeCase } from './regression/change-case.ts'
import { addCase, saveCorrectionCase, likeAnswer, removeCase, unlikeAnswer } from './regression/save-case.ts'
import { runCases, runCasesLater, runCasesNow } from './regression/run-cases.ts'
import { embedPassages, embedSoon } from './vectors/embed-passages.ts'
import { replayAnswer } from './messages/replay-answer.ts'
import { readLineUses, readSourceUses } from './quotes/source-uses.ts'
import { suggestReply } from './drafts/suggest-reply.ts'
import { previewTeaching } from './teaching/preview-teaching.ts'
import { proposeWordings } from './teaching/propose-wordings.ts'
import { readGistAnew } from './unanswered/read-gist-anew.ts'
import { recordQuestion } from './unanswered/record-question.ts'
import { answerQuestion, setQuestion } from './unanswered/settle.ts'
import { botApi } from '#shared/contracts/bot/bot.api.ts'

const route = routesOf(botApi)

export const botFeature: Feature = {
  name: 'bot',
  routes: [
    route('POST /api/v1/bot/ask', { who: 'member', costly: true }, ask),
    route('POST /api/v1/conversations/:id/suggest-reply', { who: 'member', costly: true }, suggestReply),
    route('GET /api/v1/bot/settings', { who: 'member' }, getSettings),
    route('GET /api/v1/bot/starters', { who: 'member' }, readStarters),
    route('GET /api/v1/bot/error-rate', { who: 'member' }, readErrorRate),
    route('PUT /api/v1/bot/settings', { who: 'admin', costly: true }, changeSettings),
    route('GET /api/v1/bot/model', { who: 'admin' }, (platform, caller) =>
      readModelSettings(platform, caller, 'reply'),
    ),
    route('PUT /api/v1/bot/model', { who: 'admin' }, (platform, caller, input) =>
      saveModelSettings(platform, caller, input, 'reply'),
    ),
    route('DELETE /api/v1/bot/model', { who: 'admin' }, (platform, caller) =>
      forgetModelSettings(platform, caller, 'reply'),
    ),
    route('POST /api/v1/bot/model/test', { who: 'admin', costly: true }, (platform, caller, { settings }) =>
      testModel(platform, caller, settings, 'reply'),
    ),
    route('GET /api/v1/bot/search-model', { who: 'admin' }, (platform, caller) =>
      readModelSettings(platform, caller, 'search'),
    ),
    route('PUT /api/v1/bot/search-model', { who: 'admin' }, (platform, caller, input) =>
      saveModelSettings(platform, caller, input, 'search'),
    ),
    route('DELETE /api/v1/bot/search-model', { who: 'admin' }, (platform, caller) =>
      forgetModelSettings(platform, caller, 'search'),
    ),
    route('POST /api/v1/bot/search-model/test', { who: 'admin', costly: true }, (platform, caller, { settings }) =>
      testModel(platform, caller, settings, 'search'),
    ),
    route('POST /api/v1/answers/:id/improve', { who: 'member', costly: true, status: 201 }, improveAnswer),
    route('POST /api/v1/answers/:id/replay', { who: 'member', costly: true }, replayAnswer),
    route('POST /api/v1/teaching/wordings', { who: 'member', costly: true }, proposeWordings),
    route('POST /api/v1/teaching/preview', { who: 'member', costly: true }, previewTeaching),
    route('POST /api/v1/regression-cases', { who: 'member', status: 201 }, addCase),
    route('POST /api/v1/regression-runs', { who: 'member' }, runCasesNow),
    route('PATCH /api/v1/regression-cases/:id', { who: 'member' }, changeCase),
    route('DELETE /api/v1/regression-cases/:id', { who: 'member' }, removeCase),
    route('POST /api/v1/answers/:id/like', { who: 'member', status: 201 }, likeAnswer),
    route('DELETE /api/v1/answers/:id/like', { who: 'member' }, unlikeAnswer),
    route('POST /api/v1/sources/pairs', { who: 'member', status: 201 }, writePair),
    route('PUT /api/v1/sources/pairs/:id', { who: 'member' }, rewritePair),
    route('POST /api/v1/passages/:id/questions', { who: 'member', costly: true, status: 201 }, addWording),
    route('DELETE /api/v1/passage-questions/:id', { who: 'member', costly: true }, removeWording),
    route('PUT /api/v1/facts', { who: 'member', costly: true }, editFact),
    route('DELETE /api/v1/facts/:id', { who: 'member', costly: true }, restoreFact),
    route('POST /api/v1/sources/:id/publish', { who: 'member' }, publishSource),
    route('POST /api/v1/sources/:id/drop', { who: 'member' }, dropSource),
    route('POST /api/v1/sources/:id/try-removal', { who: 'member' }, tryRemoval),
    route('GET /api/v1/sources/:id/uses', { who: 'member' }, readSourceUses),
    route('GET /api/v1/sources/:id/uses/line', { who: 'member' }, readLineUses),
    route('GET /api/v1/sources/:id/versions', { who: 'member' }, listVersions),
    route('POST /api/v1/sources/:id/restore', { who: 'member', costly: true }, restoreOne),
    route('POST /api/v1/knowledge/versions/:version/restore', { who: 'admin', costly: true }, restoreVersion),
    route('DELETE /api/v1/corrections/:id', { who: 'member', costly: true }, undoCorrection),
    route('POST /api/v1/unanswered/:id/answer', { who: 'member', status: 201 }, answerQuestion),
    route('POST /api/v1/unanswered/:id/ignore', { who: 'member' }, (platform, caller, { id }) =>
      setQuestion(platform, caller, id, 'ignored'),
    ),
    route('POST /api/v1/unanswered/:id/reopen', { who: 'member' }, (platform, caller, { id }) =>
      setQuestion(platform, caller, id, 'open'),
    ),
  ],
  listens: {
    'question.unanswered': { 'record question': recordQuestion },
    'answer.corrected': { 'save correction case': saveCorrectionCase },
    'channel.connected': { 'answer missed': answerMissed },
  },
  onEmit: {
    'message.failed': { 'give back': releaseUnsent },
    'message.held': { 'give back': releaseUnsent },
    'version.read': { 'admit versions': admitVersions },
    'message.received': { 'consider answer': consider },
    'questions.reworded': { 'read their gist': readGistAnew },
    'knowledge.changed': {
      'embed passages soon': embedSoon,
      'run cases later': runCasesLater,
      'check again later': checkAgainLater,
    },
  },
  jobs: {
    'embed passages': embedPassages,
    'run regression': runCases,
    'check versions': checkVersions,
    'check again': checkAgain,
    answer,
  },
  timers: {
    'forget model use': { every: hours(1), run: forgetModelUse },
    'ask for patience': { every: seconds(20), run: askForPatience },
  },
}
