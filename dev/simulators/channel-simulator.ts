// What the simulated messaging platforms share: a server on a real port, its calls recorded, its faults, and the control API
// under /__sim, which answers the own machine alone.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeVirtualClock, type VirtualClock } from './channel-clock.ts'
import { type CallFault, type FaultRule, type Faults, makeFaults } from './channel-faults.ts'
import { withoutFields } from './without-fields.ts'

/** A call that came in, as it came. */
export type SimulatedCall = {
  n: number
  /** virtual time */
  at: number
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** read as JSON or as a form; anything else is empty and stands in `raw` */
  body: Record<string, unknown>
  raw: Buffer
  status: number | undefined
  fault: CallFault | undefined
}
export type SimulatedAnswer = {
  status: number
  /** an object goes out as JSON, a text as HTML; bytes need a content-type of their own */
  body: object | string
  headers?: Record<string, string>
  /** Happens once the answer has gone out, or was lost: echoes, receipts. */
  after?: () => unknown
}
/** How one platform behaves. */
export type SimulatedPlatform = {
  answer(call: SimulatedCall): SimulatedAnswer | Promise<SimulatedAnswer>
  /** The platform's own words for a fault that is an error of its own. */
  refuse(fault: CallFault, call: SimulatedCall): SimulatedAnswer
  /** Whom a call is about. */
  userOf(call: SimulatedCall): string | undefined
  /** 'POST user-message' → what it does; `reset`, `clock`, `calls` and `faults` are there already. */
  control: Record<string, (body: Record<string, unknown>, query: Record<string, string>) => unknown>
  reset(): unknown
  /** Waits until none of its webhooks is on its way any more. */
  settled(): Promise<void>
}
export type ChannelSimulator = {
  url: string
  clock: VirtualClock
  faults: Faults
  calls: SimulatedCall[]
  /** Ends when no call is being answered and no webhook is on its way. */
  settled(): Promise<void>
  close(): Promise<void>
}
export type SimulatorPlace = {
  /** 0: any free one */
  port?: number | undefined
  /** where the virtual clock stands until it is advanced; without it, it runs with the real time */
  startAt?: number | undefined
}

const mostBytes = 12 * 1024 * 1024

/** @param make gets clock and faults, gives the platform */
export async function startChannelSimulator(
  { port = 0, startAt }: SimulatorPlace,
  make: (parts: Pick<ChannelSimulator, 'url' | 'clock' | 'faults'>) => SimulatedPlatform,
): Promise<ChannelSimulator> {
  const clock = makeVirtualClock(startAt)
  const faults = makeFaults()
  const calls: SimulatedCall[] = []
  let counted = 0

  /** Calls that are being answered, with what follows from them. */
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

  /** What is left of an answer. */
  function sparseAnswer(fault: CallFault | undefined, { body }: SimulatedAnswer): Partial<SimulatedAnswer> {
    if (fault === 'empty200') return { status: 200, body: '' }
    if (typeof fault === 'object' && 'without' in fault) return { body: withoutFields(body, fault.without) }
    return fault === 'no_data' ? { status: 200, body: { error: 0, message: 'Success' } } : {}
  }

  /** What goes wrong instead of the answer; undefined when the call is obeyed and only its answer suffers. */
  function refusalOf(fault: CallFault, call: SimulatedCall): SimulatedAnswer | undefined {
    if (fault === 'empty200' || fault === 'no_data' || fault === 'reset_after_write') return undefined
    if (typeof fault === 'object' && ('delay_ms' in fault || 'without' in fault)) return undefined
    const body = '<html><body><h1>Sorry, something went wrong.</h1></body></html>'
    if (fault === 'html') return { status: 200, body }
    if (typeof fault === 'string' && fault.startsWith('http:')) return { status: Number(fault.slice(5)), body }
    return platform.refuse(fault, call)
  }

  async function control(request: IncomingMessage, call: SimulatedCall, response: ServerResponse): Promise<void> {
    if (!isOwnMachine(request)) return write(response, { status: 403, body: { error: 'loopback only' } })
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
    if (size <= mostBytes) chunks.push(chunk as Buffer)
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

/** Ends when the answer has gone out. */
async function write(response: ServerResponse, { status, body, headers = {} }: SimulatedAnswer): Promise<void> {
  // Who asked is gone; what was done is told all the same.
  if (response.destroyed) return
  const isText = typeof body === 'string'
  const type = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  await new Promise<void>(done => {
    response.once('close', done)
    response.end(isText || Buffer.isBuffer(body) ? body : JSON.stringify(body), done)
  })
}

function isOwnMachine({ socket }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return address === '::1' || address.startsWith('127.')
}
