import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import './app.css'
import { takeOperatorSecret } from './parts/operator-secret.ts'
import { DataProvider } from './data/data-provider.tsx'
import { useTexts } from './data/language.tsx'
import { Toasts } from './kit/toast.tsx'
import { takeLinkError } from './link-error.ts'
import { followTheme } from './parts/theme.ts'
import { makeRouter } from './routes.tsx'

// Before anything reads the address.
takeLinkError()
takeOperatorSecret()
const router = makeRouter()

function App() {
  return (
    <StrictMode>
      <DataProvider>
        <RouterProvider router={router} />
        <ToastsInLanguage />
      </DataProvider>
    </StrictMode>
  )
}

function ToastsInLanguage() {
  const texts = useTexts(dashboardTexts)
  return <Toasts label={texts.notifications} />
}

followTheme()
reloadWhenRenewed()
createRoot(document.getElementById('root') as HTMLElement).render(<App />)

/** After an update the parts that an open page has not loaded yet are gone: the new page has its own. */
function reloadWhenRenewed(): void {
  const openedAt = Date.now()
  window.addEventListener('vite:preloadError', event => {
    // Right after opening it is no update but a fault, which a reload would only repeat.
    if (Date.now() - openedAt < 10_000) return
    event.preventDefault()
    location.reload()
  })
}
