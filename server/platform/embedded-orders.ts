// What the program and the thread of the embedded database say to each other.
import type { MessagePort } from 'node:worker_threads'

export type ThreadData = {
  port: MessagePort
  signals: Int32Array<SharedArrayBuffer>
  folder: string | undefined
  dump: Blob | undefined
  compiled: Compiled
}

/** WebAssembly's code by the digest of its bytes. */
export type Compiled = Map<string, WebAssembly.Module>

/** Places among the signals: how often something was asked, and answered; and how much memory the engine has taken, in MiB. */
export const signal = { asked: 0, answered: 1, memory: 2 }
export const signals = 3

/** Once, when the database is open. Behind the flags the engine looks whether somebody wants it to stop. */
export type Ready = { durability: 'disk' | 'process'; interrupt: Flag; cancel: Flag }
export type Flag = Int32Array<SharedArrayBuffer>

/** A packet of the protocol, or an act of the engine's own. */
export type Order = Uint8Array | 'dump' | 'close'

export type Told = { answer: Uint8Array } | { dump: Blob } | { problem: string }
