import { sql } from 'kysely'
import { type Database, outsideTransaction, type Tx } from '../sql/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'

/** A transient message: current listeners receive it, nothing is stored. Facts are rows and events instead. */
export type BroadcastMessage = {
  /** For example 'conversation:<id>'; opaque here. */
  topic: string
  event: string
  payload: unknown
  from?: string
}

export type Broadcast = {
  /** With a transaction: sent when it commits; otherwise at once. */
  send(topic: string, event: string, payload: unknown, tx?: Tx): Promise<void>
  publish(message: BroadcastMessage): void
  /** @param topic undefined: every topic */
  subscribe(topic: string | undefined, listener: (message: BroadcastMessage) => void): () => void
  start(): Promise<void>
}

/** NOTIFY payloads must be under 8,000 bytes; ASCII, so one character is one byte. */
const pieceLength = 7400
const maxUnfinished = 200
const maxWaiting = 20_000

/** NOTIFY on PostgreSQL, in pieces where long; the embedded database has a single process. */
export function makeBroadcast(db: Database, log: Log): Broadcast {
  const self = newId()
  const listeners = new Map<string | undefined, Set<(message: BroadcastMessage) => void>>()
  const unfinished = new Map<string, string[]>()
  let waiting: string[] = []
  let flushing = false

  function handleHere(message: BroadcastMessage): void {
    for (const group of [listeners.get(message.topic), listeners.get(undefined)]) {
      for (const listener of group ?? []) {
        try {
          listener(message)
        } catch (error) {
          log.error({ error }, 'A listener failed')
        }
      }
    }
  }

  function handlePiece(piece: string): void {
    const match = /^(\S+) (\S+) (\d+)\/(\d+) ([^]*)$/.exec(piece)
    if (!match || match[1] === self) return
    const [, , id = '', position, count, text = ''] = match
    const pieces = unfinished.get(id) ?? []
    pieces[Number(position) - 1] = text
    if (pieces.filter(part => part !== undefined).length < Number(count)) {
      unfinished.set(id, pieces)
      if (unfinished.size > maxUnfinished) unfinished.delete(unfinished.keys().next().value ?? '')
      return
    }
    unfinished.delete(id)
    handleHere(unpack(pieces.join('')))
  }

  async function flush(): Promise<void> {
    flushing = true
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, 500)
        waiting = waiting.slice(500)
        await db.asService(null, tx => notify(tx, batch))
      }
    } catch (error) {
      waiting = []
      log.warn({ error }, 'Messages did not reach the other processes')
    } finally {
      flushing = false
    }
  }

  function dispatch(message: BroadcastMessage): void {
    handleHere(message)
    if (db.engine.kind === 'embedded' || waiting.length > maxWaiting) return
    waiting.push(...pack(message, self))
    if (!flushing) void outsideTransaction(flush)
  }

  return {
    publish: dispatch,
    async send(topic, event, payload, tx) {
      // Sent in a transaction, it also comes back here by NOTIFY, so no sender is marked.
      if (tx) await notify(tx, pack({ topic, event, payload }, '-'))
      else dispatch({ topic, event, payload })
    },
    subscribe(topic, listener) {
      const group = listeners.get(topic) ?? new Set()
      listeners.set(topic, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(topic) === group) listeners.delete(topic)
      }
    },
    start: () => db.engine.listen('broadcast', handlePiece),
  }
}

async function notify(tx: Tx, pieces: string[]): Promise<void> {
  await sql`select pg_notify('broadcast', piece) from unnest(${pieces}::text[]) with ordinality as p(piece, n) order by n`.execute(
    tx,
  )
}

function pack({ topic, event, payload, from }: BroadcastMessage, process: string): string[] {
  const body = payload instanceof Uint8Array ? { bytes: Buffer.from(payload).toString('base64') } : { payload }
  const text = JSON.stringify({ topic, event, from, ...body }).replace(
    /[\u0080-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const id = newId()
  const count = Math.ceil(text.length / pieceLength)
  return Array.from({ length: count }, (_, n) => {
    const piece = text.slice(n * pieceLength, (n + 1) * pieceLength)
    return `${process} ${id} ${n + 1}/${count} ${piece}`
  })
}

function unpack(text: string): BroadcastMessage {
  const { topic, event, from, payload, bytes } = JSON.parse(text) as BroadcastMessage & { bytes?: string }
  const body = bytes === undefined ? payload : new Uint8Array(Buffer.from(bytes, 'base64'))
  return { topic, event, payload: body, ...(from === undefined ? {} : { from }) }
}
