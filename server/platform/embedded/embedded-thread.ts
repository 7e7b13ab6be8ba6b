// Memory is shared so that the main thread can cancel a statement while it runs.
import { fdatasyncSync } from 'node:fs'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import {
  asMessage,
  type Flag,
  type Order,
  type Ready,
  signal,
  type OrderAnswer,
  type ThreadData,
  turn,
} from './embedded-orders.ts'
import { collectGarbage } from './collect-garbage.ts'
import { shareAllMemory } from './shared-memory.ts'

const mebibyte = 1_048_576
/** It starts at 190 MB. A statement that needs more fails with 53200. */
const maxMemory = 768 * mebibyte

const { port, shared, folder, dump, compiled } = workerData as ThreadData
const { signals } = shared
const { memories, running } = shareAllMemory(maxMemory, compiled, (...made) => parentPort?.postMessage(made))
const { PGlite, protocol } = await import('@electric-sql/pglite')
type Lite = InstanceType<typeof PGlite>

function open(): Promise<Lite> {
  const durable = folder
    ? [...PGlite.defaultStartParams.filter(part => part !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']
    : PGlite.defaultStartParams
  return PGlite.create({
    ...(folder ? { dataDir: `file://${folder}` } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
    // Small, because the operating system caches files too.
    startParams: [...durable, '-c', 'shared_buffers=16MB', '-c', 'work_mem=4MB'],
  })
}

type StreamOperations = { fsync?: (stream: { nfd: number }) => number }
type Mount = { mounts?: Mount[]; opts?: { root?: string }; mountpoint: string }
type Internals = {
  FS: { root: { mount: Mount }; lookupPath(path: string): { node: { stream_ops: StreamOperations } } }
}

async function syncToDisk(lite: Lite): Promise<boolean> {
  let syncs = 0
  const { FS } = (lite as unknown as { Module: Internals }).Module
  const operations = findNodeMount(FS, FS.root.mount)
  if (!operations) return false
  operations.fsync = stream => {
    syncs++
    fdatasyncSync(stream.nfd)
    return 0
  }
  await lite.exec('create table if not exists sync_probe (); drop table sync_probe')
  return syncs > 0
}

function findNodeMount(FS: Internals['FS'], mount: Mount, depth = 0): StreamOperations | undefined {
  if (depth > 4) return undefined
  for (const child of mount.mounts ?? []) {
    const found = child.opts?.root
      ? FS.lookupPath(child.mountpoint).node.stream_ops
      : findNodeMount(FS, child, depth + 1)
    if (found) return found
  }
  return undefined
}

const lite = await open()
const durability = folder && (await syncToDisk(lite)) ? 'disk' : 'process'
const [memory] = memories
const [engine] = running
if (!memory || !engine) throw new Error('The engine was not found.')
const cancel = flagOf(memory, engine, 'QueryCancelPending')
if (memories.length > 1) {
  memories.length = running.length = 0
  collectGarbage()
}

function flagOf({ buffer }: WebAssembly.Memory, { exports }: WebAssembly.Instance, name: string): Flag {
  const found = exports[name]
  if (!(found instanceof WebAssembly.Global)) throw new Error(`The engine has no ${name}.`)
  return new Int32Array(buffer, Number(found.value), 1)
}

let output: Uint8Array[] = []
const onOutput = (bytes: Uint8Array) => output.push(bytes.slice())
// From here on output is raw: the caller parses it.
await lite.execProtocolRawStream(protocol.serialize.sync(), { syncToFs: false, onRawData: onOutput })
const ready: Ready = { durability, cancel, interrupt: flagOf(memory, engine, 'InterruptPending') }
port.postMessage(ready)

async function handleOrder(order: Order): Promise<OrderAnswer> {
  if (order === 'dump') return { dump: await lite.dumpDataDir('none') }
  if (order === 'close') {
    await lite.close()
    return { answer: new Uint8Array() }
  }
  output = []
  // A cancellation of the previous statement must not hit this one.
  Atomics.store(cancel, 0, 0)
  lite.execProtocolRawSync(order)
  const [only] = output
  return { answer: output.length === 1 && only ? only : Buffer.concat(output) }
}

function nextOrder(): Order {
  const length = Atomics.load(signals, signal.orderLength)
  if (length !== asMessage) return shared.order.slice(0, length)
  return receiveMessageOnPort(port)?.message as Order
}

function post(answer: OrderAnswer): void {
  const fits = 'answer' in answer && answer.answer.length <= shared.answer.length
  if (fits) shared.answer.set(answer.answer)
  Atomics.store(signals, signal.answerLength, fits ? answer.answer.length : asMessage)
  const before = Atomics.exchange(signals, signal.turn, turn.answered)
  // A blocked caller reads it after the signal; one that has left needs the message.
  if (before === turn.waits && !fits) port.postMessage(answer)
  Atomics.add(signals, signal.answered, 1)
  Atomics.notify(signals, signal.answered)
  if (before === turn.left) port.postMessage(answer)
}

let seen = 0
for (;;) {
  Atomics.wait(signals, signal.asked, seen)
  const asked = Atomics.load(signals, signal.asked)
  // A caller that loses its core before it notifies wakes this thread when the work is done.
  if (asked === seen) continue
  seen = asked
  let answer: OrderAnswer
  try {
    answer = await handleOrder(nextOrder())
  } catch (error) {
    answer = { problem: String(error) }
  }
  Atomics.store(signals, signal.memory, memory.buffer.byteLength / mebibyte)
  post(answer)
}
