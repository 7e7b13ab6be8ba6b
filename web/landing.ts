import { addresses } from '#shared/addresses.ts'
import type { Arrival } from './data/session/arrival.ts'
import { takeReturnPath } from './parts/auth/return-path.ts'

/** Decided before any screen shows, so that none flashes. Undefined: stay at `path`, where the link led. */
export function landingOf(arrival: Arrival | undefined, path: string): string | undefined {
  if (!arrival) return undefined
  if (arrival.kind === 'half-way') return errorAddress(halfWay, '', path)
  if (arrival.kind === 'refusal') {
    // Linking another sign-in happens in the dashboard; a failure keeps the person signed in.
    if (path.startsWith(addresses.dashboard)) return `${path}?${new URLSearchParams({ problem: arrival.code })}`
    // Back from a provider without a session: the sign-in page explains and offers the other ways.
    if (path === addresses.auth || arrival.code === 'bad_oauth_state')
      return `${addresses.auth}?${new URLSearchParams({ problem: arrival.code })}`
    return errorAddress(arrival.code, arrival.description, path)
  }
  if (arrival.type === 'recovery') return addresses.resetPassword
  if (arrival.type === 'invite') return `${addresses.auth}?mode=welcome`
  // The person who opened the email did not sign up in this browser, and sets the password that counts.
  if (arrival.type === 'welcome') return firstPasswordAddress
  if (arrival.type === 'email_change') return `${addresses.account}?changed=email`
  const stays = path.startsWith(addresses.dashboard) || path === addresses.firebaseMagicLink
  return stays ? undefined : (takeReturnPath() ?? addresses.dashboard)
}

/** Where the owner of an address sets the first valid password. */
export const firstPasswordAddress = `${addresses.auth}?mode=welcome&confirmed=1`

const halfWay = 'confirm_other_address'

export function errorAddress(code: string, description: string, path: string): string {
  const params = new URLSearchParams({ code })
  if (description) params.set('description', description)
  // A password reset needs a different mail from a sign-in.
  if (path === addresses.resetPassword) params.set('kind', 'recovery')
  return `${addresses.error}?${params}`
}
