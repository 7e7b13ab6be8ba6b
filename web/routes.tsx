import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { addresses, documentAddresses } from '#shared/addresses.ts'
import { HomeRedirect } from './parts/routing/home-redirect.tsx'
import { RouteLayout } from './parts/routing/route-layout.tsx'
import { WorkspaceLayout } from './parts/routing/workspace-layout.tsx'
import { StartupScreen } from './parts/page/loading-screen.tsx'
import { BrokenPage, BrokenSection, ErrorPage, NotFoundPage } from './auth/error-screens.tsx'
import { DocumentRedirect } from './parts/routing/document-redirect.tsx'

const inbox = async () => ({ Component: (await import('./dashboard/inbox/inbox.section.tsx')).InboxSection })
const sequences = async () => ({
  Component: (await import('./dashboard/campaigns/sequences/sequences.section.tsx')).SequencesSection,
})
const campaigns = async () => ({
  Component: (await import('./dashboard/campaigns/campaigns.section.tsx')).CampaignsSection,
})
const operator = async () => ({ Component: (await import('./operator/operator.page.tsx')).OperatorPage })

const sections: RouteObject[] = [
  { index: true, Component: HomeRedirect },
  {
    path: addresses.start,
    lazy: async () => ({ Component: (await import('./start/start.section.tsx')).StartSection }),
  },
  {
    path: addresses.printCode,
    lazy: async () => ({ Component: (await import('./start/print-code.section.tsx')).PrintCodeSection }),
  },
  {
    path: addresses.operations,
    lazy: async () => ({
      Component: (await import('./dashboard/operations/operations.section.tsx')).OperationsSection,
    }),
  },
  { path: addresses.inbox, lazy: inbox },
  { path: addresses.conversation, lazy: inbox },
  {
    path: addresses.answer,
    lazy: async () => ({ Component: (await import('./dashboard/inbox/answer/answer.section.tsx')).AnswerSection }),
  },
  {
    path: addresses.customers,
    lazy: async () => ({ Component: (await import('./dashboard/customers/customers.section.tsx')).CustomersSection }),
  },
  {
    path: addresses.dataRequests,
    lazy: async () => ({
      Component: (await import('./dashboard/customers/requests/requests.section.tsx')).RequestsSection,
    }),
  },
  {
    path: addresses.processingRegister,
    lazy: async () => ({
      Component: (await import('./dashboard/customers/register/register.section.tsx')).RegisterSection,
    }),
  },
  {
    path: addresses.customerImport,
    lazy: async () => ({ Component: (await import('./dashboard/customers/lists/import.section.tsx')).ImportSection }),
  },
  {
    path: addresses.customer,
    lazy: async () => ({ Component: (await import('./dashboard/customers/customer.section.tsx')).CustomerSection }),
  },
  { path: addresses.campaigns, lazy: campaigns },
  { path: addresses.sequences, lazy: sequences },
  { path: addresses.sequence, lazy: sequences },
  {
    path: addresses.greetings,
    lazy: async () => ({
      Component: (await import('./dashboard/campaigns/greetings/greetings.section.tsx')).GreetingsSection,
    }),
  },
  {
    path: addresses.templates,
    lazy: async () => ({
      Component: (await import('./dashboard/campaigns/templates/templates.section.tsx')).TemplatesSection,
    }),
  },
  {
    path: addresses.campaignRules,
    lazy: async () => ({ Component: (await import('./dashboard/campaigns/rules/rules.section.tsx')).RulesSection }),
  },
  { path: addresses.oldGreetings, element: <Navigate to={addresses.greetings} replace /> },
  { path: addresses.oldConsentWords, element: <Navigate to={addresses.campaignRules} replace /> },
  { path: addresses.campaign, lazy: campaigns },
  {
    path: addresses.training,
    lazy: async () => ({ Component: (await import('./dashboard/training/training.section.tsx')).TrainingSection }),
  },
  {
    path: addresses.source,
    lazy: async () => ({ Component: (await import('./dashboard/training/sources/source.section.tsx')).SourceSection }),
  },
  {
    path: addresses.configuration,
    lazy: async () => ({
      Component: (await import('./dashboard/configuration/configuration.section.tsx')).ConfigurationSection,
    }),
  },
  {
    path: addresses.connect,
    lazy: async () => ({ Component: (await import('./dashboard/connect/connect.section.tsx')).ConnectSection }),
  },
  {
    path: addresses.channel,
    lazy: async () => ({ Component: (await import('./dashboard/connect/channel.section.tsx')).ChannelSection }),
  },
  {
    path: addresses.statistics,
    lazy: async () => ({
      Component: (await import('./dashboard/statistics/statistics.section.tsx')).StatisticsSection,
    }),
  },
  {
    path: addresses.usage,
    lazy: async () => ({ Component: (await import('./dashboard/usage/usage.section.tsx')).UsageSection }),
  },
  {
    path: addresses.team,
    lazy: async () => ({ Component: (await import('./dashboard/team/team.section.tsx')).TeamSection }),
  },
  {
    path: addresses.billing,
    lazy: async () => ({ Component: (await import('./dashboard/billing/billing.section.tsx')).BillingSection }),
  },
  {
    path: addresses.referrals,
    lazy: async () => ({
      Component: (await import('./dashboard/referrals/referrals.section.tsx')).ReferralsSection,
    }),
  },
  {
    path: addresses.account,
    lazy: async () => ({ Component: (await import('./dashboard/account/account.section.tsx')).AccountSection }),
  },
  {
    path: addresses.notifications,
    lazy: async () => ({
      Component: (await import('./dashboard/notifications/notifications.section.tsx')).NotificationsSection,
    }),
  },
]

