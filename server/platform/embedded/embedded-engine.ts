import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { collectGarbage } from './collect-garbage.ts'
import { copyFolder } from './copy-folder.ts'
import { connectEmbedded } from './embedded-connection.ts'
import { embeddedSession, type Line } from './embedded-session.ts'
import { StartError } from '../errors.ts'
import { statementNames } from '../sql/exchange.ts'
import { type Engine, Ousted, type Place, plain, type Session, type SessionRequest } from '../sql/session.ts'
import { makePriorityMutex, much } from '../sql/priority-mutex.ts'

export type EmbeddedEngine = Engine & { dump(): Promise<Blob> }

export type EmbeddedOptions = {
  dump?: Blob
  onRestart?: (why: string) => void
  bounds?: EmbeddedBounds
}
export type EmbeddedBounds = {
  /** PostgreSQL's limit is ten seconds; here everybody else waits. */
  limitMs: number
  /** A statement that ignores cancellation is ended together with the engine, this much later. */
  graceMs: number
  /** MiB. Memory taken by statements is never given back, so above this the engine is reopened, */
  maxMemory: number
  /** but not again within this time. */
  restartMs: number
}

/** How long a repeatable read, and one of a heavy caller, runs while others wait. */
const oustMs = { normal: 40, heavy: 8 }

const defaultBounds: EmbeddedBounds = { limitMs: 6000, graceMs: 2000, maxMemory: 512, restartMs: 60_000 }

/**
 * As shipped PGlite never syncs; we switch that on and prove it by a commit, else `durability` is 'process' (unsafe against power loss).
 */
export async function openEmbedded(
  folder: string | undefined,
  { dump, onRestart = () => {}, bounds = defaultBounds }: EmbeddedOptions = {},
): Promise<EmbeddedEngine> {
  if (folder) prepareFolder(folder)
  const turns = makePriorityMutex()
  const listeners = new Map<string, (payload: string) => void>()
  let line = await open()
  let openedAt = performance.now()
  let waiting = 0
  let left = 0
  let synced = 0
  let coming: Promise<void> | undefined
  const whole = new WeakSet<Line>()

  async function open(): Promise<Line> {
    const connection = await connectEmbedded(folder, dump)
    const made: Line = {
      connection,
      prepared: new Map(),
      names: statementNames(),
      onNotification: (channel, payload) => listeners.get(channel)?.(payload),
    }
    for (const channel of listeners.keys()) await sessionOf(made).query(`listen ${channel}`, [])
    return made
  }

  function sessionOf(of: Line, { place, limitMs, again = false, taken = 0 }: SessionRequest = {}): Session {
    const limits = { ...bounds, limitMs: Math.min(limitMs ?? Infinity, bounds.limitMs) }
    if (!again) return embeddedSession(of, limits)
    if (place === 'background') {
      const isOusted = () => turns.isUrged(Infinity)
      return yielding(embeddedSession(of, { ...limits, isOusted }), isOusted)
    }
    const patience = taken > much ? oustMs.heavy : oustMs.normal
    return embeddedSession(of, { ...limits, isOusted: ms => ms > patience && turns.isUrged(taken + ms) })
  }

  async function current(): Promise<Line> {
    const lost = line.connection.lost()
    const isFull = line.connection.memoryTaken() > bounds.maxMemory && performance.now() - openedAt > bounds.restartMs
    if (!lost && !(isFull && folder)) return line
    if (!folder) throw lost
    if (!lost) {
      await flush(line)
      whole.add(line)
      await line.connection.close()
    }
    onRestart(lost?.message ?? 'It had taken too much memory')
    line = await open()
    collectGarbage()
    openedAt = performance.now()
    left = synced
    return line
  }

  /** A durable commit: everything committed before it is on disk with it. */
  async function flush(of: Line): Promise<void> {
    const session = sessionOf(of)
    const before = left
    try {
      await session.query("begin; select pg_logical_emit_message(true, 'sen', ''); commit", [])
      synced = before
    } catch (error) {
      await session.query('rollback', []).catch(() => {})
      throw error
    }
  }

  async function sync(): Promise<void> {
    const mine = line
    await advanceRun()
    coming = undefined
    try {
      if (!whole.has(mine)) await flush(mine)
    } finally {
      turns.next()
    }
  }

  async function advanceRun(place: Place = 'default', taken = 0): Promise<void> {
    // A commit shares its sync with those who wait for their turn; who waits for quiet would only make it slower.
    const counts = place === 'background' ? 0 : 1
    waiting += counts
    await turns.mine(place, taken)
    // Short statements block the thread: without this pause a full queue starves every socket.
    await new Promise(resolve => setImmediate(resolve))
    waiting -= counts
  }

  const engine: EmbeddedEngine = {
    kind: 'embedded',
    durability: line.connection.durability,
    dump: () => line.connection.dump(),
    async acquire(wanted = {}) {
      await advanceRun(wanted.place, wanted.taken)
      try {
        return sessionOf(await current(), wanted)
      } catch (error) {
        turns.next()
        throw error
      }
    },
    /** Alone or first, a transaction syncs itself; otherwise it leaves that to one shared sync. */
    async commit(session, last, first = false) {
      if (waiting === 0 || first || engine.durability === 'process') {
        await session.exchange([...last, plain('commit')])
        return { safe: Promise.resolve() }
      }
      await session.exchange([...last, plain('set local synchronous_commit = off'), plain('commit')])
      left++
      return { safe: engine.settled() }
    },
    async copyTo(target) {
      if (!folder) throw new Error('A database in memory has no folder to copy.')
      const seen = await copyFolder(folder, target)
      const session = await engine.acquire({ place: 'last' })
      try {
        await session.query('checkpoint', [])
        await copyFolder(folder, target, seen)
      } finally {
        turns.next()
      }
    },
    async settled() {
      if (left > synced) await (coming ??= sync())
    },
    isQuiet: turns.isQuiet,
    release() {
      turns.next()
    },
    wake(channel) {
      setImmediate(() => listeners.get(channel)?.(''))
    },
    async listen(channel, onNotification) {
      listeners.set(channel, onNotification)
      const session = await engine.acquire()
      try {
        await session.query(`listen ${channel}`, [])
      } finally {
        turns.next()
      }
    },
    async close() {
      await advanceRun()
      await line.connection.close()
    },
  }
  return engine
}

/** Looks before each exchange whether somebody waits. Exchanges alone never let the event loop turn, so nobody would be seen. */
function yielding(session: Session, isOusted: () => boolean): Session {
  let isOver = false
  async function yieldOnce(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    // A statement asked at the same time as the one that was refused may not run after the rollback.
    isOver ||= isOusted()
    if (isOver) throw new Ousted()
  }
  return {
    exchange: (statements, closing) => yieldOnce().then(() => session.exchange(statements, closing)),
    alone: statements => yieldOnce().then(() => session.alone(statements)),
    query: session.query, // also what rolls back
  }
}

/** A folder left half made by a kill during the very first start holds nothing yet and is recreated. */
function prepareFolder(folder: string): void {
  const unfinished =
    existsSync(folder) &&
    readdirSync(folder).length > 0 &&
    !(existsSync(join(folder, 'PG_VERSION')) && existsSync(join(folder, 'global', 'pg_control')))
  if (unfinished) rmSync(folder, { recursive: true })
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`The database folder ${folder} cannot be made: ${(error as Error).message}`)
  }
}
