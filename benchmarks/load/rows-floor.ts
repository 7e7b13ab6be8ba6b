import { join } from 'node:path'
import fastify from 'fastify'
import pg from 'pg'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { seedRows, statement } from './rows-seed.ts'

const { DATABASE_URL: url, DATA_DIR: folder = '', PORT: port } = process.env
type Read = (id: string) => Promise<string>

const read = url ? await throughPg(url) : await embedded()

async function throughPg(connectionString: string): Promise<Read> {
  const pool = new pg.Pool({ connectionString, max: 12 })
  await pool.query(seedRows)
  return async id => {
    const { rows } = await pool.query<{ body: string }>({ name: 'row', text: statement, values: [id] })
    return rows[0]?.body ?? ''
  }
}

async function embedded(): Promise<Read> {
  const engine = await openEmbedded(join(folder, 'database'))
  const first = await engine.acquire()
  await first.query(seedRows, [])
  engine.release(first, false)
  return async id => {
    const session = await engine.acquire()
    try {
      const { rows } = await session.query(statement, [id])
      return (rows[0] as { body: string }).body
    } finally {
      engine.release(session, false)
    }
  }
}

const app = fastify({ logger: false })
app.get('/rest/v1/things', async (request, reply) => {
  const { id = '' } = request.query as { id?: string }
  return reply.type('application/json').send(await read(id.replace('eq.', '')))
})
app.get('/readyz', async () => ({ status: 'ready' }))
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
