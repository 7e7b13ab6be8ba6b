import type { Claims } from '#platform/database.ts'
import { type Frame, type Version, writeFrame } from './frames.ts'

/** What we use of a connection of the library `ws`, which brings no types. */
export type WireSocket = {
  readonly readyState: number
  readonly OPEN: number
  readonly bufferedAmount: number
  send(data: string | Uint8Array, options: { binary: boolean }): void
  close(code: number, reason: string): void
  terminate(): void
  on(event: 'message', hear: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): void
  on(event: 'close' | 'error', hear: () => void): void
}

/** One connection of a browser or program. */
export type LiveSocket = {
  version: Version
  /** What the key says; a topic joined without a token has no other rights. */
  keyClaims: Claims
  /** topic as the client calls it → what it joined there */
  channels: Map<string, Channel>
  lastHeard: Date
  /** @param isText bytes of a text, encoded once for many sockets */
  send(data: string | Uint8Array, isText?: boolean): void
  close(code: number, reason: string): void
}

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
  wantsSelf: boolean
  wantsAck: boolean
  presence: { key: string; enabled: boolean; calls: number[] }
  /** extension and event → whether it may be sent; asked once per token */
  rights: Map<string, boolean>
}

/** What a slow reader may leave unread before it is dropped. */
const mostUnread = 1_048_576

export function makeLiveSocket(ws: WireSocket, version: Version, keyClaims: Claims, now: Date): LiveSocket {
  return {
    version,
    keyClaims,
    channels: new Map(),
    lastHeard: now,
    send(data, isText = typeof data === 'string') {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > mostUnread) ws.terminate()
      else ws.send(data, { binary: !isText })
    },
    close(code, reason) {
      ws.close(code, reason)
    },
  }
}

export function placeOf(name: string, isPrivate: boolean): string {
  return isPrivate ? name : `public:${name}`
}

export function reply(socket: LiveSocket, frame: Frame, status: 'ok' | 'error', response: object): void {
  const { joinRef, ref, topic } = frame
  socket.send(writeFrame({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }, socket.version))
}

export function tellChannel(channel: Channel, event: string, payload: object): void {
  const { socket, topic, joinRef } = channel
  // The client knows the end of a join by its reference.
  const ref = event === 'phx_close' ? joinRef : null
  socket.send(writeFrame({ joinRef, ref, topic, event, payload }, socket.version))
}

/** Said before a channel is closed by the server. */
export function tellTrouble(channel: Channel, message: string): void {
  tellChannel(channel, 'system', { extension: 'system', status: 'error', message, channel: channel.name })
}
