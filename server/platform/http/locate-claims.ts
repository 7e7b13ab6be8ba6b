import ipaddr from 'ipaddr.js'
import type { Claims } from '../sql/database.ts'

/** From where and when is asked, for rules of workspaces in the database. Replaces what a token itself might say. */
export function locateClaims(claims: Claims, ip: string, now: Date): Claims {
  return { ...claims, client_address: addressOf(ip), asked_at: now.toISOString() }
}

/** As the database reads it: IPv4 within IPv6 is IPv4; null where it is no address. */
export function addressOf(ip: string): string | null {
  const [bare = ''] = ip.split('%')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}
