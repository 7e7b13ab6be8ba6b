import { z } from 'zod'
import { days, seconds } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import {
  broadcastCopy,
  broadcastDraft,
  broadcastPreviewAsked,
  broadcastRetry,
  broadcastStart,
  broadcastTry,
  maySendAsked,
  recipientsQuery,
} from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { askedByHand, campaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { copyBroadcast, retryBroadcast } from './sending/again.ts'
import { askAfterClosing, askForConsent } from './asking/ask-after-closing.ts'
import { askByHand } from './asking/ask-by-hand.ts'
import { hearDueAsk } from './asking/hear-due-ask.ts'
import { askMaySend } from './audience/ask-may-send.ts'
import { cancelBroadcast, closeBroadcast, pauseBroadcast, resumeBroadcast } from './sending/change-state.ts'
import { hearPlanOver, hearTrialOver } from './sending/pause.ts'
import { changeBroadcast, makeBroadcast, removeBroadcast } from './drafts/drafts.ts'
import { feedBroadcast } from './sending/feed-broadcast.ts'
import { forgetOldLinks, forgetOldMarks, forgetOldRuns } from './forget-marks-and-runs.ts'
import { hearAnswer, hearDue, hearFailed, hearLost, hearSent, hearUnsure } from './replies/hear-messages.ts'
import { hearPress } from './replies/hear-press.ts'
import { linkRoutes } from './links/follow-link.ts'
import { forgetLinksOf } from './links/count-links.ts'
import { keepDefinition, keepSegment } from './audience/keep-segment.ts'
import { hearAdsRefused, nameBroadcast } from './marketing/message-campaign.ts'
import { listOfCustomer } from './audience/list-of-customer.ts'
import { listRecipients } from './audience/list-recipients.ts'
import { passOnSent } from './sending/pass-on-sent.ts'
import { planBroadcast } from './sending/plan-broadcast.ts'
import { countPreview, previewBroadcast } from './drafts/preview-broadcast.ts'
import { forgetInPreviews } from './drafts/preview-people.ts'
import { keepRules, seeRules } from './rules/keep-rules.ts'
import { countOn } from './sending/restored.ts'
import {
  hearAssigned,
  hearContactJoined,
  hearErased,
  hearMerged,
  hearRefused,
  hearSplit,
  hearSubscription,
  hearTagMerged,
  hearTrialEnded,
  hearWanted,
} from './sequences/hear-exits.ts'
import { hearStepDue, hearStepFailed, hearStepSent, hearStepUnsure } from './sequences/hear-step.ts'
import { hearCustomerTagged, hearDetail, hearFollowed, hearOpened } from './sequences/enter-sequence.ts'
import { closeSequence } from './sequences/runs.ts'
import { sequenceRoutes, sequenceTimers } from './sequences/sequence-routes.ts'
import { startBroadcast } from './sending/start.ts'
import { advanceBroadcasts } from './sending/advance-broadcasts.ts'
import { hearTemplate, hearWithdrawn } from './templates/hear-template.ts'
import { hearTestCode, readTestContacts } from './drafts/test-contacts.ts'
import { tryBroadcast } from './drafts/try-broadcast.ts'

const params = z.object({ id: z.uuid() })
const previewAsked = { who: 'member', dear: true, params, body: broadcastPreviewAsked } as const

export const broadcastsFeature: Feature = {
  name: 'broadcasts',
  routes: [
    route('POST /api/v1/broadcasts', { who: 'member', status: 201, body: broadcastDraft }, makeBroadcast),
    route('PATCH /api/v1/broadcasts/:id', { who: 'member', params, body: broadcastDraft }, changeBroadcast),
    route('DELETE /api/v1/broadcasts/:id', { who: 'member', params }, removeBroadcast),
    route('POST /api/v1/broadcasts/:id/preview', previewAsked, previewBroadcast),
    route('POST /api/v1/broadcasts/:id/test', { who: 'member', dear: true, params, body: broadcastTry }, tryBroadcast),
    route('GET /api/v1/test-contacts', { who: 'member' }, readTestContacts),
    route(
      'POST /api/v1/broadcasts/:id/start',
      { who: 'admin', dear: true, params, body: broadcastStart },
      startBroadcast,
    ),
    route('POST /api/v1/broadcasts/:id/pause', { who: 'member', params }, pauseBroadcast),
    route('POST /api/v1/broadcasts/:id/resume', { who: 'admin', params }, resumeBroadcast),
    route('POST /api/v1/broadcasts/:id/cancel', { who: 'member', params }, cancelBroadcast),
    route(
      'POST /api/v1/broadcasts/:id/retry',
      { who: 'admin', dear: true, params, body: broadcastRetry },
      retryBroadcast,
    ),
    route(
      'POST /api/v1/broadcasts/:id/copy',
      { who: 'member', status: 201, params, body: broadcastCopy },
      copyBroadcast,
    ),
    route('GET /api/v1/broadcasts/:id/recipients', { who: 'member', params, query: recipientsQuery }, listRecipients),
    route('GET /api/v1/customers/:id/broadcasts', { who: 'member', params }, listOfCustomer),
    route('POST /api/v1/customers/:id/ask', { who: 'member', params, body: askedByHand }, askByHand),
    route('GET /api/v1/campaign-rules', { who: 'member' }, seeRules),
    route('PUT /api/v1/campaign-rules', { who: 'admin', body: campaignRules }, keepRules),
    route('POST /api/v1/may-send', { who: 'member', body: maySendAsked }, askMaySend),
    ...sequenceRoutes,
  ],
  hears: {
    'campaign.due': { 'ask the rules': hearDue, 'ask for the request': hearDueAsk, 'ask for the step': hearStepDue },
    'conversation.closed': { 'ask for consent': askAfterClosing },
    'message.sent': { 'note sent': hearSent, 'note step sent': hearStepSent },
    'message.failed': {
      'note failed': hearFailed,
      'hear withdrawn template': hearWithdrawn,
      'note step failed': hearStepFailed,
    },
    'template.changed': { 'pause broadcasts': hearTemplate },
    'message.unsure': { 'note unsure': hearUnsure, 'note step unsure': hearStepUnsure },
    'message.received': { 'note answer': hearAnswer, 'hear test code': hearTestCode },
    'button.pressed': { 'enter sequence': hearPress },
    'segment.removed': { 'keep segment': keepSegment },
    'segment.changed': { 'keep definition': keepDefinition },
    'channel.ads-refused': { 'pause broadcasts': hearAdsRefused },
    'channel.lost': { 'pause broadcasts': hearLost },
    'channel.disconnected': { 'pause broadcasts': hearLost },
    'conversation.opened': { 'start sequences': hearOpened },
    'customer.tagged': { 'start sequences': hearCustomerTagged },
    'contact.detail-found': { 'start sequences': hearDetail },
    'contact.followed': { 'start sequences': hearFollowed },
    'consent.changed': { 'leave sequences': hearRefused },
    'person.wanted': { 'leave sequences': hearWanted },
    'conversation.assigned': { 'leave sequences': hearAssigned },
    'customer.merged': { 'pass sequences on': hearMerged },
    'customer.split': { 'part sequences': hearSplit },
    'customer.erased': {
      'forget sequences': hearErased,
      'forget in previews': forgetInPreviews,
      'forget links': forgetLinksOf,
    },
    'contact.joined': { 'pass sequences on': hearContactJoined, 'pass on what was sent': passOnSent },
    'tag.merged': { 'keep the other tag in sequences': hearTagMerged },
    'trial.ended': { 'pause broadcasts': hearTrialOver, 'pause sequences': hearTrialEnded },
    'subscription.changed': { 'pause broadcasts': hearPlanOver, 'pause sequences': hearSubscription },
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
    'tend broadcasts': { every: seconds(60), run: advanceBroadcasts },
    'forget marks': { every: days(1), run: forgetOldMarks },
    'forget links': { every: days(1), run: forgetOldLinks },
    'forget sequence runs': { every: days(1), run: forgetOldRuns },
    ...sequenceTimers,
  },
  plugin: linkRoutes,
}
