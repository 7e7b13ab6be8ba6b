import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, hours, minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Who } from '#platform/feature.ts'
import type { Caller } from '#platform/http/caller.ts'
import { languageOf } from '#platform/http/http.ts'
import { addressOf } from '#platform/http/locate-claims.ts'
import { peerOf } from '#platform/http/peer.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import type { Platform } from '#platform/platform.ts'
import type { KeyScope } from '#shared/contracts/api-keys.contract.ts'
import { hashOf, keyMark } from './api-keys.ts'

/** Per network address, against guessing. */
const keyChecks = { max: 1200, windowMs: minutes(1), burst: 400 }
const wrongKeyChecks = 40
/** Per key, against runaway programs. */
const calls = { max: 300, windowMs: minutes(1), burst: 100 }
const usedEvery = hours(1)

export function keyOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer?.startsWith(keyMark) ? bearer : undefined
}

type Known = { id: string; workspace_id: string; scope: KeyScope; is_stale: boolean; is_admitted: boolean }

/** @throws auth.sign_in_needed, auth.admin_needed, access.address, auth.key_refused, request.not_found, request.too_many */
export async function keyCaller(
  platform: Platform,
  request: FastifyRequest,
  who: Exclude<Who, 'anyone'>,
  key: string,
): Promise<Caller> {
  const peer = peerOf(request.ip)
  drawInMemory(platform, `keys:${peer}`, keyChecks)
  const known = await readKey(platform, key, addressOf(request.ip))
  if (!known) {
    drawInMemory(platform, `keys:${peer}`, keyChecks, wrongKeyChecks)
    throw failure('auth.sign_in_needed')
  }
  const { id, workspace_id: workspaceId, scope } = known
  drawInMemory(platform, `key:${id}`, calls)
  const named = request.headers['x-workspace']
  if (named !== undefined && named !== workspaceId) throw failure('request.not_found')
  if (!known.is_admitted) throw failure('access.address', { address: addressOf(request.ip) })
  if (who === 'person' || who === 'operator') throw failure('auth.key_refused')
  if (who === 'admin' && scope !== 'admin') throw failure('auth.admin_needed')
  if (known.is_stale) await recordUse(platform, workspaceId, id)
  const role = scope === 'admin' ? 'admin' : 'member'
  // Recorded under the key's id: no person did it.
  return {
    personId: id,
    email: '',
    claims: { role: 'authenticated' },
    workspaceId,
    role,
    language: languageOf(request),
  }
}

async function readKey(platform: Platform, key: string, address: string | null): Promise<Known | undefined> {
  if (!/^sen_[\w-]{43}$/.test(key)) return undefined
  const before = after(platform.clock.now(), -usedEvery)
  const { rows } = await platform.db.asService(null, tx =>
    sql<Known>`select k.id, k.workspace_id, k.scope, coalesce(k.used_at, '-infinity') < ${before} as is_stale,
        rights.admits_address(k.workspace_id, ${address}) as is_admitted
      from private.api_key_hashes h join api_keys k on k.workspace_id = h.workspace_id and k.id = h.key_id and k.revoked_at is null
      join workspaces w on w.id = k.workspace_id and w.deleted_at is null and w.kind = 'shop'
      where h.hash = ${hashOf(key)}`.execute(tx),
  )
  return rows[0]
}

async function recordUse(platform: Platform, workspaceId: string, id: string): Promise<void> {
  await platform.db.asService(workspaceId, tx =>
    sql`update api_keys set used_at = ${platform.clock.now()} where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    ),
  )
}
