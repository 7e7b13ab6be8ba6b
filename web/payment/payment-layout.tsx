import type { ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { addressIn, addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useWorkspaceState } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { useEndedSession } from '#web/parts/auth/ended-session.ts'
import { LanguageSwitch } from '#web/parts/language/language-switch.tsx'
import { OfflineBar } from '#web/parts/page/offline-bar.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { SkipLink } from '#web/parts/page/skip-link.tsx'
import './payment.css'

export function PaymentLayout({ title, children }: { title: string; children: ReactNode }) {
  const texts = useTexts(paymentTexts)
  const common = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const { brand } = pageConfig()
  useEndedSession()
  usePageTitle(title)
  return (
    <div className="pay">
      <SkipLink text={common.skip} />
      <header className="pay-head">
        <Link to={addresses.home} reloadDocument className="brand">
          <BrandMark />
          {brand}
        </Link>
        <span className="fill" />
        <span className="pay-secure">
          <Icon name="lock" size="sm" />
          {texts.secure}
        </span>
        <a className={buttonClass('quiet', 'sm')} href={addressIn(language, addresses.pricing)}>
          <Icon name="arrow-left" size="sm" />
          {texts.toPrices}
        </a>
        <LanguageSwitch label={common.language} />
      </header>
      <OfflineBar />
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        <PaymentGate>{children}</PaymentGate>
      </main>
    </div>
  )
}

function PaymentGate({ children }: { children: ReactNode }) {
  const texts = useTexts(paymentTexts)
  const common = useTexts(dashboardTexts)
  const { status, ended } = useSession()
  const { status: workspaceStatus, error, retry, current } = useWorkspaceState()
  const { pathname, search } = useLocation()
  if (status === 'signed-out' || status === 'second-step' || ended)
    return <Navigate to={`${addresses.auth}?${new URLSearchParams({ next: pathname + search })}`} replace />
  if (status === 'signed-in' && current) return <AdminsOnly>{children}</AdminsOnly>
  if (workspaceStatus === 'failed') return <LoadError failed={texts.loadFailed} query={{ error, refetch: retry }} />
  if (workspaceStatus === 'none')
    return (
      <EmptyState
        title={common.noWorkspace}
        text={common.noWorkspaceText}
        action={<Button onClick={retry}>{texts.retry}</Button>}
      />
    )
  return <PaymentSkeleton />
}

export function PaymentSkeleton() {
  const texts = useTexts(paymentTexts)
  return (
    <div className="pay-columns" role="status" aria-label={texts.loading}>
      <div className="stack">
        {[1, 2, 3].map(row => (
          <div key={row} className="pay-way pay-way-head">
            <Skeleton width="50%" height={20} />
          </div>
        ))}
      </div>
      <div className="pay-sum stack">
        <Skeleton width="60%" />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  )
}

/** The same in every language. */
export const providerNames = { bank: 'VietQR', stripe: 'Stripe', payoneer: 'Payoneer' } as const
