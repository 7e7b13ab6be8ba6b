import type { Tokens } from './arrival.ts'
import { clearCached, cacheForAnHour, cachedForAnHour, cachedSession } from './cached-session.ts'
import { claimsOf, emailOf } from './session-state.ts'

// Whether a session that comes with an address was asked for in this browser. Anybody may make such an address, with a session of
// their own in it: whoever opens it unawares would go on in an account that is not theirs.

const askedKey = 'sen-asked-link'
/** Of this tab alone: a provider leads back to where one left. */
const providerKey = 'sen-at-provider'

/** A mail with a link was asked for, for this address. */
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

/** The browser leaves for a provider, and comes back with a session. */
export function recordLeaving(): void {
  try {
    sessionStorage.setItem(providerKey, 'yes')
  } catch {
    // Then it is asked whether to go on.
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

/** The address of somebody else who is signed in here; '' where it is not known, undefined where there is nobody else. */
export function otherPersonHere(tokens: Tokens): string | undefined {
  const cached = cachedSession()
  return cached && cached.user.id !== claimsOf(tokens.access_token)['sub'] ? (cached.user.email ?? '') : undefined
}

/** Whether to ask before a session that came is taken up: somebody else is here, or nobody here asked for it. */
export function needsConfirmation(tokens: Tokens): boolean {
  const returns = takeReturn()
  if (otherPersonHere(tokens) !== undefined) return true
  return !cachedSession() && !returns && !isRequestedHere(tokens)
}
