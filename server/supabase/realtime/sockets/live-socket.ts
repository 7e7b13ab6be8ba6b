import { peerOf } from '#platform/http/peer.ts'
import type { Claims } from '#platform/sql/database.ts'
import { type Payer, payerOf } from './budgets.ts'
import { type Frame, type Version, writeFrame } from './frames.ts'
import type { RowBinding } from '../row-changes/row-bindings.ts'

/** `ws` has no types. */
export type WireSocket = {
  readonly readyState: number
  readonly OPEN: number
  readonly bufferedAmount: number
  send(data: string | Uint8Array, options: { binary: boolean }): void
  close(code: number, reason: string): void
  terminate(): void
  pause(): void
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): void
  on(event: 'close' | 'error', listener: () => void): void
}

/** With what a connection was opened, for topics joined without a token: verified anew each time, since keys and sessions end. */
export type Opening = { claims: Claims; key: string; bearer: string | undefined; ip: string }

export type LiveSocket = {
  version: Version
  opening: Opening
  ip: string
  peer: string
  /** The first account that joined; anonymous until then. */
  payer: Payer
  channels: Map<string, Channel>
  lastReceived: Date
  /** @param isText UTF-8, encoded once for many sockets */
  send(data: string | Uint8Array, isText?: boolean): void
  close(code: number, reason: string): void
  /** Closes, then destroys the connection if the client does not answer. */
  end(code: number, reason: string): void
  weigh(): void
}

/** An upper bound for this process. */
export type Unread = { bytes: number }

export type Channel = {
  id: string
  socket: LiveSocket
  topic: string
  name: string
  /** Unique across private and public topics of one name. */
  place: string
  isPrivate: boolean
  joinRef: string | null
  /** undefined: the rights with which the connection was opened */
  token: string | undefined
  claims: Claims
  payer: Payer
  wantsSelf: boolean
  wantsAck: boolean
  /** tracks: times of recent updates; bytes: size of the tracked state */
  presence: { key: string; enabled: boolean; tracks: number[]; bytes: number }
  /** extension and event → may send; cached per token */
  rights: Map<string, boolean>
  rows: RowBinding[]
}

/** Bytes after which a slow socket is closed; fewer if many are slow. */
const maxUnread = { alone: 1_048_576, inCrowd: 65_536 }
const crowd = 134_217_728
const farewellMs = 1000

export function makeLiveSocket(
  ws: WireSocket,
  version: Version,
  opening: Opening,
  now: Date,
  unread: Unread,
): LiveSocket {
  const { ip } = opening
  const peer = peerOf(ip)
  let weighed = 0
  function weigh(): void {
    const bytes = ws.readyState === ws.OPEN ? ws.bufferedAmount : 0
    unread.bytes += bytes - weighed
    weighed = bytes
  }
  return {
    version,
    opening,
    ip,
    peer,
    payer: payerOf(peer, opening.claims),
    channels: new Map(),
    lastReceived: now,
    send(data, isText = typeof data === 'string') {
      if (ws.readyState !== ws.OPEN) return
      const maxBytes = unread.bytes > crowd ? maxUnread.inCrowd : maxUnread.alone
      if (ws.bufferedAmount > maxBytes) ws.terminate()
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
  // The client matches replies by the reference.
  const ref = event === 'phx_close' ? joinRef : null
  socket.send(writeFrame({ joinRef, ref, topic, event, payload }, socket.version))
}

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
