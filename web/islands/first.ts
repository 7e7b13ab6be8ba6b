import { handOver } from './hand-over.ts'

// Stands in the head of every public page, as code, and runs before anything is painted: whoever came with a session goes on to
// the application, the chosen language and the chosen theme hold from the first picture on, and nothing flickers.

/** A value kept in the browser, or null where storage is switched off. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function begin(): void {
  const further = handOver(location.href)
  if (further) return location.replace(further)
  const root = document.documentElement
  const wanted = stored('language')
  if ((wanted === 'vi' || wanted === 'en') && wanted !== root.lang) {
    const path = location.pathname.replace(/^\/en(?=\/|$)/, '')
    const there = wanted === 'en' ? `/en${path === '/' ? '' : path}` : path || '/'
    return location.replace(there + location.search + location.hash)
  }
  const theme = stored('theme')
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  if (/"refresh_token":"./.test(stored('sen-session') ?? '')) root.dataset['session'] = ''
  // Before the page's other scripts are there: the choice must not be lost by a quick finger.
  addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link) return
    const { language } = link.dataset
    // Who reads English and goes on to the application reads it in English.
    const chosen = language ?? (root.lang === 'en' && /^\/(?:auth|dashboard)/.test(link.pathname) ? 'en' : undefined)
    if (!chosen || (!language && stored('language'))) return
    try {
      localStorage.setItem('language', chosen)
    } catch {
      // Without storage the address alone tells the language.
    }
  })
}

begin()
