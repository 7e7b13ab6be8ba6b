import { handOver } from './hand-over.ts'

// Inlined in every public page's head, before the first paint: redirects signed-in visitors, sets language and theme.

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
  // Registered before other scripts load, so that an early click counts.
  addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link) return
    const { language } = link.dataset
    // Readers of an English page continue in English in the application.
    const chosen = language ?? (root.lang === 'en' && /^\/(?:auth|dashboard)/.test(link.pathname) ? 'en' : undefined)
    if (!chosen || (!language && stored('language'))) return
    try {
      localStorage.setItem('language', chosen)
    } catch {
      // Without storage only the address carries the language.
    }
  })
}

begin()
