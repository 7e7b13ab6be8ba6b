import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { frameTexts } from '#shared/texts/dashboard/frame-texts.ts'
import { claimOperator, operatorSecret } from '#web/parts/auth/operator-secret.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useWorkspaceState } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { showError, showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useEndedSession } from '#web/parts/auth/ended-session.ts'
import { OfflineBar } from '#web/parts/page/offline-bar.tsx'
import { SignOutProvider, useSignOut } from '#web/parts/auth/sign-out.tsx'
import { focusMain, SkipLink } from '#web/parts/page/skip-link.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useMedia } from '#web/parts/page/use-media.ts'
import { WorseAnswersPrompt } from './worse-answers-prompt.tsx'
import { MessagePage } from '#web/parts/page/message-page.tsx'
import { BottomBar } from './bottom-bar.tsx'
import './dashboard.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { Navigation } from './navigation.tsx'
import { PaletteHost } from './palette/palette-host.tsx'
import { useVisit } from '#web/parts/workspace/use-visit.ts'
import { usePushArrival } from './push-arrival.ts'

const NoShop = lazy(async () => ({ default: (await import('./no-shop.tsx')).NoShop }))
const SignInAgain = lazy(async () => ({ default: (await import('#web/parts/auth/sign-in-again.tsx')).SignInAgain }))

export function DashboardPage() {
  const texts = useTexts(dashboardTexts)
  const { status, left } = useSession()
  const { pathname, search } = useLocation()
  useEndedSession()
  return (
    <SignOutProvider>
      {status === 'loading' ? (
        <>
          <OfflineBar />
          <DashboardSkeleton label={texts.loading} />
        </>
      ) : status === 'second-step' ? (
        <Navigate to={signInAddress(pathname + search)} replace />
      ) : status === 'signed-in' ? (
        <DashboardGate />
      ) : left ? (
        <Navigate to={addresses.auth} replace />
      ) : (
        <Unauthorized />
      )}
    </SignOutProvider>
  )
}

function Unauthorized() {
  const texts = useTexts(dashboardTexts)
  const { pathname, search } = useLocation()
  return (
    <MessagePage
      title={texts.unauthorizedTitle}
      text={texts.unauthorized}
      actions={
        <Link className={buttonClass('filled', 'lg')} to={signInAddress(pathname + search)}>
          {texts.logIn}
        </Link>
      }
    />
  )
}

function signInAddress(next: string): string {
  return `${addresses.auth}?${new URLSearchParams({ next })}`
}

function DashboardGate() {
  const texts = useTexts(dashboardTexts)
  const { status, error, retry, current } = useWorkspaceState()
  const { ended } = useSession()
  const leave = useSignOut()
  useLostToast()
  if (current) return <Frame />
  if (ended) return <Unauthorized />
  if (status !== 'failed') {
    const loading = <DashboardSkeleton label={texts.loading} />
    if (status === 'loading') return loading
    return (
      <Suspense fallback={loading}>
        <NoShop />
      </Suspense>
    )
  }
  return (
    <MessagePage
      title={texts.loadFailed}
      text={messageOf(error)}
      actions={
        <>
          <Button look="filled" size="lg" icon="rotate-cw" onClick={retry}>
            {texts.retry}
          </Button>
          <Button look="quiet" size="lg" onClick={leave}>
            {texts.signOut}
          </Button>
        </>
      }
    />
  )
}

/** Outside the component: choosing another shop remounts everything below it. */
const notifiedLost = new WeakSet<object>()

/** Tells someone removed from a shop why another one is shown. */
function useLostToast(): void {
  const texts = useTexts(frameTexts)
  const { lost, current } = useWorkspaceState()
  const next = current?.workspace.name
  useEffect(() => {
    if (!lost || !next || notifiedLost.has(lost)) return
    notifiedLost.add(lost)
    showErrorToast(fill(texts.lostToast, { name: lost.name, next }))
  }, [lost, next, texts])
}

const bare: string[] = [addresses.start, addresses.printCode]

function Frame() {
  const texts = useTexts(dashboardTexts)
  const { ended } = useSession()
  const { pathname } = useLocation()
  const phone = useMedia('(max-width: 767px)')
  const narrow = useMedia('(max-width: 1099px)')
  const filled = pathname.startsWith(addresses.inbox)
  const reading = filled && pathname !== addresses.inbox
  const rail = !phone && (narrow || filled)
  useOperatorLink()
  useLinkNews()
  usePushArrival()
  useVisit()
  useLanguageOfMails()
  useFocusOnNewSection(pathname.split('/')[2])

  if (bare.includes(pathname)) {
    return (
      <main id="main" tabIndex={-1}>
        <OfflineBar />
        {ended && (
          <Suspense fallback={null}>
            <SignInAgain />
          </Suspense>
        )}
        <Outlet />
      </main>
    )
  }
  const classes = ['app', rail && 'app-rail', filled && 'app-filled', reading && 'app-no-bar'].filter(Boolean)
  return (
    <div className={classes.join(' ')}>
      <SkipLink text={texts.skip} />
      {!phone && <Navigation rail={rail} />}
      <main className="sheet" id="main" tabIndex={-1}>
        <OfflineBar />
        {ended && (
          <Suspense fallback={null}>
            <SignInAgain />
          </Suspense>
        )}
        <Outlet />
      </main>
      {phone && !reading && <BottomBar />}
      <PaletteHost />
      <WorseAnswersPrompt />
    </div>
  )
}

/** Starts a new section at its top, for eyes and screen readers; the first one needs no help. */
function useFocusOnNewSection(section: string | undefined): void {
  const before = useRef(section)
  useEffect(() => {
    const last = before.current
    before.current = section
    // `/dashboard` has no section and redirects to the first one: the user may already have moved the focus.
    if (last === section || last === undefined) return
    // The route frame knows the scroll position.
    focusMain(true)
  }, [section])
}

/** A person who came through an operator link becomes the operator once signed in. */
function useOperatorLink(): void {
  const texts = useTexts(dashboardTexts)
  useEffect(() => {
    if (!operatorSecret()) return
    claimOperator().then(() => showToast(texts.operatorNow), showError)
  }, [texts])
}

/** Shows the result of a link once to someone still signed in, then removes it from the address. */
function useLinkNews(): void {
  const { language } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const [problem, changed] = [query.get('problem'), query.get('changed')]
  useEffect(() => {
    if (problem === null && changed === null) return
    void import('./link-result.ts').then(({ notifyLinkResult }) => notifyLinkResult(language, problem, changed))
    setQuery(
      given => {
        given.delete('problem')
        given.delete('changed')
        return given
      },
      { replace: true },
    )
  }, [problem, changed, language, setQuery])
}

function useLanguageOfMails(): void {
  const { language } = useLanguage()
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    // The screen has already changed; failing to change the mails' language is not worth an error.
    call('PATCH /api/v1/account', { body: { language } }).catch(() => undefined)
  }, [language])
}
