import { days, seconds } from '#platform/clock.ts'
import { type Feature, routesOf } from '#platform/feature.ts'
import { copyBroadcast, retryBroadcast } from './sending/retry-broadcast.ts'
import { askAfterClosing, askForConsent } from './asking/ask-after-closing.ts'
import { askByHand } from './asking/ask-by-hand.ts'
import { handleDueAsk } from './asking/handle-due-request.ts'
import { askMaySend } from './audience/ask-may-send.ts'
import { cancelBroadcast, closeBroadcast, pauseBroadcast, resumeBroadcast } from './sending/change-state.ts'
import { handlePlanOver, handleTrialOver } from './sending/pause.ts'
import { changeBroadcast, makeBroadcast, removeBroadcast } from './drafts/drafts.ts'
import { feedBroadcast } from './sending/feed-broadcast.ts'
import { forgetOldLinks, forgetOldMarks, forgetOldRuns } from './forget-marks-and-runs.ts'
import {
  handleAnswer,
  handleDue,
  handleFailed,
  handleLeft,
  handleLost,
  handleSent,
  handleUnsure,
} from './replies/handle-message-events.ts'
import { handleButtonPress, handleBroadcastTagMerged } from './replies/handle-button-press.ts'
import { linkRoutes } from './links/follow-link.ts'
import { forgetLinksOf } from './links/count-links.ts'
import { saveDefinition, saveSegment } from './audience/save-segment.ts'
import { handleAdsRefused, handleMarketingSent, nameBroadcast } from './marketing/message-campaign.ts'
import { listOfCustomer } from './audience/list-of-customer.ts'
import { listRecipients } from './audience/list-recipients.ts'
import { mergeSent } from './sending/merge-sent.ts'
import { planBroadcast } from './sending/plan-broadcast.ts'
import { countPreview, previewBroadcast } from './drafts/preview-broadcast.ts'
import { forgetInPreviews } from './drafts/preview-people.ts'
import { saveRules, seeRules } from './rules/save-rules.ts'
import { countOn } from './sending/detect-restore.ts'
import {
  handleAssigned,
  handleContactJoined,
  handleErased,
  handleMerged,
  handleRefused,
  handleSplit,
  handleSubscription,
  handleTagMerged,
  handleTrialEnded,
  handleWanted,
} from './sequences/handle-exits.ts'
import { handleTemplateOfSteps } from './sequences/handle-step-template.ts'
import { handleStepDue, handleStepFailed, handleStepSent, handleStepUnsure } from './sequences/handle-step-events.ts'
import {
  handleCustomerTagged,
  handleDetail,
  handleFollowed,
  handleIntentSettled,
  handleOpened,
} from './sequences/enter-sequence.ts'
import { closeSequence } from './sequences/runs.ts'
import { sequenceRoutes, sequenceTimers } from './sequences/sequence-routes.ts'
import { startBroadcast } from './sending/start.ts'
import { advanceBroadcasts } from './sending/advance-broadcasts.ts'
import { handleTemplate, handleWithdrawn } from './templates/handle-template.ts'
import { handleTestCode, readTestContacts } from './drafts/test-contacts.ts'
import { tryBroadcast } from './drafts/try-broadcast.ts'
import { broadcastsApi } from '#shared/contracts/campaigns/broadcasts.api.ts'

const route = routesOf(broadcastsApi)

