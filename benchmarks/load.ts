// Sends messages over keep-alive connections as fast as they are acknowledged, from a process of its own.
// Told by its parent: { address, connections, ms, tokens }. Tells back: { sent, ms, refused, p50, p99 }.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

export type Order = { address: string; connections: number; ms: number; tokens: string[] }
export type Result = { sent: number; ms: number; refused: string[]; p50: number; p99: number }

/** A visitor may write ten messages a minute. */
export const messagesPerVisitor = 9

function send(agent: Agent, address: string, token: string | undefined): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ client_id: randomUUID(), text: 'ship ra Hà Nội bao nhiêu vậy shop ơi' })
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    const call = request(address, { method: 'POST', agent, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function run({ address, connections, ms, tokens }: Order): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const refused: string[] = []
  const times: number[] = []
  let next = 0
  const began = performance.now()
  /** One visitor after the other: each waits for the answer before writing on. */
  async function write(): Promise<void> {
    let token: string | undefined
    for (let written = 0; performance.now() - began < ms; written++) {
      if (tokens.length > 0 && written % messagesPerVisitor === 0) {
        token = tokens[next++]
        if (token === undefined) throw new Error('More visitors are needed for this load.')
      }
      const before = performance.now()
      const { status, text } = await send(agent, address, token)
      times.push(performance.now() - before)
      if (status !== 201) refused.push(`${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, write))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
  return {
    sent: times.length - refused.length,
    ms: performance.now() - began,
    refused: refused.slice(0, 3),
    p50: at(0.5),
    p99: at(0.99),
  }
}

if (process.send) process.on('message', (order: Order) => void run(order).then(result => process.send?.(result)))
