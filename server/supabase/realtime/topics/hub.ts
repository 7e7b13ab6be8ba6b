import type { BroadcastMessage } from '#platform/events/broadcast.ts'
import type { Platform } from '#platform/platform.ts'
import { type Budgets, makeBudgets } from '../sockets/budgets.ts'
import { type Version, writeBroadcast } from '../sockets/frames.ts'
import { type Channel, type LiveSocket, notifyChannel, notifyTrouble, type Unread } from '../sockets/live-socket.ts'
import { makePresence, type Presence } from './presence.ts'

export type Hub = {
  sockets: Set<LiveSocket>
  presence: Presence
  unread: Unread
  budgets: Budgets
  listening: Set<Channel>
  hasListeners(place: string): boolean
  channels(): Channel[]
  channelsAt(place: string): Channel[]
  enter(socket: LiveSocket): void
  add(channel: Channel): void
  /** @param trouble told to the client first */
  close(channel: Channel, trouble?: string): void
  leave(socket: LiveSocket): void
  deliver(message: BroadcastMessage, isFor?: (channel: Channel) => boolean): void
  stop(): void
}

export function makeHub(platform: Platform): Hub {
  const sockets = new Set<LiveSocket>()
  const places = new Map<string, Set<Channel>>()
  const listening = new Set<Channel>()
  const budgets = makeBudgets()
  const presence = makePresence(platform.broadcast, () => platform.clock.now(), notifyPresence)
  const stopListening = platform.broadcast.subscribe(undefined, message => deliver(message))

  function notifyPresence(place: string, diff: object): void {
    for (const channel of places.get(place) ?? [])
      if (channel.presence.enabled) notifyChannel(channel, 'presence_diff', diff)
  }

  function deliver({ topic, event, payload, from }: BroadcastMessage, isFor?: (channel: Channel) => boolean): void {
    const written = new Map<Version, string | Uint8Array | undefined>()
    for (const channel of places.get(topic) ?? []) {
      if (channel.id === from && !channel.wantsSelf) continue
      if (isFor && !isFor(channel)) continue
      const { socket } = channel
      if (!written.has(socket.version)) {
        const frame = writeBroadcast(channel.topic, event, payload, socket.version)
        written.set(socket.version, typeof frame === 'string' ? Buffer.from(frame) : frame)
      }
      const frame = written.get(socket.version)
      if (frame !== undefined) socket.send(frame, !(payload instanceof Uint8Array))
    }
  }

  function remove(channel: Channel): void {
    const here = places.get(channel.place)
    if (!here?.delete(channel)) return
    budgets.release(channel.payer, 'topics', 1)
    budgets.release(channel.payer, 'bindings', channel.rows.length)
    budgets.release(channel.payer, 'bytes', channel.presence.bytes)
    channel.presence.bytes = 0
    listening.delete(channel)
    if (here.size === 0) places.delete(channel.place)
    if (channel.socket.channels.get(channel.topic) === channel) channel.socket.channels.delete(channel.topic)
    presence.untrack(channel.place, channel.id)
  }

  return {
    sockets,
    presence,
    unread: { bytes: 0 },
    budgets,
    listening,
    hasListeners: place => places.has(place),
    channels: () => [...places.values()].flatMap(here => [...here]),
    channelsAt: place => [...(places.get(place) ?? [])],
    enter(socket) {
      budgets.charge(socket.payer, 'sockets')
      sockets.add(socket)
    },
    add(channel) {
      const here = places.get(channel.place) ?? new Set()
      places.set(channel.place, here.add(channel))
      if (channel.rows.length > 0) listening.add(channel)
      channel.socket.channels.set(channel.topic, channel)
    },
    close(channel, trouble) {
      remove(channel)
      if (trouble !== undefined) notifyTrouble(channel, trouble)
      notifyChannel(channel, 'phx_close', {})
    },
    leave(socket) {
      if (sockets.delete(socket)) budgets.release(socket.payer, 'sockets', 1)
      socket.weigh()
      for (const channel of [...socket.channels.values()]) remove(channel)
    },
    deliver,
    stop() {
      stopListening()
      presence.stop()
    },
  }
}
