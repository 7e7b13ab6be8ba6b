import { jwtVerify, SignJWT } from 'jose'
import type { Platform } from '#platform/platform.ts'
import { refuse } from './storage-error.ts'

/** What a signed link allows: one act on one object. An upload's says whose it will be, and whether it may replace. */
export type LinkClaims = {
  /** '<bucket>/<key>' */
  url: string
  scope: 'download' | 'upload'
  owner?: string
  upsert?: boolean
}

/** A key of their own: no link is a bearer, and no bearer a link. */
function linkKey(platform: Platform): Uint8Array {
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

/**
 * @param token as the address brought it
 * @throws InvalidJWT for what is not ours or over, InvalidSignature for another object or act
 */
export async function readLink(
  platform: Platform,
  token: unknown,
  wanted: Pick<LinkClaims, 'url' | 'scope'>,
): Promise<LinkClaims & { exp: number }> {
  if (typeof token !== 'string' || token === '') throw refuse('InvalidJWT')
  const options = { algorithms: ['HS256'], currentDate: platform.clock.now(), requiredClaims: ['exp', 'url', 'scope'] }
  const { payload } = await jwtVerify<LinkClaims & { exp: number }>(token, linkKey(platform), options).catch(error => {
    throw refuse(
      'InvalidJWT',
      (error as { code?: string }).code === 'ERR_JWT_EXPIRED' ? (error as Error).message : undefined,
    )
  })
  if (payload.url !== wanted.url || payload.scope !== wanted.scope) throw refuse('InvalidSignature')
  return payload
}
