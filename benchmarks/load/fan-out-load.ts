// Opens many connections and counts what they receive, in its own process, parsing bytes as little as possible.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Order = {
  port: number
  path: string
  connections: number
  senders: number
  ms: number
  hello?: string
  message: string
  isBinary: boolean
}
/** delivered: messages × receivers; p50, p99: ms until the last receiver has a message */
export type Result = { delivered: number; ms: number; p50: number; p99: number }

const window = 3

async function open(order: Order, onFrame: () => void): Promise<Socket> {
  const socket = connect(order.port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  socket.write(
    `GET ${order.path} HTTP/1.1\r\nHost: 127.0.0.1:${order.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString().startsWith('HTTP/1.1 101'))
    throw new Error(`No connection: ${answer.toString().slice(0, 200)}`)
  countFrames(socket, onFrame)
  return socket
}

function countFrames(socket: Socket, onFrame: () => void): void {
  let rest: Buffer = Buffer.alloc(0)
  let skip = 0
  socket.on('data', (data: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, data]) : data
    let at = skip
    for (;;) {
      const short = (bytes[at + 1] ?? 0) & 127
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (at + head > bytes.length) break
      const length =
        short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short
      at += head + length
      onFrame()
    }
    rest = at < bytes.length ? bytes.subarray(at) : Buffer.alloc(0)
    skip = at < bytes.length ? 0 : at - bytes.length
  })
}

function framed(content: Buffer, isBinary: boolean): Buffer {
  const long = content.length > 125
  const head = Buffer.alloc(long ? 8 : 6)
  head[0] = isBinary ? 0x82 : 0x81
  head[1] = 0x80 | (long ? 126 : content.length)
  if (long) head.writeUInt16BE(content.length, 2)
  return Buffer.concat([head, content])
}

async function run(order: Order): Promise<Result> {
  let frames = 0
  const sockets: Socket[] = []
  while (sockets.length < order.connections) sockets.push(await open(order, () => frames++))
  if (order.hello) {
    for (const socket of sockets) socket.write(framed(Buffer.from(order.hello), false))
    while (frames < sockets.length) await wait(5)
    frames = 0
  }
  const message = framed(Buffer.from(order.message, 'base64'), order.isBinary)
  const receivers = order.connections - 1
  const sentAt: number[] = []
  const times: number[] = []
  const began = performance.now()
  const done = () => performance.now() - began > order.ms
  while (!done() || times.length < sentAt.length) {
    while (!done() && sentAt.length - times.length < window) {
      sockets[sentAt.length % order.senders]?.write(message)
      sentAt.push(performance.now())
    }
    await new Promise(resolve => setImmediate(resolve))
    while (times.length < sentAt.length && frames >= (times.length + 1) * receivers)
      times.push(performance.now() - (sentAt[times.length] ?? 0))
    if (performance.now() - began > order.ms + 20_000) throw new Error('Messages were lost.')
  }
  const ms = performance.now() - began
  for (const socket of sockets) socket.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { delivered: frames, ms, p50: at(0.5), p99: at(0.99) }
}

if (process.send) {
  process.on('message', (order: Order) =>
    run(order).then(
      result => process.send?.(result),
      (error: Error) => process.send?.({ error: error.message }),
    ),
  )
}
