import { addresses } from '#shared/addresses.ts'
import type { Arrival } from './data/session/arrival.ts'
import { takeReturnPath } from './parts/auth/return-path.ts'

/**
 * Where who came by a link goes on, before any screen is shown: so none is shown that is left at once.
 * @param path where the link led
 * @returns undefined to stay there
 */
export function landingOf(arrival: Arrival | undefined, path: string): string | undefined {
  if (!arrival) return undefined
  if (arrival.kind === 'half-way') return errorAddress(halfWay, '', path)
  if (arrival.kind === 'refusal') {
    // Who links another sign-in stands in the dashboard, and stays signed in when it fails.
    if (path.startsWith(addresses.dashboard)) return `${path}?${new URLSearchParams({ problem: arrival.code })}`
    // Back from a provider without a session: the sign-in page says why, and offers the other ways.
    if (path === addresses.auth || arrival.code === 'bad_oauth_state')
      return `${addresses.auth}?${new URLSearchParams({ problem: arrival.code })}`
    return errorAddress(arrival.code, arrival.description, path)
  }
  if (arrival.type === 'recovery') return addresses.resetPassword
  if (arrival.type === 'invite') return `${addresses.auth}?mode=welcome`
  // Whoever opened the mail has not signed up in this browser, and chooses the password that counts.
  if (arrival.type === 'welcome') return firstPasswordAddress
  if (arrival.type === 'email_change') return `${addresses.account}?changed=email`
  const stays = path.startsWith(addresses.dashboard) || path === addresses.firebaseMagicLink
  return stays ? undefined : (takeReturnPath() ?? addresses.dashboard)
}

/** Where the owner of an address sets the first password that counts. */
export const firstPasswordAddress = `${addresses.auth}?mode=welcome&confirmed=1`

/** The code of the page that asks for the second of two confirmations. */
const halfWay = 'confirm_other_address'

/** The page that explains why a link did not work. */
export function errorAddress(code: string, description: string, path: string): string {
  const params = new URLSearchParams({ code })
  if (description) params.set('description', description)
  // Who wanted a new password needs another mail than who wanted to come in.
  if (path === addresses.resetPassword) params.set('kind', 'recovery')
  return `${addresses.error}?${params}`
}
