import { addressIn } from '#shared/addresses.ts'
import type { Language } from '#shared/words.ts'

export const languageKey = 'language'

/** The stored choice; without one, the language of the address; without that, Vietnamese. */
export function storedLanguage(): Language {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(languageKey)
  } catch {
    // Storage may be switched off: the choice then lasts as long as the page.
  }
  if (stored === 'vi' || stored === 'en') return stored
  return location.pathname === '/en' || location.pathname.startsWith('/en/') ? 'en' : 'vi'
}

/** Where a mail's link leads, in the language that the mail was asked for in: it may be opened in a browser that has chosen none. */
export function leadingTo(path: string): string {
  return location.origin + addressIn(storedLanguage(), path)
}