export const broadcastsFeature: Feature = {
  name: 'broadcasts',
  routes: [
    route('POST /api/v1/broadcasts', { who: 'member', keys: true, status: 201 }, makeBroadcast),
    route('PATCH /api/v1/broadcasts/:id', { who: 'member', keys: true }, changeBroadcast),
    route('DELETE /api/v1/broadcasts/:id', { who: 'member', keys: true }, removeBroadcast),
    route('POST /api/v1/broadcasts/:id/preview', { who: 'member', keys: true, costly: true }, previewBroadcast),
    route('POST /api/v1/broadcasts/:id/test', { who: 'member', costly: true }, tryBroadcast),
    route('GET /api/v1/test-contacts', { who: 'member' }, readTestContacts),
    route('POST /api/v1/broadcasts/:id/start', { who: 'admin', keys: true, costly: true }, startBroadcast),
    route('POST /api/v1/broadcasts/:id/pause', { who: 'member', keys: true }, pauseBroadcast),
    route('POST /api/v1/broadcasts/:id/resume', { who: 'admin', keys: true }, resumeBroadcast),
    route('POST /api/v1/broadcasts/:id/cancel', { who: 'member', keys: true }, cancelBroadcast),
    route('POST /api/v1/broadcasts/:id/retry', { who: 'admin', keys: true, costly: true }, retryBroadcast),
    route('POST /api/v1/broadcasts/:id/copy', { who: 'member', keys: true, status: 201 }, copyBroadcast),
    route('GET /api/v1/broadcasts/:id/recipients', { who: 'member', keys: true }, listRecipients),
    route('GET /api/v1/customers/:id/broadcasts', { who: 'member', keys: true }, listOfCustomer),
    route('POST /api/v1/customers/:id/ask', { who: 'member' }, askByHand),
    route('GET /api/v1/campaign-rules', { who: 'member', keys: true }, seeRules),
    route('PUT /api/v1/campaign-rules', { who: 'admin' }, saveRules),
    route('POST /api/v1/may-send', { who: 'member', keys: true }, askMaySend),
    ...sequenceRoutes,
  ],
  onEmit: {
    'campaign.due': {
      'ask the rules': handleDue,
      'ask for the request': handleDueAsk,
      'ask for the step': handleStepDue,
    },
    'conversation.closed': { 'ask for consent': askAfterClosing },
    'message.sent': {
      'record sent': handleSent,
      'record step sent': handleStepSent,
      'wait for the next to a subscription': handleMarketingSent,
    },
    'message.failed': {
      'record failed': handleFailed,
      'handle withdrawn template': handleWithdrawn,
      'record step failed': handleStepFailed,
    },
    'template.changed': { 'pause broadcasts': handleTemplate, 'check sequences': handleTemplateOfSteps },
    'message.unsure': { 'record unsure': handleUnsure, 'record step unsure': handleStepUnsure },
    'message.received': { 'record answer': handleAnswer, 'handle test code': handleTestCode },
    'button.pressed': { 'enter sequence': handleButtonPress },
    'segment.removed': { 'save segment': saveSegment },
    'segment.changed': { 'save definition': saveDefinition },
    'channel.ads-refused': { 'pause broadcasts': handleAdsRefused },
    'channel.lost': { 'pause broadcasts': handleLost },
    'channel.disconnected': { 'pause broadcasts': handleLost },
    'conversation.opened': { 'start sequences': handleOpened },
    'customer.tagged': { 'start sequences': handleCustomerTagged },
    'contact.detail-found': { 'start sequences': handleDetail },
    'contact.followed': { 'start sequences': handleFollowed, 'record refusal': handleLeft },
    'contact.subscribed': { 'record refusal': handleLeft },
    'intent.settled': { 'start sequences': handleIntentSettled },
    'consent.changed': { 'leave sequences': handleRefused },
    'person.wanted': { 'leave sequences': handleWanted },
    'conversation.assigned': { 'leave sequences': handleAssigned },
    'customer.merged': { 'pass sequences on': handleMerged },
    'customer.split': { 'part sequences': handleSplit },
    'customer.erased': {
      'forget sequences': handleErased,
      'forget in previews': forgetInPreviews,
      'forget links': forgetLinksOf,
    },
    'contact.joined': { 'pass sequences on': handleContactJoined, 'pass on what was sent': mergeSent },
    'tag.merged': {
      'replace the tag in sequences': handleTagMerged,
      'replace the tag in broadcasts': handleBroadcastTagMerged,
    },
    'trial.ended': { 'pause broadcasts': handleTrialOver, 'pause sequences': handleTrialEnded },
    'subscription.changed': { 'pause broadcasts': handlePlanOver, 'pause sequences': handleSubscription },
  },
  jobs: {
    'preview broadcast': countPreview,
    'plan broadcast': planBroadcast,
    'feed broadcast': feedBroadcast,
    'close broadcast': closeBroadcast,
    'name broadcast': nameBroadcast,
    'ask for consent': askForConsent,
    'close sequence': closeSequence,
  },
  timers: {
    'count what may be sent': { every: seconds(60), run: countOn },
    'advance broadcasts': { every: seconds(60), run: advanceBroadcasts },
    'forget marks': { every: days(1), run: forgetOldMarks },
    'forget links': { every: days(1), run: forgetOldLinks },
    'forget sequence runs': { every: days(1), run: forgetOldRuns },
    ...sequenceTimers,
  },
  plugin: linkRoutes,
}
