// However a website misbehaves, every link ends in time and with a reason.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { addLink } from '#features/training/links/add-link.ts'
import { seconds } from '#platform/clock.ts'
import { makeOutside } from '#platform/outside/outside.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import { errorCatalogue, type ErrorCode } from '#shared/errors.ts'
import { webPage } from '#tests/fixtures/website.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'

type Case = {
  /** written in reply to this path; the connection stays open */
  respond?: (path: string, write: (text: string | Buffer) => void, socket: Socket) => void
  url?: string
  mode?: LinkMode
  ends: ErrorCode | 'processed'
}

const html = (body: string, head = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\n${head}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
const missing = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
const moved = (to: string) => `HTTP/1.1 302 Found\r\nlocation: ${to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
const open = (head = '') => `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${head}`
const shop = (links: string[] = [], head = '') =>
  webPage('Giá', '<p>Chén giá 65.000đ.</p>', links).replace('<title>', `${head}<title>`)
const page =
  (text: string | Buffer): NonNullable<Case['respond']> =>
  (path, write) =>
    write(path === '/robots.txt' ? missing : text)
const drip = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 20)
  socket.once('close', () => clearInterval(timer))
}
/** Incompressible. */
const long = randomBytes(3000).toString('hex')

const cases: Record<string, Case> = {
  'leads to a file of the machine': { respond: page(moved('file:///etc/passwd')), ends: 'training.page_redirects' },
  'leads to gopher': { respond: page(moved('gopher://127.0.0.1/x')), ends: 'training.page_redirects' },
  'leads to a script': { respond: page(moved('javascript:alert(1)')), ends: 'training.page_redirects' },
  'leads to data': { respond: page(moved('data:text/html,x')), ends: 'training.page_redirects' },
  'leads to an address that is none': { respond: page(moved('http://[')), ends: 'training.page_redirects' },
  'leads to an endless address': { respond: page(moved(`/${long}`)), ends: 'training.page_redirects' },
  'leads nowhere': {
    respond: page('HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n'),
    ends: 'training.page_redirects',
  },
  'leads to itself': { respond: page(moved('/')), ends: 'training.page_redirects' },
  'leads in a circle': {
    respond: (path, write) => write(moved(path === '/a' ? '/b' : '/a')),
    ends: 'training.page_redirects',
  },
  'leads ever on': {
    respond: (path, write) => write(path === '/robots.txt' ? missing : moved(`${path}x`)),
    ends: 'training.page_redirects',
  },
  'leads inside our network': { respond: page(moved('http://169.254.169.254/')), ends: 'training.page_unreachable' },
  'says nothing': { respond: () => {}, ends: 'training.page_unreachable' },
  'closes at once': { respond: (_path, _write, socket) => socket.destroy(), ends: 'training.page_unreachable' },
  'speaks no HTTP': { respond: (_path, write) => write('SSH-2.0-x\r\n'), ends: 'training.page_unreachable' },
  'drips its headers': {
    respond: (_path, write, socket) => {
      write(open())
      drip(socket, 'x-a: b\r\n')
    },
    ends: 'training.page_unreachable',
  },
  'drips its body': {
    respond: (path, write, socket) => {
      if (path === '/robots.txt') return write(missing)
      write(`${open()}\r\n<p>`)
      drip(socket, 'a')
    },
    ends: 'training.page_unreachable',
  },
  'never ends its body': {
    respond: (path, write, socket) => {
      if (path === '/robots.txt') return write(missing)
      write(`${open()}\r\n`)
      drip(socket, 'a'.repeat(3_000_000))
    },
    ends: 'training.page_too_large',
  },
  'promises more than comes': {
    respond: (path, write, socket) => {
      if (path === '/robots.txt') return write(missing)
      write(`${open('content-length: 1000\r\n')}\r\n<p>Một`)
      socket.end()
    },
    ends: 'training.page_unreachable',
  },
  'breaks off in a chunk': {
    respond: (path, write, socket) => {
      if (path === '/robots.txt') return write(missing)
      write(`${open('transfer-encoding: chunked\r\n')}\r\nff\r\n<p>`)
      socket.end()
    },
    ends: 'training.page_unreachable',
  },
  'is packed wrongly': {
    respond: page(html('not packed', 'content-encoding: gzip\r\n')),
    ends: 'training.page_unreachable',
  },
  'unpacks to far too much': {
    respond: (path, write) => {
      if (path === '/robots.txt') return write(missing)
      const bomb = gzipSync(Buffer.alloc(20_000_000))
      write(`${open(`content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`)}\r\n`)
      write(bomb)
    },
    ends: 'training.page_too_large',
  },
  'has headers without end': {
    respond: page(`${open(`x: ${'y'.repeat(20_000)}\r\n`)}\r\n`),
    ends: 'training.page_unreachable',
  },
  'is a picture': { respond: page('HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\nx'), ends: 'training.page_type' },
  'is busy for a year': {
    respond: page('HTTP/1.1 503 Busy\r\nretry-after: 31536000\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    ends: 'training.page_unreachable',
  },
  'has enough of us': {
    respond: page('HTTP/1.1 429 No\r\nretry-after: 9999999\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    ends: 'training.page_unreachable',
  },
  'has a wrong certificate': { url: 'https', respond: page(missing), ends: 'training.page_unreachable' },
  'has no name': { url: 'http://khong-co.invalid/', ends: 'training.page_unreachable' },
  'has rules that never come': {
    respond: (path, write) => path === '/robots.txt' || write(html(shop())),
    ends: 'processed',
  },
  'has rules that lead to a file': {
    respond: (path, write) => write(path === '/robots.txt' ? moved('file:///x') : html(shop())),
    ends: 'processed',
  },
  'has rules without end': {
    respond: (path, write, socket) => {
      if (path !== '/robots.txt') return write(html(shop()))
      write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
      drip(socket, 'Allow: /a*b*c*d*e*f*g$\n'.repeat(5000))
    },
    ends: 'processed',
  },
  'wants a day between two calls': {
    respond: (path, write) =>
      write(path === '/robots.txt' ? html('User-agent: *\nCrawl-delay: 86400').replace('html', 'plain') : html(shop())),
    ends: 'processed',
  },
  'says that it is properly a file': {
    mode: 'site',
    respond: page(
      html(
        shop(
          ['file:///x', 'gopher://x/', 'http://[', `/${long}`, 'javascript:x', '//'],
          '<link rel="canonical" href="file:///etc/passwd">',
        ),
      ),
    ),
    ends: 'processed',
  },
  'says that it is properly somewhere endless': {
    mode: 'site',
    respond: page(html(shop([], `<link rel="canonical" href="/${long}">`))),
    ends: 'processed',
  },
  'has a map of files and of itself': {
    mode: 'sitemap',
    respond: (path, write) =>
      write(
        path === '/robots.txt'
          ? html(`Sitemap: file:///x.xml\nSitemap: /${long}.xml`).replace('html', 'plain')
          : html(
              `<urlset><url><loc>file:///x</loc></url><url><loc>http://[</loc></url><url><loc>/sitemap.xml</loc></url></urlset>`,
            ).replace('text/html', 'application/xml'),
      ),
    ends: 'training.sitemap_empty',
  },
}

