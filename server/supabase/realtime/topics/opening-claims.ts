import type { Platform } from '#platform/platform.ts'
import type { Claims } from '#platform/sql/database.ts'
import { roleOfKey } from '../../api-key.ts'
import { bearerClaims, type Refused } from '../../bearer-claims.ts'
import type { LiveSocket } from '../sockets/live-socket.ts'

export const invalidKey = 'Invalid API key'

/** As they are now: a key that was ended, or whose days are over, opens nothing any more, also where it had opened before. */
export async function openingClaims(
  platform: Platform,
  { opening: { key, bearer, ip } }: LiveSocket,
): Promise<{ claims: Claims } | { refused: Refused | 'key' }> {
  const role = await roleOfKey(platform, key)
  if (role === undefined) return { refused: 'key' }
  if (bearer === undefined) return { claims: { role } }
  const result = await bearerClaims(platform, bearer, ip)
  // A program's key as a bearer ends as a key does.
  return 'refused' in result && result.refused === 'invalid' ? { refused: 'key' } : result
}
