import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { useLanguage } from '#web/data/language.tsx'
import { useHeldLink } from '#web/data/session/session.tsx'
import { setAway, showPreviews, startDemoChat } from '#web/parts/page/demo-chat.ts'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { reportPageView } from '#web/parts/page/page-view.ts'
import { securityToken } from '#web/parts/auth/security-token.ts'
import { focusMain } from '#web/parts/page/skip-link.tsx'
import { StartupScreen } from '#web/parts/page/loading-screen.tsx'

const SessionLinkPrompt = lazy(async () => ({ default: (await import('./session-link-prompt.tsx')).SessionLinkPrompt }))

export function RouteLayout() {
  const { language } = useLanguage()
  const { pathname } = useLocation()
  const { held } = useHeldLink()
  const working = pathname.startsWith(addresses.dashboard) || pathname.startsWith(addresses.operator)
  const inside = pathname.startsWith(addresses.dashboard) || pathname.startsWith(addresses.payment)
  useEffect(() => {
    securityToken()
  }, [])
  useEffect(() => {
    reportPageView(pathname)
    // The focused element is gone: keyboards and screen readers continue in the new screen.
    if (document.activeElement === document.body) focusMain(true)
  }, [pathname])
  useEffect(() => {
    showPreviews(!inside)
    setAway(working)
    startDemoChat({ widget: pageConfig().chat, language })
  }, [inside, working, language])
  return (
    <>
      {held && pathname !== addresses.firebaseMagicLink ? (
        <Suspense fallback={<StartupScreen />}>
          <SessionLinkPrompt tokens={held} />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <ScrollRestoration />
    </>
  )
}
