import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { collectGarbage } from './collect-garbage.ts'
import { copyFolder } from './copy-folder.ts'
import { connectEmbedded } from './embedded-connection.ts'
import { embeddedSession, type Line } from './embedded-session.ts'
import { StartError } from '../errors.ts'
import { statementNames } from '../sql/exchange.ts'
import { type Engine, type Place, plain, type Session, type SessionRequest } from '../sql/session.ts'
import { makePriorityMutex, much } from '../sql/priority-mutex.ts'

export type EmbeddedEngine = Engine & { dump(): Promise<Blob> }

export type EmbeddedOptions = {
  /** A data directory to begin with, in memory only. */
  dump?: Blob
  /** Hears why the engine had to be opened anew. */
  onRestart?: (why: string) => void
  bounds?: EmbeddedBounds
}
export type EmbeddedBounds = {
  /** A statement is told to end after so long, as PostgreSQL does after ten seconds: here everybody else waits. */
  limitMs: number
  /** One that does not hear it is ended together with the engine, so much later. */
  graceMs: number
  /** What statements have taken of memory does not come back by itself: above this, in MiB, the engine is opened anew. */
  maxMemory: number
  /** But not again before this time. */
  restartMs: number
}

/**
 * So long a statement that may be asked again runs while others wait, and so long that of a caller who has taken much of late:
 * a visitor's message takes several transactions, and would wait for such a one before each of them.
 */
const oustMs = { normal: 40, ofMany: 8 }

const defaultBounds: EmbeddedBounds = { limitMs: 6000, graceMs: 2000, maxMemory: 512, restartMs: 60_000 }

/**
 * PostgreSQL in a thread of this process (PGlite): one session, so callers queue for it.
 * As shipped it never syncs to disk. Three changes switch that on, and a probe commit at start proves it; where the proof
 * fails the engine still runs and says `process`: safe against the death of the process, not against power loss.
 * @param folder where the database lies; undefined: in memory, for tests
 */
export async function openEmbedded(
  folder: string | undefined,
  { dump, onRestart = () => {}, bounds = defaultBounds }: EmbeddedOptions = {},
): Promise<EmbeddedEngine> {
  if (folder) prepareFolder(folder)
  const turns = makePriorityMutex()
  const ears = new Map<string, (payload: string) => void>()
  let line = await open()
  let openedAt = performance.now()
  let waiting = 0
  /** Of those who have left the sync to another: how many have committed, and how many of them are on the disk. */
  let left = 0
  let synced = 0
  let coming: Promise<void> | undefined
  /** Closed when everything was on the disk. */
  const whole = new WeakSet<Line>()

  async function open(): Promise<Line> {
    const connection = await connectEmbedded(folder, dump)
    const made: Line = {
      connection,
      prepared: new Map(),
      names: statementNames(),
      hear: (channel, payload) => ears.get(channel)?.(payload),
    }
    for (const channel of ears.keys()) await sessionOf(made).query(`listen ${channel}`, [])
    return made
  }

  function sessionOf(of: Line, { limitMs, again = false, taken = 0 }: SessionRequest = {}): Session {
    const patience = taken > much ? oustMs.ofMany : oustMs.normal
    const limits = { ...bounds, limitMs: Math.min(limitMs ?? Infinity, bounds.limitMs) }
    return embeddedSession(
      of,
      again ? { ...limits, isOusted: ms => ms > patience && turns.isUrged(taken + ms) } : limits,
    )
  }

  /** Whoever has the turn finds the engine open: it is opened anew where it was lost, or has taken too much memory. */
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

  /** What has been committed until now is on the disk with this commit: it lies before it. */
  async function flush(of: Line): Promise<void> {
    const session = sessionOf(of)
    const before = left
    try {
      await session.query("begin; select pg_logical_emit_message(true, 'sen', ''); commit", [])
      synced = before
    } catch (error) {
      await session.query('rollback', []).catch(() => {}) // the next one begins anew
      throw error
    }
  }

  /** One sync for all who have committed until its turn comes. */
  async function sync(): Promise<void> {
    const mine = line
    await advanceRun()
    coming = undefined
    try {
      if (!whole.has(mine)) await flush(mine) // fails where the engine was lost, and with it what waits for this
    } finally {
      turns.next()
    }
  }

  async function advanceRun(place: Place = 'usual', taken = 0): Promise<void> {
    waiting++
    await turns.mine(place, taken)
    // Short statements are waited for on the spot: without a breath here a full queue starves every socket.
    await new Promise(resolve => setImmediate(resolve))
    waiting--
  }

  const engine: EmbeddedEngine = {
    kind: 'embedded',
    durability: line.connection.durability,
    dump: () => line.connection.dump(),
    async acquire(wish = {}) {
      await advanceRun(wish.place, wish.taken)
      try {
        return sessionOf(await current(), wish)
      } catch (error) {
        turns.next()
        throw error
      }
    },
    /** Alone, or first, a transaction syncs itself. Where others wait for their turn it leaves that to one sync after theirs. */
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
    release() {
      turns.next()
    },
    wake(channel) {
      setImmediate(() => ears.get(channel)?.(''))
    },
    async listen(channel, hear) {
      ears.set(channel, hear)
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

/** A folder left half made by a kill during the very first start holds nothing yet and is made anew. */
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
