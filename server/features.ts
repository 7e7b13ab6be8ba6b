import type { Feature } from '#platform/feature.ts'
import { workspacesFeature } from '#features/workspaces/workspaces.feature.ts'
import { usageFeature } from '#features/usage/usage.feature.ts'
import { billingFeature } from '#features/billing/billing.feature.ts'
import { referralsFeature } from '#features/referrals/referrals.feature.ts'
import { channelsFeature } from '#features/channels/channels.feature.ts'
import { customersFeature } from '#features/customers/customers.feature.ts'
import { intentsFeature } from '#features/intents/intents.feature.ts'
import { inboxFeature } from '#features/inbox/inbox.feature.ts'
import { botFeature } from '#features/bot/bot.feature.ts'
import { firstStepsFeature } from '#features/first-steps/first-steps.feature.ts'
import { broadcastsFeature } from '#features/broadcasts/broadcasts.feature.ts'
import { notificationsFeature } from '#features/notifications/notifications.feature.ts'
import { operationsFeature } from '#features/operations/operations.feature.ts'
import { siteFeature } from '#features/site/site.feature.ts'
import { statisticsFeature } from '#features/statistics/statistics.feature.ts'
import { statusFeature } from '#features/status/status.feature.ts'
import { trainingFeature } from '#features/training/training.feature.ts'

/** In any order: which may use which is oxlint.config.ts. */
export const features: Feature[] = [
  workspacesFeature,
  usageFeature,
  billingFeature,
  referralsFeature,
  channelsFeature,
  inboxFeature,
  customersFeature,
  intentsFeature,
  trainingFeature,
  botFeature,
  firstStepsFeature,
  broadcastsFeature,
  notificationsFeature,
  statisticsFeature,
  siteFeature,
  operationsFeature,
  statusFeature,
]
