import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import type { Visitor } from '#features/channels/website/website-visitor.ts'
import type { BroadcastMessage } from '#platform/events/broadcast.ts'
import { seconds } from '#platform/clock.ts'
import { outsideTransaction, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Result } from '#shared/contracts/api.ts'
import { pageLength, readCursor, readVisitorMessages, type VisitorMessage } from './visitor-history.ts'
import { visitorTopic } from './visitor-topic.ts'

const heartbeatMs = seconds(15)
/** A slower reader is cut off; it reconnects and catches up. */
const maxUnread = 262_144
const maxStreams = 5000
const maxPerVisitor = 8
/** Sessions are free: without these limits one client could shut out everyone. */
const maxPerPeer = 100
const maxPerShop = 2000
/** A stalled reader would delay the end for ever. */
const endWithinMs = seconds(5)

type VisitorEvent = Result<'GET /widget/v1/events'>
type Place = { conversationId: string; seq: number } | undefined
type Stream = { visitor: Visitor; line: ServerResponse; wake(): void; end(): void }
type State = { conversationId: string | null; bot: 'on' | 'off' }

export type VisitorStreams = {
  /** @returns false when the process, the shop or the address (`peer`) is full */
  follow(visitor: Visitor, after: string, line: ServerResponse, peer?: string): boolean
  closeAll(): void
}

/** One listener per process wakes only the streams whose conversation changed; each reads on from its cursor. No polling. */
export function makeVisitorStreams(platform: Platform): VisitorStreams {
  const all = new Set<Stream>()
  const byConversation = new Map<string, Set<Stream>>()
  const byVisitor = new Map<string, Set<Stream>>()
  const byPeer = new Map<string, Set<Stream>>()
  const byShop = new Map<string, Set<Stream>>()

  const stopChanges = platform.changes.subscribe(changes => {
    const woken = new Set<Stream>()
    for (const { table, conversation_id: id } of changes) {
      if (id === null || (table !== 'messages' && table !== 'conversations')) continue
      for (const stream of byConversation.get(id) ?? []) woken.add(stream)
    }
    for (const stream of woken) stream.wake()
  })
  const heartbeat = setInterval(() => all.forEach(({ line }) => line.writable && line.write(':\n\n')), heartbeatMs)
  heartbeat.unref()

  function follow(visitor: Visitor, after: string, line: ServerResponse, peer?: string): boolean {
    const topic = visitorTopic(visitor)
    const siblings = byVisitor.get(topic) ?? new Set()
    if (line.destroyed) return true // Gone during the lookup; no close event will follow.
    if (all.size >= maxStreams || (byShop.get(visitor.workspaceId)?.size ?? 0) >= maxPerShop) return false
    if (peer !== undefined && (byPeer.get(peer)?.size ?? 0) >= maxPerPeer) return false
    // The newest tab counts: an old stream may have died unnoticed.
    if (siblings.size >= maxPerVisitor) siblings.values().next().value?.end()

    let place: Place = readCursor(after) ?? undefined
    let state: State = { conversationId: null, bot: 'on' }
    let isNotified = false
    let busy = false
    let again = true
    let stopTopic = () => {}
    const stopVisitor = platform.broadcast.subscribe(topic, ({ event }) =>
      event === 'moved' ? stream.end() : stream.wake(),
    )

    const stream: Stream = { visitor, line, wake, end }

    function end() {
      forget()
      line.end()
      setTimeout(() => line.destroy(), endWithinMs).unref()
    }

    function wake() {
      again = true
      if (busy) return
      busy = true
      void outsideTransaction(read)
        .catch(error => {
          platform.log.warn({ error }, 'A visitor’s stream could not be read')
          end()
        })
        .finally(() => {
          busy = false
          if (again) wake()
        })
    }

    async function read(): Promise<void> {
      while (again && !line.writableEnded && !line.destroyed) {
        again = false
        const found = await platform.db.asService(null, async tx => ({
          state: await readState(platform, tx, visitor),
          messages: await readVisitorMessages(tx, visitor, place),
        }))
        if (!all.has(stream)) return
        if (!isNotified || found.state.bot !== state.bot) write({ event: 'status', data: { bot: found.state.bot } })
        isNotified = true
        if (found.state.conversationId !== state.conversationId) {
          bind(found.state.conversationId)
          again = true
        }
        state = found.state
        for (const message of found.messages) {
          write({ event: 'message', data: message }, message.cursor)
          place = readCursor(message.cursor) ?? undefined
        }
        if (found.messages.length === pageLength) again = true
        if (state.bot === 'on' && botIsNext(platform, found.messages))
          write({ event: 'typing', data: { author: 'bot' } })
      }
      again = false
    }

    function bind(conversationId: string | null) {
      unbind()
      if (conversationId === null) return
      put(byConversation, conversationId, stream)
      stopTopic = platform.broadcast.subscribe(`conversation:${conversationId}`, onBroadcast)
    }

    function unbind() {
      stopTopic()
      if (state.conversationId !== null) take(byConversation, state.conversationId, stream)
    }

    function onBroadcast({ event, payload }: BroadcastMessage) {
      const { author, text } = (payload ?? {}) as { author?: unknown; text?: unknown }
      if ((event === 'typing' || event === 'generating') && (author === 'bot' || author === 'member'))
        write({ event: 'typing', data: { author } })
      if (event === 'draft' && author === 'bot' && typeof text === 'string')
        write({ event: 'draft', data: { author, text } })
    }

    function write({ event, data }: VisitorEvent, id?: string) {
      if (line.writableEnded) return
      line.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (line.writableLength > maxUnread) line.destroy()
    }

    function forget() {
      unbind()
      stopVisitor()
      all.delete(stream)
      take(byVisitor, topic, stream)
      take(byShop, visitor.workspaceId, stream)
      if (peer !== undefined) take(byPeer, peer, stream)
    }

    line.on('close', forget)
    line.on('error', forget)
    all.add(stream)
    put(byVisitor, topic, stream)
    put(byShop, visitor.workspaceId, stream)
    if (peer !== undefined) put(byPeer, peer, stream)
    line.write(': here\n\n')
    wake()
    return true
  }

  return {
    follow,
    closeAll() {
      clearInterval(heartbeat)
      stopChanges()
      for (const stream of all) stream.end()
    },
  }
}

