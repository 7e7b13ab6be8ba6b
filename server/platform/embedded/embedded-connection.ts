import { once } from 'node:events'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import {
  asMessage,
  type Compiled,
  makeShared,
  type Order,
  type Ready,
  signal,
  type ThreadData,
  type OrderAnswer,
  turn,
} from './embedded-orders.ts'

/** Most statements end within this time; blocking for them is several times cheaper than being woken by the event loop. */
const patienceMs = 2
const pollMs = 1
const signalMs = 1000

export type Bounds = {
  limitMs: number
  /** After this much longer its thread is ended too. */
  graceMs: number
  /** Polled: whether a statement that has run this long must make way for somebody else. */
  isOusted?: (ms: number) => boolean
}
type Cut = 'limit' | 'ousted'
export type Answered = { answer: Uint8Array; cut: Cut | undefined }

export type Connection = {
  durability: 'disk' | 'process'
  memoryTaken(): number
  /** Sends a packet. Packets go one after the other. @throws once the thread has ended */
  send(packet: Uint8Array, bounds?: Bounds): Promise<Answered>
  dump(): Promise<Blob>
  close(): Promise<void>
  lost(): Error | undefined
}

/** PostgreSQL's admin_shutdown: callers may retry. */
const shutDown = '57P01'

/** Never freed: V8 can crash when one thread frees WebAssembly code while another takes some (nodejs/node#64500). */
export const compiled: Compiled = new Map()

export async function connectEmbedded(folder: string | undefined, dump: Blob | undefined): Promise<Connection> {
  const { port1: port, port2 } = new MessageChannel()
  const shared = makeShared()
  const { signals } = shared
  const data: ThreadData = { port: port2, shared, folder, dump, compiled }
  const worker = new Worker(new URL('embedded-thread.ts', import.meta.url), { workerData: data, transferList: [port2] })
  let lost: Error | undefined
  let flags: Omit<Ready, 'durability'> | undefined
  let waiting: { resolve(answer: OrderAnswer): void; reject(error: Error): void } | undefined
  let last: Promise<unknown> | undefined

  function lose(why: string): void {
    lost ??= Object.assign(new Error(`The embedded database was ended: ${why}`), { code: shutDown })
    waiting?.reject(lost)
    waiting = undefined
    flags = undefined
    port.close()
  }

  const ended = once(worker, 'exit').then(() => lose('its thread is over'))
  worker.on('error', error => lose(error.message))
  worker.on('message', (message: [string, WebAssembly.Module] | object) => {
    if (Array.isArray(message)) compiled.set(...(message as [string, WebAssembly.Module])) // `node --watch` sends messages of its own
  })
  const [{ durability, ...its }] = (await Promise.race([
    once(port, 'message'),
    ended.then(() => Promise.reject(lost as Error)),
  ])) as [Ready]
  flags = its
  port.on('message', (answer: OrderAnswer) => onAnswer(answer))
  rest()

  function rest(): void {
    port.unref()
    worker.unref()
  }

  function onAnswer(answer: OrderAnswer): void {
    waiting?.resolve(answer)
    waiting = undefined
  }

  function ask(order: Order): Promise<OrderAnswer> {
    return new Promise<OrderAnswer>((resolve, reject) => {
      if (lost) return reject(lost)
      waiting = { resolve, reject }
      const seen = Atomics.load(signals, signal.answered)
      Atomics.store(signals, signal.turn, turn.waits)
      putOrder(order)
      Atomics.add(signals, signal.asked, 1)
      Atomics.notify(signals, signal.asked)
      Atomics.wait(signals, signal.answered, seen, patienceMs)
      if (Atomics.compareExchange(signals, signal.turn, turn.waits, turn.left) === turn.waits) return port.ref()
      Atomics.wait(signals, signal.answered, seen, signalMs)
      onAnswer(readAnswer())
    })
  }

  function putOrder(order: Order): void {
    const fits = typeof order !== 'string' && order.length <= shared.order.length
    if (fits) shared.order.set(order)
    else port.postMessage(order)
    Atomics.store(signals, signal.orderLength, fits ? order.length : asMessage)
  }

  function readAnswer(): OrderAnswer {
    const length = Atomics.load(signals, signal.answerLength)
    if (length !== asMessage) return { answer: shared.answer.slice(0, length) }
    return receiveMessageOnPort(port)?.message as OrderAnswer
  }

  async function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const before = last
    const mine = before ? before.then(act, act) : act()
    last = mine
    try {
      return await mine
    } finally {
      if (last === mine) last = undefined
    }
  }

  async function exchange(packet: Uint8Array, bounds: Bounds | undefined): Promise<Answered> {
    const began = performance.now()
    let cut: Cut | undefined
    const asked = ask(packet)
    if (!waiting) return { answer: answerOf(await asked), cut }
    const watch =
      bounds &&
      setInterval(() => {
        const ms = performance.now() - began
        if (ms > bounds.limitMs) cut ??= 'limit'
        else if (bounds.isOusted?.(ms)) cut ??= 'ousted'
        if (ms > bounds.limitMs + bounds.graceMs) {
          lose('a statement did not end')
          void worker.terminate()
        } else if (cut && flags) {
          Atomics.store(flags.cancel, 0, 1)
          Atomics.store(flags.interrupt, 0, 1)
        }
      }, pollMs)
    try {
      return { answer: answerOf(await asked), cut }
    } finally {
      clearInterval(watch)
      port.unref()
    }
  }

  return {
    durability,
    memoryTaken: () => Atomics.load(signals, signal.memory),
    send: (packet, bounds) => inTurn(() => exchange(packet, bounds)),
    dump: () =>
      inTurn(async () => {
        const answer = await ask('dump')
        port.unref()
        if ('dump' in answer) return answer.dump
        throw new Error('The database gave no copy of itself.')
      }),
    close: () =>
      inTurn(async () => {
        await ask('close').catch(() => {})
        lose('it was closed')
        await worker.terminate()
      }),
    lost: () => lost,
  }
}

function answerOf(answer: OrderAnswer): Uint8Array {
  if ('answer' in answer) return answer.answer
  throw new Error('problem' in answer ? answer.problem : 'The database gave a copy of itself that nobody wanted.')
}
