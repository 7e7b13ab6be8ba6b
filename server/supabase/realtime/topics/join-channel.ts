import { z } from 'zod'
import type { Claims } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { bearerClaims, type Refused, secondStepNeeded } from '../../bearer-claims.ts'
import { mayListenToTopic } from './anonymous-listeners.ts'
import { type Payer, payerOf } from '../sockets/budgets.ts'
import type { Frame } from '../sockets/frames.ts'
import type { Hub } from './hub.ts'
import { type Channel, type LiveSocket, placeOf, reply, notifyChannel, notifySystem } from '../sockets/live-socket.ts'
import { readRowBindings, type RowBindingRequest, rowBindingRequest } from '../row-changes/row-bindings.ts'
import { invalidKey, openingClaims } from './opening-claims.ts'
import type { Programs } from './notify-subscribers.ts'
import { type Extension, readableTopics } from './topic-rights.ts'

const maxChannels = 100
const maxRowBindings = 100
const paused = 'RateLimitReached'
const flag = z
  .union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)])
  .nullish()
  .transform(value => value ?? false)
/** Clients key plain objects with it: inherited property names would break the others. */
const presenceKey = z
  .string()
  .max(255)
  .refine(key => !(key in Object.prototype))
export const joinPayload = z.object({
  config: z
    .object({
      broadcast: z.object({ ack: flag, self: flag, replication_ready: flag }).nullish(),
      presence: z.object({ key: presenceKey.nullish(), enabled: flag }).nullish(),
      postgres_changes: z.array(rowBindingRequest.nullable()).max(maxRowBindings).nullish(),
      private: flag,
    })
    .nullish(),
  access_token: z.string().nullish(),
})

type JoinConfig = Partial<NonNullable<z.output<typeof joinPayload>['config']>>

