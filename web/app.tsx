import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { config as configureSchemas } from 'zod/v4/core'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import './app.css'
import { takeOperatorSecret } from './parts/auth/operator-secret.ts'
import { takeArrival } from './data/session/arrival.ts'
import { needsConfirmation } from './data/session/link-request.ts'
import { DataProvider } from './data/data-provider.tsx'
import { useTexts } from './data/language.tsx'
import { Toasts } from './kit/feedback/toast.tsx'
import { errorAddress, landingOf } from './landing.ts'
import { pageConfig } from './parts/page/page-config.ts'
import { followTheme } from './parts/page/theme.ts'
import { makeRouter } from './routes.tsx'

// The CSP forbids generating code; trying it would be reported.
configureSchemas({ jitless: true })
// Before anything reads the address.
takeOperatorSecret()
// A public page hands on the session a link brought; it counts as brought to the home page.
const cameTo = new URLSearchParams(location.search).has('arrived') ? addresses.home : location.pathname
const arrival = takeArrival()
const hold =
  arrival?.kind === 'session' && (needsConfirmation(arrival.tokens) || cameTo === addresses.firebaseMagicLink)
const landing = landingOf(arrival, cameTo)
if (landing) history.replaceState(history.state, '', landing)
const router = makeRouter()

function App() {
  return (
    <StrictMode>
      <DataProvider
        brand={pageConfig().brand}
        arrival={arrival?.kind === 'session' ? arrival : undefined}
        hold={hold}
        onRefused={explainRefusal}
        onOtherPerson={beginAnew}
      >
        <RouterProvider router={router} />
        <ToastsInLanguage />
      </DataProvider>
    </StrictMode>
  )
}

function explainRefusal(code: string, description: string): void {
  void router.navigate(errorAddress(code, description, cameTo), { replace: true })
}

function beginAnew(): void {
  location.replace(addresses.dashboard)
}

function ToastsInLanguage() {
  const texts = useTexts(dashboardTexts)
  return <Toasts label={texts.toasts} />
}

followTheme()
reloadWhenRenewed()
createRoot(document.getElementById('root') as HTMLElement).render(<App />)

/** After a deployment, chunks that an open page has not loaded yet are gone. */
function reloadWhenRenewed(): void {
  const openedAt = Date.now()
  window.addEventListener('vite:preloadError', event => {
    // Right after opening it is a fault, which a reload would only repeat.
    if (Date.now() - openedAt < 10_000) return
    event.preventDefault()
    location.reload()
  })
}
