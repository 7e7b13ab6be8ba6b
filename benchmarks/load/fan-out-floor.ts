import fastify from 'fastify'
import websocket from '@fastify/websocket'

type Connection = {
  send(data: Buffer, options: { binary: boolean }): void
  on(event: 'message', listener: (data: Buffer) => void): void
}

const app = fastify({ logger: false })
await app.register(websocket)
const connections = new Set<Connection>()
app.get('/', { websocket: true }, (connection: Connection) => {
  connections.add(connection)
  connection.on('message', data => {
    for (const other of connections) if (other !== connection) other.send(data, { binary: false })
  })
})
app.get('/readyz', async () => ({ status: 'ready' }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
