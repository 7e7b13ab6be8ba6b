import type { FastifyRequest } from 'fastify'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { SecurityAct } from '#shared/event-catalogue.ts'

/** In the caller's transaction, for the audit log of each of the person's workspaces. */
export async function recordSecurity(
  platform: Platform,
  tx: Tx,
  entry: { personId: string | null; act: SecurityAct; by?: 'self' | 'service' },
  request: FastifyRequest,
): Promise<void> {
  const { personId, act, by = 'self' } = entry
  const at = platform.clock.now().toISOString()
  await platform.jobs.emit(tx, 'security.recorded', {
    record_id: newId(),
    person_id: personId,
    act,
    by,
    ip: request.ip,
    at,
  })
}
