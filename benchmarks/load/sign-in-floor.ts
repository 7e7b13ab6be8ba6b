// The floor of a sign-in, apart from the hash: fastify, one durable insert, one signed token.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastify from 'fastify'
import { SignJWT } from 'jose'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'

const { DATABASE_URL: url, DATA_DIR: folder = '', PORT: port } = process.env
const engine = url ? await openPostgresql(url, () => {}) : await openEmbedded(join(folder, 'database'))
const first = await engine.acquire()
await first.query('create table signed_in (id uuid primary key, email text not null, at timestamptz default now())', [])
engine.release(first, false)
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const app = fastify({ logger: false })
app.post('/auth/v1/token', async (request, reply) => {
  const { email } = request.body as { email: string }
  const session = await engine.acquire()
  try {
    await session.query('insert into signed_in (id, email) values ($1, $2)', [randomUUID(), email])
  } finally {
    engine.release(session, false)
  }
  const token = await new SignJWT({ email })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime('1h')
    .sign(privateKey)
  return reply.send({ access_token: token })
})
app.get('/readyz', async () => ({ status: 'ready' }))
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
