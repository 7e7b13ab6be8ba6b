import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { days } from '#platform/clock.ts'
import { hashSecret, newSecret } from '#platform/ids.ts'
import { peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { cookieOf, deviceCookie } from '#shared/rules/money/referral.ts'

const lifeSeconds = days(365) / 1000

/** Sign-ups by this link from the same device or network get reviewed. */
export async function recordDevice(
  platform: Platform,
  { workspaceId }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const stored = cookieOf(request.headers.cookie, deviceCookie)
  const device = stored && /^[\w-]{43}$/.test(stored) ? stored : newSecret()
  await platform.db.asService(workspaceId, tx =>
    sql`insert into private.referral_devices (workspace_id, device, peer, seen_at)
      values (${workspaceId}, ${hashSecret(device)}, ${peerOf(request.ip)}, ${platform.clock.now()})
      on conflict (workspace_id, device) do update set peer = excluded.peer, seen_at = excluded.seen_at`.execute(tx),
  )
  const secure = platform.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${deviceCookie}=${device}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}
