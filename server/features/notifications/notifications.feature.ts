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
    route('POST /api/v1/notifications/read', { who: 'person', shops: true }, markRead),
    route('PUT /api/v1/account/notification-email', { who: 'person' }, chooseNotificationEmail),
    route('POST /api/v1/account/notification-email/confirm', { who: 'person' }, confirmNotificationEmail),
    route('GET /api/v1/push-key', { who: 'person', shops: true }, readPushKey),
    route('POST /api/v1/push-subscriptions', { who: 'person', shops: true, status: 201 }, saveDevice),
    route('POST /api/v1/push-subscriptions/renew', { who: 'anyone' }, renewDevice),
    route('POST /api/v1/push-subscriptions/:id/try', { who: 'person', shops: true, status: 202 }, tryDevice),
    route('DELETE /api/v1/push-subscriptions/:id', { who: 'person', shops: true }, forgetDevice),
    route('PUT /api/v1/push-names', { who: 'admin' }, choosePushNames),
    route('POST /api/v1/operator/announcements', { who: 'operator', status: 202 }, announce),
    route('GET /api/v1/operator/announcements', { who: 'operator' }, listAnnouncements),
    route('GET /api/v1/operator/announcements/reach', { who: 'operator' }, previewAnnouncement),
  ],
  // In the event's own transaction: there is no second delivery.
  onEmit: {
    'broadcast.finished': { 'notify admins': notifyCampaignFinished },
    'broadcast.paused': { 'notify admins': notifyCampaignPaused },
    'sequence.template-withdrawn': { 'notify admins': notifySequenceTemplate },
    'sequence.ads-refused': { 'notify admins': notifySequenceAds },
    'sequence.restored': { 'notify admins': notifySequenceRestored },
    'data-request.due': { 'notify admins': notifyDataRequest },
    'person.wanted': { notify: notifyPersonWanted },
    'intent.opened': { notify: notifyIntent },
    'contact.detail-found': { notify: notifyContactDetail },
    'conversation.assigned': { notify: notifyAssigned },
    'conversation.read': { 'what is told of it is read': readWithConversation },
    'member.mentioned': { notify: notifyMentioned },
    'channel.lost': { notify: notifyChannelLost },
    'channel.crowded': { notify: notifyChannelCrowded },
    'paid-replies.used': { 'notify admins': notifyPaidReplies },
    'channel.endangered': { notify: notifySilentChannel },
    'source.processed': { notify: notifyProcessed },
    'source.failed': { notify: notifyFailed },
    'source.waiting': { notify: notifyWaiting },
    'usage.almost-reached': { notify: notifyAlmostUsed },
    'usage.reached': { notify: notifyUsed },
    'order.settled': { notify: notifySettled },
    'order.failed': { notify: notifyOrderFailed },
    'payment.credited': { notify: notifyCredited },
    'refund.changed': { notify: notifyRefund, 'notify operators': notifyDeskRefund },
    'commission.changed': { notify: notifyCommission, 'notify operators': notifyDeskCommission },
    'withdrawal.changed': { notify: notifyWithdrawal, 'notify operators': notifyDeskWithdrawal },
    'proof.sent': { 'notify operators': notifyDeskProof },
    'transfer.unmatched': { 'notify operators': notifyDeskTransfer },
    'e-invoice.requested': { 'notify operators': notifyDeskEInvoice },
    'dispute.opened': { 'notify operators': notifyDeskDispute },
    'payment.odd': { 'notify operators': notifyDeskOdd },
    'trial.ending': { notify: notifyTrialEnding },
    'offer.changed': { notify: notifyOffer },
    'offer.accepted': { 'notify operators': notifyDeskOffer },
  },
  jobs: {
    'mail notifications': mailNotifications,
    'send announcement': notifyAnnouncement,
    'push notification': pushNotification,
    'send push': sendPush,
  },
  timers: {
    'forget notifications': { every: hours(24), run: forgetOldNotifications },
    'forget silent devices': { every: hours(24), run: forgetSilentDevices },
  },
}
