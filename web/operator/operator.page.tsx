import { useEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { claimsOf } from '#web/data/session/session-state.ts'
import { useSession } from '#web/data/session/session.tsx'
import { NotFoundPage } from '#web/auth/error-screens.tsx'
import { usePerson } from '#web/parts/auth/person.ts'
import '#web/dashboard/dashboard.css'
import { DashboardSkeleton } from '#web/dashboard/dashboard-skeleton.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { useEndedSession } from '#web/parts/auth/ended-session.ts'
import { LanguageSwitch } from '#web/parts/language/language-switch.tsx'
import { MessagePage } from '#web/parts/page/message-page.tsx'
import { OfflineBar } from '#web/parts/page/offline-bar.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { PasskeyButton } from '#web/parts/auth/passkey-button.tsx'
import { SignInAgain } from '#web/parts/auth/sign-in-again.tsx'
import { focusMain, SkipLink } from '#web/parts/page/skip-link.tsx'
import { useMedia } from '#web/parts/page/use-media.ts'
import { AnnouncementPanel } from './announcement-panel.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { DeadLetterPanel } from './dead-letter-panel.tsx'
import { DeskJump, DeskNavigation } from './desk-navigation.tsx'
import { type Desk, deskNames, desks } from './desks.ts'
import { EInvoicePanel } from './payments/e-invoice-panel.tsx'
import { HealthPanel } from './installation-health.tsx'
import './operator.css'
import { PageViewsPanel } from './page-views-panel.tsx'
import { StatusPanel } from './status/status-panel.tsx'
import { PricePanel } from './payments/price-panel.tsx'
import { ProofPanel } from './payments/proof-panel.tsx'
import { ReferralPanel } from './payments/referral-panel.tsx'
import { ReturnedPartPanel } from './payments/returned-part-panel.tsx'
import { RefusedPaymentPanel } from './payments/refused-payment-panel.tsx'
import { RefundPanel } from './payments/refund-panel.tsx'
import { UnmatchedPanel } from './payments/unmatched-panel.tsx'
import { WithdrawalPanel } from './payments/withdrawal-panel.tsx'
import { WorkspacePanel } from './workspace-panel.tsx'

export function OperatorPage() {
  const texts = useTexts(dashboardTexts)
  const { status } = useSession()
  const { pathname, search } = useLocation()
  useEndedSession()
  if (status === 'signed-in') return <OperatorGate />
  if (status !== 'loading')
    return <Navigate to={`${addresses.auth}?${new URLSearchParams({ next: pathname + search })}`} replace />
  return (
    <>
      <OfflineBar />
      <DashboardSkeleton label={texts.loading} />
    </>
  )
}

function OperatorGate() {
  const texts = useTexts(operatorTexts)
  const { signIn: byPasskey } = useTexts(passkeysTexts)
  const { desk = 'today' } = useParams()
  const { session } = useSession()
  const { data, isError, error, refetch } = usePerson()
  if (isError)
    return (
      <MessagePage
        title={texts.loadFailed}
        text={messageOf(error)}
        actions={
          <Button look="filled" size="lg" icon="rotate-cw" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        }
      />
    )
  if (!data) return <DashboardSkeleton label={texts.loading} />
  if (!data.is_operator)
    return (
      <MessagePage
        title={texts.deniedTitle}
        text={texts.denied}
        actions={
          <Link className={buttonClass('filled', 'lg')} to={addresses.dashboard}>
            {texts.back}
          </Link>
        }
      />
    )
  if (claimsOf(session?.access_token ?? '')['aal'] !== 'aal2')
    return (
      <MessagePage
        title={texts.secondStepTitle}
        text={texts.secondStepText}
        actions={
          <>
            <Link className={buttonClass('filled', 'lg')} to={`${addresses.account}#two-step`}>
              {texts.secondStepSetUp}
            </Link>
            <PasskeyButton accessToken={session?.access_token} label={byPasskey} />
            <Link className={buttonClass('outline', 'lg')} to={addresses.dashboard}>
              {texts.back}
            </Link>
          </>
        }
      />
    )
  const known = desks.find(one => one === desk)
  return known ? <Frame desk={known} /> : <NotFoundPage />
}

function Frame({ desk }: { desk: Desk }) {
  const texts = useTexts(operatorTexts)
  const common = useTexts(dashboardTexts)
  const { ended } = useSession()
  const phone = useMedia('(max-width: 767px)')
  const before = useRef(desk)
  useEffect(() => {
    if (before.current === desk) return
    before.current = desk
    focusMain(true)
  }, [desk])
  return (
    <div className="app">
      <SkipLink text={common.skip} />
      {!phone && <DeskNavigation />}
      <main className="sheet" id="main" tabIndex={-1}>
        <OfflineBar />
        {ended && <SignInAgain />}
        <SectionPage title={texts[deskNames[desk]]} actions={<LanguageSwitch label={common.language} />}>
          {phone && <DeskJump />}
          <div className="op-desk">
            <Panels desk={desk} />
          </div>
        </SectionPage>
      </main>
    </div>
  )
}

function Panels({ desk }: { desk: Desk }) {
  const today = desk === 'today'
  return (
    <>
      {(today || desk === 'transfers') && (
        <div className="op-pair">
          <ProofPanel />
          <UnmatchedPanel />
        </div>
      )}
      {today && (
        <div className="op-pair">
          <RefundPanel />
          <ContactPanel />
        </div>
      )}
      {(today || desk === 'refunds') && <ReturnedPartPanel />}
      {(today || desk === 'refunds') && <RefusedPaymentPanel />}
      {desk === 'refunds' && <RefundPanel />}
      {(today || desk === 'refunds') && <EInvoicePanel />}
      {(today || desk === 'withdrawals') && (
        <div className="op-pair">
          <WithdrawalPanel />
          <ReferralPanel />
        </div>
      )}
      {desk === 'contacts' && <ContactPanel />}
      {(today || desk === 'dead-letters') && <DeadLetterPanel />}
      {desk === 'workspaces' && <WorkspacePanel />}
      {desk === 'prices' && <PricePanel />}
      {desk === 'announcements' && <AnnouncementPanel />}
      {desk === 'page-views' && <PageViewsPanel />}
      {desk === 'status' && <StatusPanel />}
      {desk === 'health' && <HealthPanel />}
    </>
  )
}
