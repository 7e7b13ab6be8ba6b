// A name server that knows TXT records alone (RFC 1035, over UDP).
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsSimulator = {
  /** For DNS_SERVERS. */
  address: string
  /** A name without records does not exist. */
  texts: Map<string, string[]>
  /** Answers that it failed. */
  fails: boolean
  asked: number
  close(): Promise<void>
}

const typeText = 16
const rcodes = { failed: 2, 'no such name': 3 }

export async function startDnsSimulator(): Promise<DnsSimulator> {
  const socket = createSocket('udp4')
  const simulator: DnsSimulator = {
    address: '',
    texts: new Map(),
    fails: false,
    asked: 0,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (query, from) => {
    simulator.asked += 1
    socket.send(answer(query, simulator), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  simulator.address = `127.0.0.1:${socket.address().port}`
  return simulator
}

function answer(query: Buffer, { texts, fails }: DnsSimulator): Buffer {
  const { name, end } = readName(query)
  const question = query.subarray(12, end + 4)
  const records = query.readUInt16BE(end) === typeText ? texts.get(name) : undefined
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8580 | (fails ? rcodes.failed : records ? 0 : rcodes['no such name']), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(fails ? 0 : (records?.length ?? 0), 6)
  return Buffer.concat([header, question, ...(fails ? [] : (records ?? []).map(record))])
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** Texts are split into parts of at most 255 bytes. */
function record(text: string): Buffer {
  const parts = (text.match(/.{1,255}/gs) ?? ['']).map(part =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
  )
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(typeText, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
