// The least that can be done: fastify, and the statement alone, as the database's owner. Started by the rows benchmark.
import { join } from 'node:path'
import fastify from 'fastify'
import { openEmbedded } from '#platform/embedded-engine.ts'
import { openPostgresql } from '#platform/postgresql-engine.ts'
import { seedRows, statement } from './rows-seed.ts'

const { DATABASE_URL: url, DATA_DIR: folder = '', PORT: port } = process.env
const engine = url ? await openPostgresql(url, () => {}) : await openEmbedded(join(folder, 'database'))
const first = await engine.acquire()
await first.query(seedRows, [])
engine.release(first, false)

const app = fastify({ logger: false })
app.get('/rest/v1/things', async (request, reply) => {
  const { id = '' } = request.query as { id?: string }
  const session = await engine.acquire()
  try {
    const { rows } = await session.query(statement, [id.replace('eq.', '')])
    return await reply.type('application/json').send((rows[0] as { body: string }).body)
  } finally {
    engine.release(session, false)
  }
})
app.get('/readyz', async () => ({ status: 'ready' }))
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
