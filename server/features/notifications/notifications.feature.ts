import { hours } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import {
  announcement,
  notificationEmail,
  notificationEmailCode,
  notificationSetting,
  notificationsRead,
} from '#shared/contracts/notifications.contract.ts'
import { announce, tellAnnouncement } from './announce.ts'
import { mailNotifications } from './mail-notifications.ts'
import { chooseNotificationEmail, confirmNotificationEmail } from './notification-email.ts'
import { chooseSetting, forgetOldNotifications, markRead } from './read-notifications.ts'
import { tellAssigned, tellContactDetail, tellPersonWanted } from './tell-conversations.ts'
import { tellCredited, tellOrderFailed, tellRefund, tellSettled, tellTrialEnding } from './tell-payments.ts'
import { tellAlmostUsed, tellChannelLost, tellFailed, tellProcessed, tellUsed, tellWaiting } from './tell-shop.ts'

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
    route('POST /api/v1/operator/announcements', { who: 'operator', status: 202, body: announcement }, announce),
  ],
  // In the fact's own transaction: there is no second delivery.
  hears: {
    'person.wanted': { 'tell of it': tellPersonWanted },
    'contact.detail-found': { 'tell of it': tellContactDetail },
    'conversation.assigned': { 'tell of it': tellAssigned },
    'channel.lost': { 'tell of it': tellChannelLost },
    'source.processed': { 'tell of it': tellProcessed },
    'source.failed': { 'tell of it': tellFailed },
    'source.waiting': { 'tell of it': tellWaiting },
    'usage.almost-reached': { 'tell of it': tellAlmostUsed },
    'usage.reached': { 'tell of it': tellUsed },
    'order.settled': { 'tell of it': tellSettled },
    'order.failed': { 'tell of it': tellOrderFailed },
    'payment.credited': { 'tell of it': tellCredited },
    'refund.changed': { 'tell of it': tellRefund },
    'trial.ending': { 'tell of it': tellTrialEnding },
  },
  jobs: { 'mail notifications': mailNotifications, 'tell announcement': tellAnnouncement },
  timers: { 'forget notifications': { every: hours(24), run: forgetOldNotifications } },
}