function botIsNext(platform: Platform, messages: VisitorMessage[]): boolean {
  const last = messages.at(-1)
  return (
    last?.author === 'contact' &&
    last.text !== '' &&
    platform.clock.now().getTime() - Date.parse(last.created_at) < seconds(5)
  )
}

async function readState(platform: Platform, tx: Tx, visitor: Visitor): Promise<State> {
  const { rows } = await sql<{ id: string | null; bot_on: boolean | null }>`
    select v.id, w.bot_status = 'on' and (v.id is null or v.bot_status = 'on' or v.bot_off_until <= ${platform.clock.now()}) as bot_on
    from workspaces w
    left join contacts c on c.workspace_id = w.id and c.channel_id = ${visitor.channelId} and c.external_id = ${visitor.externalId}
    left join conversations v on v.workspace_id = w.id and v.contact_id = c.id
    where w.id = ${visitor.workspaceId} order by v.id desc nulls last limit 1`.execute(tx)
  const row = rows[0]
  return { conversationId: row?.id ?? null, bot: row?.bot_on ? 'on' : 'off' }
}

function put(map: Map<string, Set<Stream>>, key: string, stream: Stream) {
  map.set(key, (map.get(key) ?? new Set()).add(stream))
}

function take(map: Map<string, Set<Stream>>, key: string, stream: Stream) {
  const streams = map.get(key)
  streams?.delete(stream)
  if (streams?.size === 0) map.delete(key)
}
