import type { z } from 'zod'
import type { botApi } from './bot/bot.api.ts'
import type { intentsApi } from './bot/intents.api.ts'
import type { billingDeskApi } from './billing/billing-desk.api.ts'
import type { billingApi } from './billing/billing.api.ts'
import type { referralDeskApi } from './billing/referral-desk.api.ts'
import type { referralsApi } from './billing/referrals.api.ts'
import type { broadcastsApi } from './campaigns/broadcasts.api.ts'
import type { sequencesApi } from './campaigns/sequences.api.ts'
import type { channelsApi } from './channels/channels.api.ts'
import type { facebookApi } from './channels/facebook.api.ts'
import type { customersApi } from './customers/customers.api.ts'
import type { firstStepsApi } from './first-steps.api.ts'
import type { inboxApi } from './inbox/inbox.api.ts'
import type { notificationsApi } from './notifications.api.ts'
import type { operationsApi } from './operations.api.ts'
import type { platformApi } from './platform.api.ts'
import type { sessionsApi } from './sessions.api.ts'
import type { siteApi } from './site.api.ts'
import type { ssoApi } from './sso/sso.api.ts'
import type { statisticsApi } from './statistics.api.ts'
import type { statusApi } from './status/status.api.ts'
import type { trainingApi } from './training/training.api.ts'
import type { usageApi } from './usage.api.ts'
import type { widgetApi } from './widget.api.ts'
import type { workspacesApi } from './workspaces.api.ts'

/** Types only, so that clients bundle no schemas. */
export type Api = typeof botApi &
  typeof intentsApi &
  typeof billingApi &
  typeof billingDeskApi &
  typeof referralsApi &
  typeof referralDeskApi &
  typeof broadcastsApi &
  typeof sequencesApi &
  typeof channelsApi &
  typeof facebookApi &
  typeof customersApi &
  typeof firstStepsApi &
  typeof inboxApi &
  typeof notificationsApi &
  typeof operationsApi &
  typeof platformApi &
  typeof sessionsApi &
  typeof siteApi &
  typeof ssoApi &
  typeof statisticsApi &
  typeof statusApi &
  typeof trainingApi &
  typeof usageApi &
  typeof widgetApi &
  typeof workspacesApi

export type ApiAddress = keyof Api

export type Result<A extends ApiAddress> = z.output<Api[A]['result']>

export type Asked<A extends ApiAddress> = A extends unknown
  ? Part<Api[A], 'params'> & Part<Api[A], 'query'> & Part<Api[A], 'body'>
  : never

type Part<E, Name extends string> =
  E extends Record<Name, infer S extends z.ZodType>
    ? object extends z.input<S>
      ? { [N in Name]?: z.input<S> }
      : { [N in Name]: z.input<S> }
    : object
