import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { type LoadResult, resultOf } from './load-result.ts'

export type Order = {
  address: string
  connections: number
  ms: number
  tokens: string[]
  /** messages per visitor; absent: as many as a minute's limit allows */
  each?: number
  /** messages a second over all connections; absent: as fast as they are acknowledged */
  pace?: number
}

const impatienceMs = 100

/** The limit is ten messages a minute. */
export const messagesPerVisitor = 9

function send(
  agent: Agent,
  address: string,
  token: string | undefined,
): Promise<{ status: number; text: string; later: boolean }> {
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
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, later: Number(answer.headers['retry-after']) > 0 }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function run({ address, connections, ms, tokens, each, pace }: Order): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const refused: string[] = []
  const times: number[] = []
  let busy = 0
  let next = 0
  let count = 0
  const began = performance.now()
  async function write(): Promise<void> {
    let token: string | undefined
    let left = 0
    while (performance.now() - began < ms) {
      if (tokens.length > 0 && left === 0) {
        token = tokens[next++]
        if (token === undefined && each !== undefined) return
        if (token === undefined) throw new Error('More visitors are needed for this load.')
        left = each ?? messagesPerVisitor
      }
      // When paced, waiting for a message's slot is not part of its time.
      const early = pace === undefined ? 0 : began + (count++ * 1000) / pace - performance.now()
      if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
      const before = performance.now()
      const { status, text, later } = await send(agent, address, token)
      if (status === 503 && later) {
        busy++
        await new Promise(resolve => setTimeout(resolve, impatienceMs))
        continue
      }
      left--
      if (status === 201) times.push(performance.now() - before)
      else refused.push(`${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, write))
  agent.destroy()
  return resultOf({ times, began, refused, busy })
}

if (process.send) process.on('message', (order: Order) => void run(order).then(result => process.send?.(result)))
