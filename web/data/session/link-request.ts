import type { Tokens } from './arrival.ts'
import { clearCached, cacheForAnHour, cachedForAnHour, cachedSession } from './cached-session.ts'
import { claimsOf, emailOf } from './session-state.ts'

// Was the session in this address requested here? Anybody could send a link that signs others in to their own account.

const askedKey = 'sen-asked-link'
/** Per tab: a provider returns to the tab that left. */
const providerKey = 'sen-at-provider'

export function recordLinkRequest(email: string): void {
  cacheForAnHour(askedKey, email.trim().toLowerCase())
}

export function isRequestedHere(tokens: Tokens): boolean {
  const owner = emailOf(tokens.access_token)
  return owner !== '' && cachedForAnHour(askedKey) === owner
}

export function clearLinkRequest(): void {
  clearCached(askedKey)
}

export function recordLeaving(): void {
  try {
    sessionStorage.setItem(providerKey, 'yes')
  } catch {
    // Then the user is asked whether to continue.
  }
}

function takeReturn(): boolean {
  try {
    const left = sessionStorage.getItem(providerKey) !== null
    sessionStorage.removeItem(providerKey)
    return left
  } catch {
    return false
  }
}

/** The address of another person signed in here: '' if unknown, undefined if there is none. */
export function otherPersonHere(tokens: Tokens): string | undefined {
  const cached = cachedSession()
  return cached && cached.user.id !== claimsOf(tokens.access_token)['sub'] ? (cached.user.email ?? '') : undefined
}

/** True if another person is signed in here, or nobody here requested it. */
export function needsConfirmation(tokens: Tokens): boolean {
  const returns = takeReturn()
  if (otherPersonHere(tokens) !== undefined) return true
  return !cachedSession() && !returns && !isRequestedHere(tokens)
}
