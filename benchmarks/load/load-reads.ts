import { Agent, request } from 'node:http'

export type ReadOrder = { addresses: string[]; headers: Record<string, string>; connections: number; ms: number }
export type ReadResult = { read: number; ms: number; refused: string[]; p50: number; p99: number }

function get(
  agent: Agent,
  address: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(address, { agent, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end()
  })
}

async function run({ addresses, headers, connections, ms }: ReadOrder): Promise<ReadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const refused: string[] = []
  const times: number[] = []
  let next = 0
  const began = performance.now()
  async function read(): Promise<void> {
    while (performance.now() - began < ms) {
      const before = performance.now()
      const { status, text } = await get(agent, addresses[next++ % addresses.length] ?? '', headers)
      times.push(performance.now() - before)
      if (status !== 200 || !text.includes('"id"')) refused.push(`${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, read))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
  return {
    read: times.length - refused.length,
    ms: performance.now() - began,
    refused: refused.slice(0, 3),
    p50: at(0.5),
    p99: at(0.99),
  }
}

if (process.send) process.on('message', (order: ReadOrder) => void run(order).then(result => process.send?.(result)))
