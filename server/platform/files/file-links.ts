import { SignJWT } from 'jose'
import type { Platform } from '../platform.ts'

/** What a signed link allows: one act on one object. An upload's says whose it will be, and whether it may replace. */
export type LinkClaims = {
  /** '<bucket>/<key>' */
  url: string
  scope: 'download' | 'upload'
  owner?: string
  upsert?: boolean
}

/** A key of their own: no link is a bearer, and no bearer a link. */
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
