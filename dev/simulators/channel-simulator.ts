// A server on a real port that records calls, injects faults, and has a localhost-only control API under /__sim.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeVirtualClock, type VirtualClock } from './channel-clock.ts'
import { type CallFault, type FaultRule, type Faults, makeFaults } from './channel-faults.ts'
import { withoutFields } from './without-fields.ts'

export type SimulatedCall = {
  n: number
  at: number
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** parsed JSON or form; otherwise empty, see `raw` */
  body: Record<string, unknown>
  raw: Buffer
  status: number | undefined
  fault: CallFault | undefined
}
export type SimulatedAnswer = {
  status: number
  body: object | string
  headers?: Record<string, string>
  /** Runs once the response is sent or lost: echoes, receipts. */
  after?: () => unknown
}
export type SimulatedPlatform = {
  answer(call: SimulatedCall): SimulatedAnswer | Promise<SimulatedAnswer>
  refuse(fault: CallFault, call: SimulatedCall): SimulatedAnswer
  userOf(call: SimulatedCall): string | undefined
  control: Record<string, (body: Record<string, unknown>, query: Record<string, string>) => unknown>
  reset(): unknown
  settled(): Promise<void>
}
export type ChannelSimulator = {
  url: string
  clock: VirtualClock
  faults: Faults
  calls: SimulatedCall[]
  settled(): Promise<void>
  close(): Promise<void>
}
export type SimulatorPlace = {
  port?: number | undefined
  /** stops the virtual clock at this time until advanced; absent: real time */
  startAt?: number | undefined
  /** ids count on from here, so that none comes twice over several runs on one database */
  idsFrom?: number | undefined
}

const maxBytes = 12 * 1024 * 1024

export async function startChannelSimulator(
  { port = 0, startAt }: SimulatorPlace,
  make: (parts: Pick<ChannelSimulator, 'url' | 'clock' | 'faults'>) => SimulatedPlatform,
): Promise<ChannelSimulator> {
  const clock = makeVirtualClock(startAt)
  const faults = makeFaults()
  const calls: SimulatedCall[] = []
  let counted = 0

  const busy = new Set<Promise<unknown>>()

  const server = createServer((request, response) => {
    void (async () => {
      const call = await readCall(request, url)
      const isControl = call.path.startsWith('/__sim')
      const work = isControl ? control(request, call, response) : handle(request, call, response)
      if (!isControl) busy.add(work)
      await work.finally(() => busy.delete(work))
    })().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const platform = make({ url, clock, faults })

  async function settled(): Promise<void> {
    do {
      await Promise.allSettled(busy)
      await platform.settled()
    } while (busy.size > 0)
  }

  async function handle(request: IncomingMessage, call: SimulatedCall, response: ServerResponse): Promise<void> {
    call.n = ++counted
    call.at = clock.now()
    calls.push(call)
    const fault = faults.forCall({ path: call.path, user: platform.userOf(call) })
    call.fault = fault
    if (fault === 'reset_before_write') return void request.socket.destroy()
    const refused = fault === undefined ? undefined : refusalOf(fault, call)
    const answer = refused ?? (await platform.answer(call))
    if (typeof fault === 'object' && 'delay_ms' in fault) await sleep(fault.delay_ms)
    call.status = answer.status
    if (fault === 'reset_after_write') request.socket.destroy()
    else await write(response, { ...answer, ...sparseAnswer(fault, answer) })
    await answer.after?.()
  }

  function sparseAnswer(fault: CallFault | undefined, { body }: SimulatedAnswer): Partial<SimulatedAnswer> {
    if (fault === 'empty200') return { status: 200, body: '' }
    if (typeof fault === 'object' && 'without' in fault) return { body: withoutFields(body, fault.without) }
    return fault === 'no_data' ? { status: 200, body: { error: 0, message: 'Success' } } : {}
  }

  /** undefined: the call is carried out, and only its response is affected */
  function refusalOf(fault: CallFault, call: SimulatedCall): SimulatedAnswer | undefined {
    if (fault === 'empty200' || fault === 'no_data' || fault === 'reset_after_write') return undefined
    if (typeof fault === 'object' && ('delay_ms' in fault || 'without' in fault)) return undefined
    const body = '<html><body><h1>Sorry, something went wrong.</h1></body></html>'
    if (fault === 'html') return { status: 200, body }
    if (typeof fault === 'string' && fault.startsWith('http:')) return { status: Number(fault.slice(5)), body }
    return platform.refuse(fault, call)
  }

  async function control(request: IncomingMessage, call: SimulatedCall, response: ServerResponse): Promise<void> {
    if (!isLoopback(request)) return write(response, { status: 403, body: { error: 'loopback only' } })
    const name = `${call.method} ${call.path.slice('/__sim/'.length) || 'chat'}`
    const run = own[name] ?? platform.control[name]
    if (!run) return write(response, { status: 404, body: { error: `no ${name}` } })
    try {
      const result = (await run(call.body, call.query)) ?? {}
      await write(response, { status: 200, body: typeof result === 'string' ? result : (result as object) })
    } catch (error) {
      await write(response, { status: 400, body: { error: (error as Error).message } })
    }
  }

  const own: SimulatedPlatform['control'] = {
    async 'POST reset'(body) {
      await settled()
      clock.reset()
      faults.reset(typeof body['seed'] === 'number' ? body['seed'] : undefined)
      calls.length = 0
      counted = 0
      await platform.reset()
    },
    async 'POST clock'(body) {
      await settled()
      await clock.advance(Number(body['advance_ms'] ?? 0))
      await settled()
      return { now: clock.now() }
    },
    'GET clock': () => ({ now: clock.now() }),
    'GET calls': (_body, query) => ({
      calls: calls.filter(({ n }) => n > Number(query['since'] ?? 0)).map(({ raw: _raw, ...call }) => call),
      next: counted,
    }),
    'POST faults'(body) {
      faults.add((Array.isArray(body['rules']) ? body['rules'] : [body]) as FaultRule[])
    },
    'POST settled': settled,
  }

  return {
    url,
    clock,
    faults,
    calls,
    settled,
    async close() {
      clock.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readCall(request: IncomingMessage, base: string): Promise<SimulatedCall> {
  const url = new URL(request.url ?? '/', base)
  const raw = await readBody(request)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  return {
    n: 0,
    at: 0,
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers,
    body: readAs(headers['content-type'] ?? '', raw),
    raw,
    status: undefined,
    fault: undefined,
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size <= maxBytes) chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function readAs(type: string, raw: Buffer): Record<string, unknown> {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
  if (type.startsWith('multipart/') || raw.length === 0) return {}
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return Array.isArray(value) ? { rules: value } : typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

async function write(response: ServerResponse, { status, body, headers = {} }: SimulatedAnswer): Promise<void> {
  // The caller is gone; echoes and receipts are sent all the same.
  if (response.destroyed) return
  const isText = typeof body === 'string'
  const type = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  await new Promise<void>(done => {
    response.once('close', done)
    response.end(isText || Buffer.isBuffer(body) ? body : JSON.stringify(body), done)
  })
}

function isLoopback({ socket }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return address === '::1' || address.startsWith('127.')
}