/** @returns nothing; a refusal is answered in one line */
export async function joinChannel(
  platform: Platform,
  hub: Hub,
  programs: Programs,
  socket: LiveSocket,
  frame: Frame,
): Promise<void> {
  const result = await enter(platform, hub, programs, socket, frame)
  if (typeof result === 'string') {
    reply(socket, frame, 'error', { reason: result })
    if (result === invalidKey) return socket.end(1008, invalidKey)
    return result.startsWith(paused) ? socket.end(1008, 'Too many messages') : undefined
  }
  const { channel, joinConfig, trouble } = result
  const rows = requestedBindings(joinConfig)
  reply(socket, frame, 'ok', { postgres_changes: rows.map((row, index) => ({ id: index + 1, ...row })) })
  if (channel.presence.enabled) notifyChannel(channel, 'presence_state', hub.presence.state(channel.place))
  if (trouble !== undefined) notifySystem(channel, 'postgres_changes', 'error', trouble)
  else if (rows.length > 0) notifySystem(channel, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  if (joinConfig.broadcast?.replication_ready) notifySystem(channel, 'system', 'ok', 'Broadcasts are told')
}

type Entered = { channel: Channel; joinConfig: JoinConfig; trouble: string | undefined }

async function enter(
  platform: Platform,
  hub: Hub,
  programs: Programs,
  socket: LiveSocket,
  frame: Frame,
): Promise<Entered | string> {
  const name = /^realtime:([^\u0000-\u001f]{1,255})$/.exec(frame.topic)?.[1]
  if (name === undefined) return 'unmatched topic'
  const payload = joinPayload.safeParse(frame.payload ?? {})
  if (!payload.success) return `InvalidJoinPayload: ${payload.error.issues[0]?.path.join('.')} is not valid`
  const { config, access_token: token } = payload.data
  const joinConfig: JoinConfig = config ?? {}
  const before = socket.channels.get(frame.topic)
  if (!before && socket.channels.size >= maxChannels)
    return `ChannelRateLimitReached: at most ${maxChannels} topics on one connection`
  const claims = await readClaims(platform, socket, token ?? undefined)
  if (typeof claims === 'string') return claims
  const payer = payerOf(socket.peer, claims)
  const waitMs = hub.budgets.pausedFor(payer, platform.clock.now())
  if (waitMs > 0) return `${paused}: Too many messages; come back in ${Math.ceil(waitMs / 1000)} seconds`
  const isPrivate = joinConfig.private ?? false
  const isOpen = claims.role !== 'anon' || mayListenToTopic(platform.config, name)
  const received = isPrivate ? await readRights(platform, claims, name) : isOpen ? everything : nothing
  if (!received.has('broadcast'))
    return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
  const rows = await readRowBindings(platform, claims, requestedBindings(joinConfig))
  if (typeof rows !== 'string') await programs.prepare(rows)
  if (!hub.sockets.has(socket)) return 'the connection has ended'
  if (before) hub.close(before)
  const taken = reserve(hub, socket, payer, typeof rows === 'string' ? 0 : rows.length)
  if (taken === 'none') return `ChannelRateLimitReached: too many topics or connections at once`
  const channel: Channel = {
    id: newId(),
    socket,
    topic: frame.topic,
    name,
    place: placeOf(name, isPrivate),
    isPrivate,
    joinRef: frame.joinRef ?? frame.ref,
    token: token == null || isOpaqueKey(token) ? undefined : token,
    claims,
    payer,
    wantsSelf: joinConfig.broadcast?.self ?? false,
    wantsAck: joinConfig.broadcast?.ack ?? false,
    presence: {
      key: joinConfig.presence?.key || newId(),
      enabled: (joinConfig.presence?.enabled ?? false) && received.has('presence'),
      tracks: [],
      bytes: 0,
    },
    rights: new Map(),
    rows: typeof rows === 'string' || taken === 'topic' ? [] : rows,
  }
  hub.add(channel)
  const trouble =
    typeof rows === 'string' ? rows : taken === 'topic' ? 'Too many row changes are listened to' : undefined
  return { channel, joinConfig, trouble }
}

function requestedBindings(joinConfig: JoinConfig): RowBindingRequest[] {
  return (joinConfig.postgres_changes ?? []).filter(row => row !== null)
}

/** @returns 'topic' where there is room for the topic but not for its row changes */
function reserve({ budgets }: Hub, socket: LiveSocket, payer: Payer, bindings: number): 'all' | 'topic' | 'none' {
  // From now on the connection counts for the account.
  if (payer.accounts[1]?.key !== socket.payer.accounts[1]?.key && isUnknown(socket)) {
    budgets.release(socket.payer, 'sockets', 1)
    const fits = budgets.hold(payer, 'sockets', 1)
    if (!fits) budgets.charge(socket.payer, 'sockets')
    if (!fits) return 'none'
    socket.payer = payer
  }
  if (!budgets.hold(payer, 'topics', 1)) return 'none'
  return budgets.hold(payer, 'bindings', bindings) ? 'all' : 'topic'
}

function isUnknown(socket: LiveSocket): boolean {
  return socket.payer.accounts[1]?.key.startsWith('anonymous') ?? false
}

const nothing: ReadonlySet<Extension> = new Set<Extension>()
const everything: ReadonlySet<Extension> = new Set<Extension>(['broadcast', 'presence'])

async function readRights(platform: Platform, claims: Claims, name: string): Promise<ReadonlySet<Extension>> {
  return (await readableTopics(platform, claims, [name])).get(name) ?? new Set<Extension>()
}

/** Opaque keys, which clients pass on as tokens; they carry no claims. */
export function isOpaqueKey(token: string): boolean {
  return /^sb_(publishable|secret)_/.test(token)
}

/** @returns the refusal as text */
export async function readClaims(
  platform: Platform,
  socket: LiveSocket,
  token: string | undefined,
): Promise<Claims | string> {
  const result =
    token === undefined || isOpaqueKey(token)
      ? await openingClaims(platform, socket)
      : await bearerClaims(platform, token, socket.ip)
  if ('claims' in result) return result.claims
  return result.refused === 'key' ? invalidKey : `InvalidJWTToken: ${refusals[result.refused]}`
}

const refusals: Record<Refused, string> = {
  invalid: 'the token could not be verified',
  expired: 'Token has expired',
  ended: 'the session has ended',
  half: secondStepNeeded,
}
