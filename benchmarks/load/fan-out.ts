import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { readServerKeys } from '#tests/fixtures/anon-key.ts'
import type { Order, Result } from './fan-out-load.ts'
import { type Finding, median } from '../finding.ts'
import { startFloor } from './start-floor.ts'
import { runLoad } from './run-load.ts'

const aim = 0.4
const aimMs = 500
const connections = 1000
/** Enough that none exceeds a browser's rate limit. */
const senders = 20
const runMs = 3000
const runs = 3
const payload = { text: 'Dạ shop còn hàng ạ, anh chị lấy size nào ạ?', at: '2026-03-01T05:06:07.000Z' }

/** Broadcasts to 1,000 connections on one topic, in messages × receivers per second, against plain `ws`, run in turns. */
export async function benchFanOut(): Promise<Finding[]> {
  const home = await makeHome()
  const floor = await startFloor('fan-out-floor.ts')
  const server = await startServer(home)
  try {
    const topic = 'realtime:bench'
    const written = JSON.stringify([null, null, topic, 'broadcast', { type: 'broadcast', event: 'chat', payload }])
    const common = { connections, senders }
    const floors: Result[] = []
    const ours: Result[] = []
    for (let run = -1; run < runs; run++) {
      const ms = run < 0 ? runMs / 3 : runMs
      const one = await load({
        ...common,
        ms,
        port: Number(new URL(floor.url).port),
        path: '/',
        message: Buffer.from(written).toString('base64'),
        isBinary: false,
      })
      const two = await load({
        ...common,
        ms,
        port: Number(new URL(server.url).port),
        path: `/realtime/v1/websocket?vsn=2.0.0&apikey=${(await readServerKeys(home)).service_role_key}`,
        hello: JSON.stringify(['1', '1', topic, 'phx_join', { config: { broadcast: { ack: false, self: false } } }]),
        message: pushed(topic, 'chat').toString('base64'),
        isBinary: true,
      })
      if (run < 0) continue
      floors.push(one)
      ours.push(two)
    }
    const rate = ({ delivered, ms }: Result) => delivered / (ms / 1000)
    const ratio = median(ours.map((result, index) => rate(result) / rate(floors[index] ?? result)))
    const p99 = median(ours.map(result => result.p99))
    return [
      {
        name: `broadcast to ${connections} connections, ${home.kind}`,
        value: ratio,
        unit: 'of bare ws',
        aim,
        fails: ratio < aim / 2,
        more: `${Math.round(median(ours.map(rate)))}/s of ${Math.round(median(floors.map(rate)))}/s`,
      },
      { name: `its last receiver, p99, ${home.kind}`, value: p99, unit: 'ms', aim: aimMs, fails: p99 > aimMs * 2 },
    ]
  } finally {
    await server.kill()
    await floor.close()
    await home.remove()
  }
}

function pushed(topic: string, event: string): Buffer {
  const texts = ['1', '2', topic, event, ''].map(text => Buffer.from(text))
  const head = Uint8Array.from([3, ...texts.map(text => text.length), 1])
  return Buffer.concat([head, ...texts, Buffer.from(JSON.stringify(payload))])
}

async function load(order: Order): Promise<Result> {
  const result = await runLoad<Result | { error: string }>('fan-out-load.ts', order)
  if ('error' in result) throw new Error(result.error)
  return result
}
