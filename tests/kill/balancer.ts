// In turn to each process; another is asked only where a connection was refused, so before any byte was sent.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Balancer = {
  url: string
  /** Ports of processes, running or not. */
  lead(ports: number[]): void
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  let ports: number[] = []
  let turn = 0

  function pass(from: IncomingMessage, body: Buffer, to: ServerResponse, left: number): void {
    const port = ports[turn++ % ports.length]
    const { method = 'GET', url: path, headers } = from
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, answer => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => to.destroy())
      answer.pipe(to)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) pass(from, body, to, left - 1)
      else if (to.headersSent) to.destroy()
      else to.writeHead(502).end()
    })
    to.on('close', () => asked.destroy())
    asked.end(body)
  }

  const server = createServer((from, to) => {
    buffer(from).then(
      body => pass(from, body, to, ports.length),
      () => to.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(given) {
      ports = given
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
