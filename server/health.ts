import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isDiskFull } from '#platform/files/full-disk.ts'
import type { Platform } from '#platform/platform.ts'
import type { Result } from '#shared/contracts/api.ts'

/** `/healthz`: the process lives. `/readyz`: it can do its work; 503 while it stops or cannot. */
export function healthRoutes(app: FastifyInstance, platform: Platform): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const durability = platform.db.engine.durability
    if (stoppingPlatforms.has(platform)) return reply.code(503).send({ status: 'stopping', durability })
    if (await isDiskFull(platform))
      return reply.code(503).header('retry-after', '5').send({ status: 'disk full', durability })
    try {
      const { rows } = await platform.db.asService(null, tx =>
        sql<{
          age: number | null
        }>`select extract(epoch from ${platform.clock.now()}::timestamptz - min(run_at))::float8 as age
          from private.jobs where worker is null and run_at <= ${platform.clock.now()}`.execute(tx),
      )
      return reply.send({
        status: 'ready',
        database: platform.db.engine.kind,
        durability,
        queue_age_seconds: Math.max(0, rows[0]?.age ?? 0),
      } satisfies Result<'GET /readyz'>)
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'database unavailable', durability })
    }
  })
}

const stoppingPlatforms = new WeakSet<Platform>()

export function markStopping(platform: Platform): void {
  stoppingPlatforms.add(platform)
}