const inWorkspace: RouteObject[] = [
  {
    path: addresses.payment,
    lazy: async () => ({ Component: (await import('./payment/payment.page.tsx')).PaymentPage }),
  },
  {
    path: addresses.stripePayment,
    lazy: async () => ({ Component: (await import('./payment/hosted-payment.page.tsx')).StripePage }),
  },
  {
    path: addresses.payoneerPayment,
    lazy: async () => ({ Component: (await import('./payment/hosted-payment.page.tsx')).PayoneerPage }),
  },
  {
    path: addresses.stripeSuccess,
    lazy: async () => ({ Component: (await import('./payment/payment-success.page.tsx')).StripeSuccessPage }),
  },
  {
    path: addresses.payoneerSuccess,
    lazy: async () => ({ Component: (await import('./payment/payment-success.page.tsx')).PayoneerSuccessPage }),
  },
  {
    path: addresses.dashboard,
    lazy: async () => ({ Component: (await import('./dashboard/dashboard.page.tsx')).DashboardPage }),
    children: [{ errorElement: <BrokenSection />, children: sections }],
  },
]

/** Screens load when opened. Public pages are documents: see `web/documents.tsx`. */
const routes: RouteObject[] = [
  { path: addresses.error, Component: ErrorPage },
  ...documentAddresses.filter(path => path !== addresses.error).map(path => ({ path, Component: DocumentRedirect })),
  { path: addresses.auth, lazy: async () => ({ Component: (await import('./auth/auth.page.tsx')).AuthPage }) },
  {
    path: addresses.magicLink,
    lazy: async () => ({ Component: (await import('./auth/magic-link.page.tsx')).MagicLinkPage }),
  },
  {
    path: addresses.firebaseMagicLink,
    lazy: async () => ({ Component: (await import('./auth/firebase-magic-link.page.tsx')).FirebaseMagicLinkPage }),
  },
  {
    path: addresses.resetPassword,
    lazy: async () => ({ Component: (await import('./auth/reset-password.page.tsx')).ResetPasswordPage }),
  },
  {
    path: addresses.shutOut,
    lazy: async () => ({ Component: (await import('./auth/shut-out.page.tsx')).ShutOutPage }),
  },
  { Component: WorkspaceLayout, children: inWorkspace },
  { path: addresses.operator, lazy: operator },
  { path: addresses.operatorDesk, lazy: operator },
  { path: '*', Component: NotFoundPage },
]

export function makeRouter() {
  const around = { Component: RouteLayout, errorElement: <BrokenPage />, hydrateFallbackElement: <StartupScreen /> }
  return createBrowserRouter([{ ...around, children: routes }])
}
