import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'
import { refuse } from '../auth-error.ts'

/** What passkeys are bound to: a moved installation needs new ones. */
export type RelyingParty = { id: string; origin: string; name: string }

/** Undefined where browsers allow no passkeys: at an address of digits, and at http elsewhere than on this machine. */
export function relyingParty({ publicUrl, BRAND_NAME }: Pick<Config, 'publicUrl' | 'BRAND_NAME'>) {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isDigits = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return isDigits || (protocol !== 'https:' && !isHere) ? undefined : { id: hostname, origin, name: BRAND_NAME }
}

/** @throws passkey_disabled */
export function requireParty(config: Config): RelyingParty {
  const party = relyingParty(config)
  if (!party) throw refuse('passkey_disabled', 'Passkeys are disabled')
  return party
}
