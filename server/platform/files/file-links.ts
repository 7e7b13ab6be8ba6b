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

/** Its own key: a link is no bearer token, and no bearer token a link. */
export function linkKey(platform: Platform): Uint8Array {
  return new TextEncoder().encode(platform.tokens.secretFor('storage links'))
}

export function signLink(platform: Platform, claims: LinkClaims, seconds: number): Promise<string> {
  const now = Math.floor(platform.clock.now().getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(linkKey(platform))
}