describe('a link whose website', () => {
  let platform: TestPlatform
  const servers: Server[] = []
  const ended = new Map<string, { status: string; reason: ErrorCode | null; after: number }>()

  before(async () => {
    const places = new Map<string, string>()
    for (const [name, { respond, url }] of Object.entries(cases)) {
      if (!respond) places.set(name, url ?? '')
      else places.set(name, `${url ?? 'http'}://127.0.0.1:${await listen(respond)}/`)
    }
    const hosts = [...places.values()].map(url => new URL(url).host).join(',')
    platform = await testPlatform({ settings: { CRAWL_ALLOWED_HOSTS: hosts } })
    // The real one, only with shorter timeouts.
    const outside = makeOutside({ allowedHosts: platform.config.CRAWL_ALLOWED_HOSTS, agent: 'SenBot/1.0' })
    Object.assign(platform, {
      outside: { ...outside, fetch: (request: object) => outside.fetch({ timeoutMs: 1000, ...request } as never) },
    })
    const ids = new Map<string, string>()
    for (const [name, url] of places) {
      const caller = (await makeWorkspace(platform)).admin
      ids.set((await addLink(platform, caller, { url, mode: cases[name]?.mode ?? 'page', depth: 1 })).id, name)
    }
    const began = platform.clock.now().getTime()
    for (let step = 0; step < 400 && ended.size < ids.size; step++) {
      await platform.jobs.drain()
      const { rows } = await platform.db.asService(null, tx =>
        sql<{ id: string; status: string; reason: ErrorCode | null }>`select id, status, reason from sources
          where parent_id is null and status <> 'processing'`.execute(tx),
      )
      const now = (platform.clock.now().getTime() - began) / 1000
      for (const { id, ...row } of rows) {
        const name = ids.get(id)
        if (name !== undefined && !ended.has(name)) ended.set(name, { ...row, after: now })
      }
      platform.clock.advance(seconds(1))
    }
  })
  after(async () => {
    for (const server of servers) server.close()
    await platform.close()
  })

  async function listen(respond: NonNullable<Case['respond']>): Promise<number> {
    const server = createServer(socket => {
      socket.on('error', () => {})
      let received = ''
      socket.on('data', data => {
        received += data.toString('latin1')
        if (!received.includes('\r\n\r\n')) return
        const path = /^\S+ (\S+)/.exec(received)?.[1] ?? ''
        received = ''
        respond(path, text => void socket.write(text), socket)
      })
    })
    servers.push(server)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  for (const [name, { ends }] of Object.entries(cases))
    test(name, () => {
      const end = ended.get(name)
      assert.ok(end, 'it never ended')
      assert.equal(end.status === 'processed' ? 'processed' : end.reason, ends)
      assert.ok(end.after <= 300, `it took ${end.after} seconds`)
      if (end.reason) assert.ok(errorCatalogue[end.reason].vi && errorCatalogue[end.reason].en)
    })
})
