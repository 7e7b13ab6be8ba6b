import { addressIn } from '#shared/addresses.ts'
import type { Language } from '#shared/words.ts'

export const languageKey = 'language'

/** The stored choice; without one, the language of the address; without that, Vietnamese. */
export function storedLanguage(): Language {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(languageKey)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  if (stored === 'vi' || stored === 'en') return stored
  return location.pathname === '/en' || location.pathname.startsWith('/en/') ? 'en' : 'vi'
}

/** A mail's link keeps the language in which it was requested: the browser opening it may have chosen none. */
export function leadingTo(path: string): string {
  return location.origin + addressIn(storedLanguage(), path)
}
