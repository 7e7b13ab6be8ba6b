import { hours } from '#platform/clock.ts'
import { type Feature, routesOf } from '#platform/feature.ts'
import { announce, listAnnouncements, previewAnnouncement, notifyAnnouncement } from './announce.ts'
import { mailNotifications } from './mail-notifications.ts'
import { chooseNotificationEmail, confirmNotificationEmail } from './notification-email.ts'
import {
  choosePushNames,
  forgetDevice,
  forgetSilentDevices,
  saveDevice,
  readPushKey,
  renewDevice,
  tryDevice,
} from './push-devices.ts'
import { chooseSetting, forgetOldNotifications, markRead, readWithConversation } from './read-notifications.ts'
import { pushNotification, sendPush } from './send-push.ts'
import {
  notifyCampaignFinished,
  notifyCampaignPaused,
  notifySequenceAds,
  notifySequenceRestored,
  notifySequenceTemplate,
} from './notify-campaign.ts'
import { notifyAssigned, notifyContactDetail, notifyIntent, notifyPersonWanted } from './notify-conversations.ts'
import { notifyDataRequest } from './notify-data-request.ts'
import { notifySilentChannel } from './notify-silent-channel.ts'
import { notifyCommission, notifyWithdrawal } from './notify-earnings.ts'
import {
  notifyCredited,
  notifyOffer,
  notifyOrderFailed,
  notifyRefund,
  notifySettled,
  notifyTrialEnding,
} from './notify-payments.ts'
import { notifyMentioned } from './notify-mentioned.ts'
import {
  notifyDeskCommission,
  notifyDeskDispute,
  notifyDeskEInvoice,
  notifyDeskOdd,
  notifyDeskOffer,
  notifyDeskProof,
  notifyDeskRefund,
  notifyDeskTransfer,
  notifyDeskWithdrawal,
} from './notify-operators.ts'
import {
  notifyAlmostUsed,
  notifyChannelCrowded,
  notifyChannelLost,
  notifyFailed,
  notifyPaidReplies,
  notifyProcessed,
  notifyUsed,
  notifyWaiting,
} from './notify-shop.ts'
import { notificationsApi } from '#shared/contracts/notifications.api.ts'

const route = routesOf(notificationsApi)

export const notificationsFeature: Feature = {
  name: 'notifications',
  routes: [
    route('PUT /api/v1/notifications/settings', { who: 'person' }, chooseSetting),
    route('POST /api/v1/notifications/read', { who: 'person' }, markRead),
    route('PUT /api/v1/account/notification-email', { who: 'person' }, chooseNotificationEmail),
    route('POST /api/v1/account/notification-email/confirm', { who: 'person' }, confirmNotificationEmail),
    route('GET /api/v1/push-key', { who: 'person' }, readPushKey),
    route('POST /api/v1/push-subscriptions', { who: 'person', status: 201 }, saveDevice),
    route('POST /api/v1/push-subscriptions/renew', { who: 'anyone' }, renewDevice),
    route('POST /api/v1/push-subscriptions/:id/try', { who: 'person', status: 202 }, tryDevice),
    route('DELETE /api/v1/push-subscriptions/:id', { who: 'person' }, forgetDevice),
    route('PUT /api/v1/push-names', { who: 'admin' }, choosePushNames),
    route('POST /api/v1/operator/announcements', { who: 'operator', status: 202 }, announce),
    route('GET /api/v1/operator/announcements', { who: 'operator' }, listAnnouncements),
    route('GET /api/v1/operator/announcements/reach', { who: 'operator' }, previewAnnouncement),
  ],
  // In the event's own transaction: there is no second delivery.
  onEmit: {
    'broadcast.finished': { 'tell admins': notifyCampaignFinished },
    'broadcast.paused': { 'tell admins': notifyCampaignPaused },
    'sequence.template-withdrawn': { 'tell admins': notifySequenceTemplate },
    'sequence.ads-refused': { 'tell admins': notifySequenceAds },
    'sequence.restored': { 'tell admins': notifySequenceRestored },
    'data-request.due': { 'tell admins': notifyDataRequest },
    'person.wanted': { 'tell of it': notifyPersonWanted },
    'intent.opened': { 'tell of it': notifyIntent },
    'contact.detail-found': { 'tell of it': notifyContactDetail },
    'conversation.assigned': { 'tell of it': notifyAssigned },
    'conversation.read': { 'what is told of it is read': readWithConversation },
    'member.mentioned': { 'tell of it': notifyMentioned },
    'channel.lost': { 'tell of it': notifyChannelLost },
    'channel.crowded': { 'tell of it': notifyChannelCrowded },
    'paid-replies.used': { 'tell admins': notifyPaidReplies },
    'channel.endangered': { 'tell of it': notifySilentChannel },
    'source.processed': { 'tell of it': notifyProcessed },
    'source.failed': { 'tell of it': notifyFailed },
    'source.waiting': { 'tell of it': notifyWaiting },
    'usage.almost-reached': { 'tell of it': notifyAlmostUsed },
    'usage.reached': { 'tell of it': notifyUsed },
    'order.settled': { 'tell of it': notifySettled },
    'order.failed': { 'tell of it': notifyOrderFailed },
    'payment.credited': { 'tell of it': notifyCredited },
    'refund.changed': { 'tell of it': notifyRefund, 'tell operators': notifyDeskRefund },
    'commission.changed': { 'tell of it': notifyCommission, 'tell operators': notifyDeskCommission },
    'withdrawal.changed': { 'tell of it': notifyWithdrawal, 'tell operators': notifyDeskWithdrawal },
    'proof.sent': { 'tell operators': notifyDeskProof },
    'transfer.unmatched': { 'tell operators': notifyDeskTransfer },
    'e-invoice.requested': { 'tell operators': notifyDeskEInvoice },
    'dispute.opened': { 'tell operators': notifyDeskDispute },
    'payment.odd': { 'tell operators': notifyDeskOdd },
    'trial.ending': { 'tell of it': notifyTrialEnding },
    'offer.changed': { 'tell of it': notifyOffer },
    'offer.accepted': { 'tell operators': notifyDeskOffer },
  },
  jobs: {
    'mail notifications': mailNotifications,
    'tell announcement': notifyAnnouncement,
    'push notification': pushNotification,
    'send push': sendPush,
  },
  timers: {
    'forget notifications': { every: hours(24), run: forgetOldNotifications },
    'forget silent devices': { every: hours(24), run: forgetSilentDevices },
  },
}
