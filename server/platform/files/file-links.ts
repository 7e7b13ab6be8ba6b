import { SignJWT } from 'jose'
import type { Platform } from '../platform.ts'

export type LinkClaims = {
  url: string
  scope: 'download' | 'upload'
  owner?: string
  /** Made for a member: good only from the addresses that this workspace allows. */
  workspace?: string
  upsert?: boolean
}

const purpose = 'storage links'

/** Its own key: a link is no bearer token, and no bearer token a link. */
function linkKey(platform: Platform): Uint8Array {
  return new TextEncoder().encode(platform.tokens.secretFor(purpose))
}

/** The one that signs first; older ones check what they signed. */
export function linkKeys(platform: Platform): Uint8Array[] {
  return platform.tokens.secretsFor(purpose).map(key => new TextEncoder().encode(key))
}

export function signLink(platform: Platform, claims: LinkClaims, seconds: number): Promise<string> {
  const now = Math.floor(platform.clock.now().getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(linkKey(platform))
}
