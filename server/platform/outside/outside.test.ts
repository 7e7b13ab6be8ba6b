import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { OutsideError, type OutsideReason } from './outside-error.ts'
import { makeOutside, type Outside } from './outside.ts'

describe('fetching from outside', () => {
  let server: Server
  let port: number
  let answer: RequestListener
  let asked: {
    url: string | undefined
    method: string | undefined
    headers: NodeJS.Dict<string | string[]>
    body: string
  }[]
  let outside: Outside

  before(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', chunk => (body += String(chunk)))
      request.on('end', () => {
        asked.push({ url: request.url, method: request.method, headers: request.headers, body })
        answer(request, response)
      })
    })
    port = await listening(server)
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    asked = []
    outside = makeOutside({ allowedHosts: [`127.0.0.1:${port}`], agent: 'SenBot/1.0' })
  })

  const here = (path = '/'): string => `http://127.0.0.1:${port}${path}`
  const fails = (promise: Promise<unknown>, reason: OutsideReason): Promise<void> =>
    assert.rejects(promise, error => error instanceof OutsideError && error.reason === reason)

  test('gives status, type, charset, headers and the unpacked body, and says who asks', async () => {
    answer = (_request, response) => {
      response.setHeader('content-type', 'text/html; charset="UTF-8"')
      response.setHeader('content-encoding', 'gzip')
      response.setHeader('etag', '"7"')
      response.end(gzipSync('Phí giao hàng 20.000đ'))
    }
    const got = await outside.fetch({ url: here('/a') })
    assert.deepEqual(
      [got.status, got.type, got.charset, got.headers['etag'], got.body.toString()],
      [200, 'text/html', 'utf-8', '"7"', 'Phí giao hàng 20.000đ'],
    )
    assert.equal(asked[0]?.headers['user-agent'], 'SenBot/1.0')
  })

  test('sends a body, and follows no redirect with it', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    const got = await outside.fetch({ url: here(), method: 'POST', body: '{"á":1}', headers: { 'X-Signature': 's' } })
    assert.equal(got.status, 302)
    assert.equal(asked.length, 1)
    assert.deepEqual([asked[0]?.body, asked[0]?.headers['x-signature']], ['{"á":1}', 's'])
  })

  test('follows three redirects, and no fourth', async () => {
    answer = (request, response) => {
      const hop = Number(request.url?.slice(1))
      if (hop === 0) response.end('there')
      else response.writeHead(302, { location: `/${hop - 1}` }).end()
    }
    const got = await outside.fetch({ url: here('/3') })
    assert.deepEqual([got.body.toString(), got.url], ['there', here('/0')])
    await fails(outside.fetch({ url: here('/4') }), 'redirects')
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    asked = []
    await fails(outside.fetch({ url: here('/again') }), 'redirects')
    assert.equal(asked.length, 4)
  })

  test('a redirect is judged like any address', async () => {
    const targets = [
      'http://169.254.169.254/latest/meta-data/',
      'http://2852039166/',
      'http://[::ffff:169.254.169.254]/',
      'http://127.0.0.1:22/',
      'http://localhost:6379/',
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      `http://me:pw@127.0.0.1:${port}/`,
      'http://',
      'javascript:1',
    ]
    for (const location of targets) {
      answer = (_request, response) => response.writeHead(302, { location }).end()
      await assert.rejects(outside.fetch({ url: here() }), OutsideError, location)
    }
    assert.equal(asked.length, targets.length)
  })

  test('tokens do not travel along to another host', async () => {
    let other = 0
    const second = createServer((request, response) => {
      asked.push({ url: request.url, method: request.method, headers: request.headers, body: '' })
      response.end('ok')
    })
    other = await listening(second)
    outside = makeOutside({ allowedHosts: [`127.0.0.1:${port}`, `127.0.0.1:${other}`], agent: 'SenBot/1.0' })
    answer = (_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${other}/` }).end()
    await outside.fetch({ url: here(), headers: { Authorization: 'Bearer x', Cookie: 'a=b', Accept: 'text/html' } })
    second.close()
    assert.deepEqual(
      [
        asked[1]?.headers['authorization'],
        asked[1]?.headers['cookie'],
        asked[1]?.headers['accept'],
        asked[1]?.headers['user-agent'],
      ],
      [undefined, undefined, 'text/html', 'SenBot/1.0'],
    )
  })

  test('a name that leads inside is refused, also when only one of its addresses does', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.216.34', '10.0.0.1'],
      ['::1'],
      ['64:ff9b::7f00:1'],
      ['0.0.0.0'],
      [],
    ]) {
      const guarded = makeOutside({ allowedHosts: [], agent: 'x' }, async () => addresses.map(asResolved))
      await fails(guarded.fetch({ url: 'http://shop.example/', timeoutMs: 500 }), 'unreachable')
    }
  })

  test('a name that changes between question and connection is asked only once', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    let questions = 0
    const named = makeOutside({ allowedHosts: [`rebind.example:${port}`], agent: 'x' }, async () =>
      (answers[questions++] ?? []).map(asResolved),
    )
    answer = (_request, response) => response.end('first')
    const got = await named.fetch({ url: `http://rebind.example:${port}/` })
    assert.deepEqual([got.body.toString(), questions], ['first', 1])
    assert.equal(asked[0]?.headers['host'], `rebind.example:${port}`)
    // Public at first, internal when looked up again, as after the redirect.
    let looks = 0
    const rebinding = makeOutside({ allowedHosts: [`start.example:${port}`], agent: 'x' }, async host =>
      [host === 'start.example' ? '127.0.0.1' : looks++ === 0 ? '10.0.0.9' : '93.184.216.34'].map(asResolved),
    )
    answer = (_request, response) => response.writeHead(302, { location: 'http://turn.example/' }).end()
    await fails(rebinding.fetch({ url: `http://start.example:${port}/` }), 'unreachable')
    assert.equal(looks, 1)
  })

  test('closed, filtered, unknown and inside all sound the same', async () => {
    const closed = createTcpServer()
    const closedPort = await listening(closed)
    await new Promise(resolve => closed.close(resolve))
    const silent = createTcpServer(() => {})
    const silentPort = await listening(silent)
    const guarded = makeOutside(
      { allowedHosts: [`127.0.0.1:${closedPort}`, `127.0.0.1:${silentPort}`], agent: 'x' },
      async host => {
        if (host === 'unknown.example') throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
        return [asResolved('10.1.2.3')]
      },
    )
    const urls = [
      `http://127.0.0.1:${closedPort}/`,
      `http://127.0.0.1:${silentPort}/`,
      'http://unknown.example/',
      'http://inside.example/',
    ]
    const texts = new Set<string>()
    for (const url of urls) {
      const error = await guarded.fetch({ url, timeoutMs: 300 }).catch((thrown: Error) => thrown)
      texts.add(`${(error as Error).name} ${(error as Error).message}`)
    }
    silent.close()
    assert.deepEqual([...texts], ['OutsideError unreachable'])
  })

  test('a body that drips is cut at the deadline', async () => {
    let drip: NodeJS.Timeout | undefined
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      drip = setInterval(() => response.write('.'), 20)
    }
    await fails(outside.fetch({ url: here(), timeoutMs: 300 }), 'unreachable')
    clearInterval(drip)
  })

  test('headers that never end, and a name that is never found, are cut at the deadline', async () => {
    answer = () => {}
    await fails(outside.fetch({ url: here(), timeoutMs: 200 }), 'unreachable')
    const waiting = makeOutside({ allowedHosts: [], agent: 'x' }, () => new Promise(() => {}))
    await fails(waiting.fetch({ url: 'http://shop.example/', timeoutMs: 200 }), 'unreachable')
  })

  test('too much is too much: said, streamed or packed', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': '9000' }).end('x'.repeat(9000))
    await fails(outside.fetch({ url: here(), maxBytes: 8999 }), 'too_large')
    assert.equal((await outside.fetch({ url: here(), maxBytes: 9000 })).body.length, 9000)
    answer = (_request, response) => {
      response.writeHead(200)
      response.write('x'.repeat(9000))
      response.end()
    }
    await fails(outside.fetch({ url: here(), maxBytes: 8999 }), 'too_large')
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    const before = process.memoryUsage().rss
    await fails(outside.fetch({ url: here() }), 'too_large')
    assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024)
  })

  test('what cannot be unpacked is refused', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    await fails(outside.fetch({ url: here() }), 'unreachable')
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x')
    await fails(outside.fetch({ url: here() }), 'wrong_type')
  })

  test('only the types that were asked for are read; an error page may be of any', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x')
    await fails(outside.fetch({ url: here(), types: ['text/*', 'application/xml'] }), 'wrong_type')
    answer = (_request, response) => response.writeHead(404, { 'content-type': 'image/png' }).end('x')
    assert.equal((await outside.fetch({ url: here(), types: ['text/*'] })).status, 404)
  })

  test('the caller may stop it, and hears its own reason', async () => {
    const stop = new AbortController()
    answer = () => stop.abort(new Error('enough'))
    await assert.rejects(outside.fetch({ url: here(), signal: stop.signal }), /enough/)
  })

  test('a long answer can be read as it comes', async () => {
    answer = (_request, response) => {
      response.write('one')
      setTimeout(() => response.end('two'), 50)
    }
    const { body } = await outside.open({ url: here() })
    const parts: string[] = []
    for await (const part of body) parts.push(String(part))
    assert.deepEqual(parts, ['one', 'two'])
  })

  test('what failed tells whether the other side may have heard it', async t => {
    const wasReached = (promise: Promise<unknown>) => promise.catch((error: OutsideError) => error.reached)
    answer = request => request.socket.destroy()
    assert.equal(await wasReached(outside.fetch({ url: here(), method: 'POST', body: 'x' })), true)
    const deadline = endOfTime(t)
    answer = (_request, response) =>
      void response.writeHead(200, { 'content-length': '9' }).write('half', () => deadline.abort())
    assert.equal(await wasReached(outside.fetch({ url: here() })), true)
    t.mock.reset()
    const free = await closedPort()
    const refused = makeOutside({ allowedHosts: [`127.0.0.1:${free}`], agent: 'x' })
    assert.equal(await wasReached(refused.fetch({ url: `http://127.0.0.1:${free}/` })), false)
  })

  test('a body that nobody reads breaks off unheard at the deadline', async t => {
    const deadline = endOfTime(t)
    answer = (_request, response) => void response.writeHead(200).write('x'.repeat(100_000))
    const { status, body } = await outside.open({ url: here() })
    const closed = new Promise(resolve => body.once('close', resolve))
    deadline.abort()
    await closed
    assert.equal(status, 200)
  })

  test('what the installation’s own settings name is trusted, where it leads to is not', async () => {
    const strict = makeOutside({ allowedHosts: [], agent: 'x' })
    answer = (_request, response) => response.end('model')
    await fails(strict.fetch({ url: here() }), 'address')
    assert.equal((await strict.fetch({ url: here(), trusted: true })).body.toString(), 'model')
    answer = (_request, response) => response.writeHead(302, { location: '/next' }).end()
    await fails(strict.fetch({ url: here(), trusted: true }), 'address')
  })
})

/** Of the calls to come: a tenth of a second may pass on a busy machine before they have connected. */
function endOfTime(t: TestContext): AbortController {
  const deadline = new AbortController()
  t.mock.method(AbortSignal, 'timeout', () => deadline.signal)
  return deadline
}

function listening(server: {
  listen(port: number, host: string, done: () => void): unknown
  address(): unknown
}): Promise<number> {
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}

async function closedPort(): Promise<number> {
  const server = createTcpServer()
  const port = await listening(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

function asResolved(address: string): { address: string; family: number } {
  return { address, family: address.includes(':') ? 6 : 4 }
}
