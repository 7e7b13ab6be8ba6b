// Stands between a process and PostgreSQL, as a network that breaks or falls silent.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Link = { client: Socket; server: Socket }

export type DatabaseProxy = {
  url: string
  /** Connections break, and new ones are refused. */
  cut(): void
  /** Connections stay, and nothing passes. */
  silence(): void
  mend(): void
  close(): Promise<void>
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const links = new Set<Link>()
  let state: 'open' | 'cut' | 'silent' = 'open'

  function flow({ client, server }: Link): void {
    client.pipe(server)
    server.pipe(client)
  }
  function halt({ client, server }: Link): void {
    client.unpipe(server).pause()
    server.unpipe(client).pause()
  }
  function breakAll(): void {
    for (const { client, server } of links) {
      client.destroy()
      server.destroy()
    }
  }

  const proxy = createServer(client => {
    if (state === 'cut') return client.destroy()
    const server = connect(Number(target.port || 5432), target.hostname)
    const link = { client, server }
    links.add(link)
    for (const side of [client, server]) {
      side.on('error', () => {})
      side.on('close', () => {
        client.destroy()
        server.destroy()
        links.delete(link)
      })
    }
    if (state === 'open') flow(link)
    else halt(link)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut() {
      state = 'cut'
      breakAll()
    },
    silence() {
      state = 'silent'
      for (const link of links) halt(link)
    },
    mend() {
      state = 'open'
      for (const link of links) flow(link)
    },
    async close() {
      proxy.close()
      breakAll()
      await once(proxy, 'close')
    },
  }
}
