import { jwtVerify } from 'jose'
import { type LinkClaims, linkKey } from '#platform/files/file-links.ts'
import type { Platform } from '#platform/platform.ts'
import { refuse } from '../storage-error.ts'

/** @throws InvalidJWT for a foreign or expired token, InvalidSignature for another object or act */
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
