import { z } from 'zod'
import { hours } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import {
  notificationEmail,
  notificationEmailCode,
  notificationSetting,
  notificationsRead,
  pushNames,
  pushRenewal,
  pushSubscription,
} from '#shared/contracts/notifications.contract.ts'
import { announcement, announcementReachQuery } from '#shared/contracts/announcements.contract.ts'
import { announce, listAnnouncements, previewAnnouncement, tellAnnouncement } from './announce.ts'
import { mailNotifications } from './mail-notifications.ts'
import { chooseNotificationEmail, confirmNotificationEmail } from './notification-email.ts'
import {
  choosePushNames,
  forgetDevice,
  forgetSilentDevices,
  keepDevice,
  readPushKey,
  renewDevice,
  tryDevice,
} from './push-devices.ts'
import { chooseSetting, forgetOldNotifications, markRead, readWithConversation } from './read-notifications.ts'
import { pushNotification, sendPush } from './send-push.ts'
import { tellCampaignFinished, tellCampaignPaused } from './tell-campaign.ts'
import { tellAssigned, tellContactDetail, tellIntent, tellPersonWanted } from './tell-conversations.ts'
import { tellDataRequest } from './tell-data-request.ts'
import { tellChannelDeaf } from './tell-deaf.ts'
import { tellCommission, tellWithdrawal } from './tell-earnings.ts'
import { tellCredited, tellOrderFailed, tellRefund, tellSettled, tellTrialEnding } from './tell-payments.ts'
import { tellMentioned } from './tell-mentioned.ts'
import {
  tellDeskCommission,
  tellDeskDispute,
  tellDeskEInvoice,
  tellDeskOdd,
  tellDeskProof,
  tellDeskRefund,
  tellDeskTransfer,
  tellDeskWithdrawal,
} from './tell-operators.ts'
import {
  tellAlmostUsed,
  tellChannelCrowded,
  tellChannelLost,
  tellFailed,
  tellProcessed,
  tellUsed,
  tellWaiting,
} from './tell-shop.ts'

const params = z.object({ id: z.uuid() })

export const notificationsFeature: Feature = {
  name: 'notifications',
  routes: [
    route('PUT /api/v1/notifications/settings', { who: 'person', body: notificationSetting }, chooseSetting),
    route('POST /api/v1/notifications/read', { who: 'person', body: notificationsRead }, markRead),
    route(
      'PUT /api/v1/account/notification-email',
      { who: 'person', body: notificationEmail },
      chooseNotificationEmail,
    ),
    route(
      'POST /api/v1/account/notification-email/confirm',
      { who: 'person', body: notificationEmailCode },
      confirmNotificationEmail,
    ),
    route('GET /api/v1/push-key', { who: 'person' }, readPushKey),
    route('POST /api/v1/push-subscriptions', { who: 'person', status: 201, body: pushSubscription }, keepDevice),
    route('POST /api/v1/push-subscriptions/renew', { who: 'anyone', body: pushRenewal }, renewDevice),
    route('POST /api/v1/push-subscriptions/:id/try', { who: 'person', status: 202, params }, tryDevice),
    route('DELETE /api/v1/push-subscriptions/:id', { who: 'person', params }, forgetDevice),
    route('PUT /api/v1/push-names', { who: 'admin', body: pushNames }, choosePushNames),
    route('POST /api/v1/operator/announcements', { who: 'operator', status: 202, body: announcement }, announce),
    route('GET /api/v1/operator/announcements', { who: 'operator' }, listAnnouncements),
    route(
      'GET /api/v1/operator/announcements/reach',
      { who: 'operator', query: announcementReachQuery },
      previewAnnouncement,
    ),
  ],
  // In the fact's own transaction: there is no second delivery.
  hears: {
    'broadcast.finished': { 'tell admins': tellCampaignFinished },
    'broadcast.paused': { 'tell admins': tellCampaignPaused },
    'data-request.due': { 'tell admins': tellDataRequest },
    'person.wanted': { 'tell of it': tellPersonWanted },
    'intent.opened': { 'tell of it': tellIntent },
    'contact.detail-found': { 'tell of it': tellContactDetail },
    'conversation.assigned': { 'tell of it': tellAssigned },
    'conversation.read': { 'what is told of it is read': readWithConversation },
    'member.mentioned': { 'tell of it': tellMentioned },
    'channel.lost': { 'tell of it': tellChannelLost },
    'channel.crowded': { 'tell of it': tellChannelCrowded },
    'channel.endangered': { 'tell of it': tellChannelDeaf },
    'source.processed': { 'tell of it': tellProcessed },
    'source.failed': { 'tell of it': tellFailed },
    'source.waiting': { 'tell of it': tellWaiting },
    'usage.almost-reached': { 'tell of it': tellAlmostUsed },
    'usage.reached': { 'tell of it': tellUsed },
    'order.settled': { 'tell of it': tellSettled },
    'order.failed': { 'tell of it': tellOrderFailed },
    'payment.credited': { 'tell of it': tellCredited },
    'refund.changed': { 'tell of it': tellRefund, 'tell operators': tellDeskRefund },
    'commission.changed': { 'tell of it': tellCommission, 'tell operators': tellDeskCommission },
    'withdrawal.changed': { 'tell of it': tellWithdrawal, 'tell operators': tellDeskWithdrawal },
    'proof.sent': { 'tell operators': tellDeskProof },
    'transfer.unmatched': { 'tell operators': tellDeskTransfer },
    'e-invoice.requested': { 'tell operators': tellDeskEInvoice },
    'dispute.opened': { 'tell operators': tellDeskDispute },
    'payment.odd': { 'tell operators': tellDeskOdd },
    'trial.ending': { 'tell of it': tellTrialEnding },
  },
  jobs: {
    'mail notifications': mailNotifications,
    'tell announcement': tellAnnouncement,
    'push notification': pushNotification,
    'send push': sendPush,
  },
  timers: {
    'forget notifications': { every: hours(24), run: forgetOldNotifications },
    'forget silent devices': { every: hours(24), run: forgetSilentDevices },
  },
}
