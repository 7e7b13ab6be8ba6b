// What the program and the thread of the embedded database say to each other. To pass a message costs many times what a short statement
// does: packets that have room lie in memory that both see, and only what is long, or late, comes as a message.
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

/** WebAssembly's code by the digest of its bytes. */
export type Compiled = Map<string, WebAssembly.Module>

/**
 * Places among the signals: how often something was asked, and answered; how much memory the engine has taken, in MiB; how long the order
 * is, and the answer; and who goes on.
 */
export const signal = { asked: 0, answered: 1, memory: 2, orderLength: 3, answerLength: 4, turn: 5 }

/** In place of a length: it comes as a message. */
export const asMessage = -1

/** Who goes on: whoever asked waits on the spot; has left, and is to be sent a message; the answer is there. */
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

/** Once, when the database is open. Behind the flags the engine looks whether somebody wants it to stop. */
export type Ready = { durability: 'disk' | 'process'; interrupt: Flag; cancel: Flag }
export type Flag = Int32Array<SharedArrayBuffer>

/** A packet of the protocol, or an act of the engine's own. */
export type Order = Uint8Array | 'dump' | 'close'

export type OrderAnswer = { answer: Uint8Array } | { dump: Blob } | { problem: string }
