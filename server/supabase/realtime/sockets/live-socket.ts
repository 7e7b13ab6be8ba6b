import type { Claims } from '#platform/sql/database.ts'
import { type Payer, payerOf } from './budgets.ts'
import { type Frame, type Version, writeFrame } from './frames.ts'
import type { RowBinding } from '../row-changes/row-bindings.ts'

/** What we use of a connection of the library `ws`, which brings no types. */
export type WireSocket = {
  readonly readyState: number
  readonly OPEN: number
  readonly bufferedAmount: number
  send(data: string | Uint8Array, options: { binary: boolean }): void
  close(code: number, reason: string): void
  terminate(): void
  /** Reads nothing more. */
  pause(): void
  on(event: 'message', hear: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): void
  on(event: 'close' | 'error', hear: () => void): void
}

/** One connection of a browser or program. */
export type LiveSocket = {
  version: Version
  /** What the key says; a topic joined without a token has no other rights. */
  keyClaims: Claims
  /** Its network address. */
  peer: string
  /** Who pays for the connection: the first who joined a topic with a token, until then nobody known. */
  payer: Payer
  /** topic as the client calls it → what it joined there */
  channels: Map<string, Channel>
  lastHeard: Date
  /** @param isText bytes of a text, encoded once for many sockets */
  send(data: string | Uint8Array, isText?: boolean): void
  close(code: number, reason: string): void
  /** Ends it without hearing another word: one moment for the farewell, then the connection is cut. */
  end(code: number, reason: string): void
  /** Counts anew what its reader has not read. */
  weigh(): void
}

/** What all readers of this process together have not read, in bytes; never less than it is. */
export type Unread = { bytes: number }

/** One topic joined on one connection. */
export type Channel = {
  id: string
  socket: LiveSocket
  /** 'realtime:<name>' */
  topic: string
  name: string
  /** Where its messages pass: a private topic and a public one of the same name never meet. */
  place: string
  isPrivate: boolean
  joinRef: string | null
  /** As sent; undefined: the key's own rights. */
  token: string | undefined
  claims: Claims
  /** Who pays for what it keeps. */
  payer: Payer
  wantsSelf: boolean
  wantsAck: boolean
  /** tracks: when it last showed itself; bytes: what it keeps shown */
  presence: { key: string; enabled: boolean; tracks: number[]; bytes: number }
  /** extension and event → whether it may be sent; asked once per token */
  rights: Map<string, boolean>
  /** The row changes that it wants to hear. */
  rows: RowBinding[]
}

/** What a slow reader may leave unread before it is dropped, and what where many are slow at once. */
const mostUnread = { alone: 1_048_576, inCrowd: 65_536 }
const crowd = 134_217_728
const farewellMs = 1000

export function makeLiveSocket(
  ws: WireSocket,
  version: Version,
  { keyClaims, peer }: { keyClaims: Claims; peer: string },
  now: Date,
  unread: Unread,
): LiveSocket {
  let weighed = 0
  function weigh(): void {
    const bytes = ws.readyState === ws.OPEN ? ws.bufferedAmount : 0
    unread.bytes += bytes - weighed
    weighed = bytes
  }
  return {
    version,
    keyClaims,
    peer,
    payer: payerOf(peer, keyClaims),
    channels: new Map(),
    lastHeard: now,
    send(data, isText = typeof data === 'string') {
      if (ws.readyState !== ws.OPEN) return
      const most = unread.bytes > crowd ? mostUnread.inCrowd : mostUnread.alone
      if (ws.bufferedAmount > most) ws.terminate()
      else ws.send(data, { binary: !isText })
      weigh()
    },
    close(code, reason) {
      ws.close(code, reason)
    },
    end(code, reason) {
      ws.close(code, reason)
      ws.pause()
      setTimeout(() => ws.terminate(), farewellMs).unref()
    },
    weigh,
  }
}

export function placeOf(name: string, isPrivate: boolean): string {
  return isPrivate ? name : `public:${name}`
}

export function reply(socket: LiveSocket, frame: Frame, status: 'ok' | 'error', response: object): void {
  const { joinRef, ref, topic } = frame
  socket.send(writeFrame({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }, socket.version))
}

export function notifyChannel(channel: Channel, event: string, payload: object): void {
  const { socket, topic, joinRef } = channel
  // The client knows the end of a join by its reference.
  const ref = event === 'phx_close' ? joinRef : null
  socket.send(writeFrame({ joinRef, ref, topic, event, payload }, socket.version))
}

/** Said before a channel is closed by the server. */
export function notifyTrouble(channel: Channel, message: string): void {
  notifySystem(channel, 'system', 'error', message)
}

export function notifySystem(
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
): void {
  notifyChannel(channel, 'system', { extension, status, message, channel: channel.name })
}
