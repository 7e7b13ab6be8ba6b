import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { testApp, testPlatform } from '#server/testing.ts'

const upgrade = [
  'GET /realtime/v1/websocket?apikey=x&vsn=2.0.0 HTTP/1.1',
  'host: localhost',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
]

test(
  'connections that say nothing, or ask to be upgraded late, do not hold the door open',
  { timeout: 60_000 },
  async t => {
    const platform = await testPlatform()
    t.after(() => platform.close())
    const app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const [silent, halfway, late] = Array.from({ length: 3 }, () =>
      net.connect(port, '127.0.0.1').on('error', () => {}),
    )
    const sockets = [silent!, halfway!, late!]
    t.after(() => sockets.forEach(socket => socket.destroy()))
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    halfway!.write('GET /healthz HTTP/1.1\r\nhost: ')
    const first = `${upgrade.join('\r\n')}\r\n`
    late!.write(first)
    const closing = app.close()
    setTimeout(() => late!.write('\r\n'), 1500)
    await closing
  },
)

test('sockets that come while the door is closing do not hold it open', { timeout: 60_000 }, async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const app = await testApp(platform)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets = Array.from({ length: 5 }, () => net.connect(port, '127.0.0.1').on('error', () => {}))
  t.after(() => sockets.forEach(socket => socket.destroy()))
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  for (const socket of sockets) socket.write(`${upgrade.join('\r\n')}\r\n\r\n`)
  await app.close()
})
