import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { type LoadResult, resultOf } from './load-result.ts'

export type HookOrder = {
  address: string
  secret: string
  page: string
  connections: number
  ms: number
  /** calls a second over all connections; 0: as fast as they are acknowledged */
  pace: number
}

const customers = 200

function bodyOf(page: string, count: number): string {
  const now = Date.now()
  const message = { mid: `m_${randomUUID()}`, text: 'ship ra Hà Nội bao nhiêu vậy shop ơi' }
  const event = { sender: { id: `2468${count % customers}` }, recipient: { id: page }, timestamp: now, message }
  return JSON.stringify({ object: 'page', entry: [{ id: page, time: now, messaging: [event] }] })
}

function post(agent: Agent, { address, secret, page }: HookOrder, count: number): Promise<number> {
  const body = Buffer.from(bodyOf(page, count))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-hub-signature-256': `sha256=${signature}`,
    }
    const call = request(address, { method: 'POST', agent, headers }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function run(order: HookOrder): Promise<LoadResult> {
  const { connections, ms, pace } = order
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const refused: string[] = []
  let busy = 0
  let count = 0
  const began = performance.now()
  async function write(): Promise<void> {
    while (performance.now() - began < ms) {
      const mine = count++
      const due = pace > 0 ? began + (mine * 1000) / pace : 0
      const early = due - performance.now()
      if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
      const before = performance.now()
      const status = await post(agent, order, mine)
      if (status === 200) times.push(performance.now() - before)
      else if (status === 503) busy++
      else refused.push(String(status))
    }
  }
  await Promise.all(Array.from({ length: connections }, write))
  agent.destroy()
  return resultOf({ times, began, refused, busy })
}

if (process.send) process.on('message', (order: HookOrder) => void run(order).then(result => process.send?.(result)))
