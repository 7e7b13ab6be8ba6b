// In this thread, for tests with hundreds of thousands of queries: on a busy machine each message to another thread waits twice.
import { readFileSync } from 'node:fs'
import { PGlite, protocol } from '@electric-sql/pglite'
import { embeddedSession, type Line } from '#platform/embedded/embedded-session.ts'
import { makePriorityMutex } from '#platform/sql/priority-mutex.ts'
import { plain, type Engine } from '#platform/sql/session.ts'
import { statementNames } from '#platform/sql/exchange.ts'

const bounds = { limitMs: 60_000, graceMs: 0 }
let program: WebAssembly.Module | undefined

function compile(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
}

export async function openInPlace(dump: Blob): Promise<Engine> {
  program ??= compile()
  const lite = await PGlite.create({
    loadDataDir: dump,
    pgliteWasmModule: program,
    // Few statements over few rows: plan each once.
    startParams: [
      ...PGlite.defaultStartParams,
      ...['shared_buffers=64MB', 'plan_cache_mode=force_generic_plan'].flatMap(one => ['-c', one]),
    ],
  })
  const listeners = new Map<string, (payload: string) => void>()
  const line: Line = {
    connection: connectionOf(lite, await listenTo(lite)),
    prepared: new Map(),
    names: statementNames(),
    onNotification: (channel, payload) => listeners.get(channel)?.(payload),
  }
  const session = embeddedSession(line, bounds)
  const turns = makePriorityMutex()
  return {
    kind: 'embedded',
    durability: 'process',
    async acquire({ place = 'default', taken = 0 } = {}) {
      await turns.mine(place, taken)
      return session
    },
    isQuiet: turns.isQuiet,
    release: () => turns.next(),
    async commit(_session, last) {
      await session.exchange([...last, plain('commit')])
      return { safe: Promise.resolve() }
    },
    settled: async () => {},
    wake(channel) {
      setImmediate(() => listeners.get(channel)?.(''))
    },
    async listen(channel, onNotification) {
      listeners.set(channel, onNotification)
      await turns.mine('default')
      await session.query(`listen ${channel}`, []).finally(turns.next)
    },
    async close() {
      await turns.mine('default')
      await lite.close()
    },
  }
}

async function listenTo(lite: PGlite): Promise<() => Uint8Array[]> {
  let received: Uint8Array[] = []
  const onData = (bytes: Uint8Array) => received.push(bytes.slice())
  await lite.execProtocolRawStream(protocol.serialize.sync(), { syncToFs: false, onRawData: onData })
  return () => {
    const all = received
    received = []
    return all
  }
}

function connectionOf(lite: PGlite, take: () => Uint8Array[]): Line['connection'] {
  return {
    durability: 'process',
    memoryTaken: () => 0,
    async send(packet) {
      take()
      lite.execProtocolRawSync(packet)
      const pieces = take()
      return { answer: pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces), cut: undefined }
    },
    dump: () => lite.dumpDataDir('none'),
    close: () => lite.close(),
    lost: () => undefined,
  }
}
