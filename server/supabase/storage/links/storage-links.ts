import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import { addressOf } from '#platform/http/locate-claims.ts'
import { isUuid } from '#platform/ids.ts'
import type { Claims } from '#platform/sql/database.ts'
import { type LinkClaims, linkKeys } from '#platform/files/file-links.ts'
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
  const payload = await readSigned(token, linkKeys(platform), options)
  if (payload.url !== wanted.url || payload.scope !== wanted.scope) throw refuse('InvalidSignature')
  return payload
}

type ReadOptions = { algorithms: string[]; currentDate: Date; requiredClaims: string[] }

async function readSigned(
  token: string,
  [key, ...older]: Uint8Array[],
  options: ReadOptions,
): Promise<LinkClaims & { exp: number }> {
  try {
    return (await jwtVerify<LinkClaims & { exp: number }>(token, key ?? new Uint8Array(), options)).payload
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' && older.length > 0) return readSigned(token, older, options)
    throw refuse('InvalidJWT', code === 'ERR_JWT_EXPIRED' ? message : undefined)
  }
}

/** What a link of a member's is bound to: the workspace whose object it is. */
export function workspaceOfLink({ sub }: Claims, key: string): Pick<LinkClaims, 'workspace'> {
  const [workspace] = key.split('/')
  return sub !== undefined && isUuid(workspace) ? { workspace } : {}
}

/** @throws AccessDenied from an address that the workspace of the link does not allow */
export async function requireAddress(platform: Platform, workspace: string | undefined, ip: string): Promise<void> {
  if (workspace === undefined) return
  const [row] = await platform.db.readAsService(
    sql<{ is_admitted: boolean }>`select rights.admits_address(${workspace}, ${addressOf(ip)}) as is_admitted`,
  )
  if (!row?.is_admitted) throw refuse('AccessDenied')
}
