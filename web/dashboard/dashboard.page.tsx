import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { claimOperator, operatorSecret } from '#web/parts/operator-secret.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useWorkspaceState } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useOnline } from '#web/data/live-rows.tsx'
import { useSession } from '#web/data/session.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { showErrorToast, showToast } from '#web/kit/toast.tsx'
import { useEndedSession } from '#web/parts/ended-session.ts'
import { SignOutProvider, useSignOut } from '#web/parts/sign-out.tsx'
import { focusMain, SkipLink } from '#web/parts/skip-link.tsx'
import { useMedia } from '#web/parts/use-media.ts'
import { Waiting } from '#web/parts/waiting.tsx'
import { MessagePage } from '#web/parts/message-page.tsx'
import { BottomBar } from './bottom-bar.tsx'
import './dashboard.css'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { Navigation } from './navigation.tsx'

/** `/dashboard/*`: the frame around every section, for who is signed in and has a workspace. */
export function DashboardPage() {
  const texts = useTexts(dashboardTexts)
  const { status } = useSession()
  useEndedSession()
  return (
    <SignOutProvider>
      {status === 'loading' ? (
        <FrameSkeleton label={texts.loading} />
      ) : status === 'signed-out' ? (
        <Unauthorized />
      ) : (
        <Door />
      )}
    </SignOutProvider>
  )
}

function Unauthorized() {
  const texts = useTexts(dashboardTexts)
  const { pathname } = useLocation()
  return (
    <MessagePage
      title={texts.unauthorizedTitle}
      text={texts.unauthorized}
      actions={
        <Link
          className={buttonClass('filled', 'lg')}
          to={`${addresses.auth}?${new URLSearchParams({ next: pathname })}`}
        >
          {texts.logIn}
        </Link>
      }
    />
  )
}

/** Opens when the workspace is there; a new one is still being made for a moment. */
function Door() {
  const texts = useTexts(dashboardTexts)
  const { status, error, retry, current } = useWorkspaceState()
  const leave = useSignOut()
  if (current) return <Frame />
  if (status === 'loading') return <FrameSkeleton label={texts.loading} />
  if (status === 'opening') return <Waiting title={texts.opening} text={texts.openingText} />
  const failed = status === 'failed'
  return (
    <MessagePage
      title={failed ? texts.loadFailed : texts.noWorkspace}
      text={failed ? messageOf(error) : texts.noWorkspaceText}
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

function Frame() {
  const texts = useTexts(dashboardTexts)
  const { pathname } = useLocation()
  const phone = useMedia('(max-width: 767px)')
  const narrow = useMedia('(max-width: 1099px)')
  const filled = pathname.startsWith(addresses.inbox)
  const reading = filled && pathname !== addresses.inbox
  const rail = !phone && (narrow || filled)
  useOperatorLink()
  useLanguageOfMails()
  useFocusOnNewSection(pathname.split('/')[2])

  const classes = ['app', rail && 'app-rail', filled && 'app-filled', reading && 'app-no-bar'].filter(Boolean)
  return (
    <div className={classes.join(' ')}>
      <SkipLink text={texts.skip} />
      {!phone && <Navigation rail={rail} />}
      <main className="sheet" id="main" tabIndex={-1}>
        <OfflineBar />
        <Outlet />
      </main>
      {phone && !reading && <BottomBar />}
    </div>
  )
}

function OfflineBar() {
  const texts = useTexts(dashboardTexts)
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <div className="offline-bar">
          <Icon name="wifi-off" />
          {texts.offline}
        </div>
      )}
    </div>
  )
}

/** A new section begins at its top, for eyes and for screen readers; the first one does so by itself. */
function useFocusOnNewSection(section: string | undefined): void {
  const before = useRef(section)
  useEffect(() => {
    if (before.current === section) return
    before.current = section
    window.scrollTo(0, 0)
    focusMain()
  }, [section])
}

/** Who came through an operator link becomes the operator, as soon as there is somebody to become it. */
function useOperatorLink(): void {
  const texts = useTexts(dashboardTexts)
  useEffect(() => {
    if (!operatorSecret()) return
    claimOperator().then(
      () => showToast(texts.operatorNow),
      (error: unknown) => showErrorToast(messageOf(error)),
    )
  }, [texts])
}

/** Mails come in the language that was chosen last. */
function useLanguageOfMails(): void {
  const { language } = useLanguage()
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    // The screen has changed already; a mail in the other language is no reason to disturb.
    call('PATCH', '/account', { language }).catch(() => undefined)
  }, [language])
}
