// The floor: fastify and one durable insert per message.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import fastify from 'fastify'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'

const { DATABASE_URL: url, DATA_DIR: folder = '', PORT: port, HOOK_SECRET: secret = '' } = process.env
const engine = url ? await openPostgresql(url, () => {}) : await openEmbedded(join(folder, 'database'))
const first = await engine.acquire()
await first.query(
  'create table if not exists received (id uuid primary key, body text not null, at timestamptz not null default now())',
  [],
)
engine.release(first, false)

const app = fastify({ logger: false })
async function insert(id: string, body: string): Promise<void> {
  const session = await engine.acquire()
  try {
    await session.query('insert into received (id, body) values ($1, $2)', [id, body])
  } finally {
    engine.release(session, false)
  }
}
app.post('/', async (request, reply) => {
  const { client_id: id, text } = request.body as { client_id: string; text: string }
  await insert(id, text)
  return reply.code(201).send({ id })
})
app.post('/turn', async (request, reply) => {
  const { client_id: id, text } = request.body as { client_id: string; text: string }
  await insert(id, text)
  await insert(randomUUID(), text)
  return reply.code(201).send({ id })
})
await app.register(async hooks => {
  hooks.removeAllContentTypeParsers()
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  hooks.post('/hook', async (request, reply) => {
    const body = request.body as Buffer
    const given = Buffer.from(String(request.headers['x-hub-signature-256']).slice(7), 'hex')
    if (!timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given)) return reply.code(401).send()
    await insert(randomUUID(), body.toString())
    return reply.send('ok')
  })
})
app.get('/readyz', async () => ({ status: 'ready' }))
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
