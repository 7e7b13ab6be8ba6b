// Messages cost many times a short statement, so packets that fit lie in shared memory; only long or late ones are posted.
import type { MessagePort } from 'node:worker_threads'

export type ThreadData = {
  port: MessagePort
  shared: Shared
  folder: string | undefined
  dump: Blob | undefined
  compiled: Compiled
}

export type Shared = {
  signals: Int32Array<SharedArrayBuffer>
  order: Uint8Array<SharedArrayBuffer>
  answer: Uint8Array<SharedArrayBuffer>
}

export type Compiled = Map<string, WebAssembly.Module>

/** Indices into the signals: requests, answers, memory (MiB), lengths of order and answer, and whose turn it is. */
export const signal = { asked: 0, answered: 1, memory: 2, orderLength: 3, answerLength: 4, turn: 5 }

export const asMessage = -1

/** The caller is blocked waiting; it has left and needs a message; the answer is ready. */
export const turn = { waits: 0, left: 1, answered: 2 }

const maxOrderLength = 262_144
const maxAnswerLength = 1_048_576

export function makeShared(): Shared {
  const bytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length))
  const places = Object.keys(signal).length
  return {
    signals: new Int32Array(new SharedArrayBuffer(places * Int32Array.BYTES_PER_ELEMENT)),
    order: bytes(maxOrderLength),
    answer: bytes(maxAnswerLength),
  }
}

export type Ready = { durability: 'disk' | 'process'; interrupt: Flag; cancel: Flag }
export type Flag = Int32Array<SharedArrayBuffer>

export type Order = Uint8Array | 'dump' | 'close'

export type OrderAnswer = { answer: Uint8Array } | { dump: Blob } | { problem: string }
