import type { Platform } from '#platform/platform.ts'
import { makeAllowance } from './allowance.ts'
import { type Frame, readFrame, type Version } from './frames.ts'
import { checkFrames } from './check-frames.ts'
import { handleBroadcast, handlePresence } from './handle-client-events.ts'
import type { Hub } from '../topics/hub.ts'
import { joinChannel } from '../topics/join-channel.ts'
import { type LiveSocket, makeLiveSocket, type Opening, reply, type WireSocket } from './live-socket.ts'
import { renewToken } from './renew-token.ts'
import type { Programs } from '../topics/notify-subscribers.ts'

/** A browser rejoins all its topics at once after a reconnect. */
const joins = { burst: 120, perSecond: 10 }
const messages = { burst: 300, perSecond: 100 }
const maxWaiting = { frames: 500, bytes: 2_097_152 }

export type Served = { platform: Platform; hub: Hub; programs: Programs }

/** In order. A flooder is told once, cut off and paused. */
export function serveSocket(
  { platform, hub, programs }: Served,
  ws: WireSocket,
  version: Version,
  opening: Opening,
): void {
  if (platform.config.NODE_ENV === 'test') checkFrames(ws)
  const socket = makeLiveSocket(ws, version, opening, platform.clock.now(), hub.unread)
  const mayJoin = makeAllowance(joins)
  const maySpeak = makeAllowance(messages)
  let work = Promise.resolve()
  const waiting = { frames: 0, bytes: 0 }
  let isOver = false
  const end = (code: number, reason: string) => {
    isOver = true
    socket.end(code, reason)
  }
  hub.enter(socket)
  ws.on('close', () => {
    isOver = true
    hub.leave(socket)
  })
  ws.on('error', () => ws.terminate())
  ws.on('message', (data, isBinary) => {
    if (isOver) return
    socket.lastReceived = platform.clock.now()
    const bytes = bytesOf(data)
    const frame = readFrame(bytes, isBinary, version)
    if (!frame) return end(1003, 'Not a frame of this protocol')
    if (!(frame.event === 'phx_join' ? mayJoin : maySpeak)()) {
      notifyFlood(hub, socket, frame)
      hub.budgets.pause(socket.payer, platform.clock.now())
      return end(1008, 'Too many messages')
    }
    if (frame.topic === 'phoenix')
      return frame.event === 'heartbeat' ? reply(socket, { ...frame, joinRef: null }, 'ok', {}) : undefined
    waiting.frames++
    waiting.bytes += bytes.length
    if (waiting.frames > maxWaiting.frames || waiting.bytes > maxWaiting.bytes) return end(1008, 'Too many messages')
    work = work
      .then(() => (isOver ? undefined : handle({ platform, hub, programs }, socket, frame)))
      .finally(() => {
        waiting.frames--
        waiting.bytes -= bytes.length
      })
  })
}

async function handle({ platform, hub, programs }: Served, socket: LiveSocket, frame: Frame): Promise<void> {
  try {
    if (frame.event === 'phx_join') return await joinChannel(platform, hub, programs, socket, frame)
    const channel = socket.channels.get(frame.topic)
    // From a join that was replaced.
    const isStale = channel !== undefined && frame.joinRef !== null && frame.joinRef !== channel.joinRef
    if (frame.event === 'phx_leave') {
      reply(socket, frame, 'ok', {})
      if (channel && !isStale) hub.close(channel)
      return
    }
    if (!channel) return reply(socket, frame, 'error', { reason: 'unmatched topic' })
    if (isStale) return
    if (frame.event === 'access_token') await renewToken(platform, hub, channel, frame)
    else if (frame.event === 'broadcast') await handleBroadcast(platform, channel, frame)
    else if (frame.event === 'presence') await handlePresence(platform, hub, channel, frame)
    else reply(socket, frame, 'error', { reason: `${frame.event} is not known` })
  } catch (error) {
    platform.log.error({ error }, 'A live message failed')
    reply(socket, frame, 'error', { reason: 'ServerError: try again' })
  }
}

function notifyFlood(hub: Hub, socket: LiveSocket, frame: Frame): void {
  const channel = socket.channels.get(frame.topic)
  if (frame.event === 'phx_join')
    reply(socket, frame, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
  else if (channel) hub.close(channel, 'Too many messages per second')
  else reply(socket, frame, 'error', { reason: 'Too many messages per second' })
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
