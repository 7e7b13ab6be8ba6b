import { existsSync, fdatasyncSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { preparedStatements } from './embedded-statements.ts'
import { StartError } from './errors.ts'
import { type Engine, plain, type Session, type Statement } from './session.ts'
import { makeTurns } from './turns.ts'

export type EmbeddedEngine = Engine & { dump(): Promise<Blob> }

/**
 * PostgreSQL inside this process (PGlite): one session, so callers queue for it.
 * As shipped it never syncs to disk. Three changes switch that on, and a probe commit at start proves it; where the proof
 * fails the engine still runs and says `process`: safe against the death of the process, not against power loss.
 * @param folder where the database lies; undefined: in memory, for tests
 * @param dump a data directory to begin with, in memory only
 */
export async function openEmbedded(folder: string | undefined, dump?: Blob): Promise<EmbeddedEngine> {
  if (folder) prepareFolder(folder)
  const durable = folder
    ? [...PGlite.defaultStartParams.filter(part => part !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']
    : PGlite.defaultStartParams
  const lite = await PGlite.create({
    ...(folder ? { dataDir: `file://${folder}` } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
    // Small shared buffers: the operating system caches files too, and the idle process stays light.
    startParams: [...durable, '-c', 'shared_buffers=16MB', '-c', 'work_mem=4MB'],
    parsers: { 20: Number },
  })
  const durability = folder && (await syncToDisk(lite)) ? 'disk' : 'process'
  const prepared = preparedStatements(lite)
  const session: Session = {
    ...prepared,
    async query(text, parameters) {
      if (parameters.length > 0) return prepared.exchange([{ text, parameters }])
      const results = await lite.exec(text)
      const last = results.at(-1)
      return { rows: last?.rows ?? [], count: last?.affectedRows ?? 0 }
    },
  }
  const turns = makeTurns()
  const ears = new Map<string, (payload: string) => void>()
  let waiting = 0
  let syncedTo = 0
  /** How far those have committed who leave the sync to another. */
  let leftTo = 0
  let coming: Promise<void> | undefined

  async function place(kind: 'insert' | 'flush', before: readonly Statement[] = []): Promise<number> {
    const asked = plain(`select (pg_current_wal_${kind}_lsn() - '0/0'::pg_lsn)::text as place`)
    const { rows } = await prepared.exchange([...before, asked])
    return Number((rows[0] as { place: string }).place)
  }

  /** One sync for all who have committed until its turn comes. */
  async function sync(): Promise<void> {
    await engine.acquire()
    coming = undefined
    try {
      await session.query("begin; select pg_logical_emit_message(true, 'sen', ''); commit", [])
      syncedTo = await place('flush')
    } catch (error) {
      await session.query('rollback', []).catch(() => {}) // the next one begins anew
      throw error
    } finally {
      turns.next()
    }
  }

  const engine: EmbeddedEngine = {
    kind: 'embedded',
    durability,
    dump: () => lite.dumpDataDir('none'),
    async acquire(first = false) {
      waiting++
      await turns.mine(first)
      // The engine works in this thread and only waits on promises: without a breath here a full queue starves every socket.
      await new Promise(resolve => setImmediate(resolve))
      waiting--
      return session
    },
    /** Alone, or first, a transaction syncs itself. Where others wait for their turn it leaves that to one sync after theirs. */
    async commit(_session, last, first = false) {
      if (waiting === 0 || first || durability === 'process') {
        await prepared.exchange([...last, plain('commit')])
        return { safe: Promise.resolve() }
      }
      const mine = await place('insert', last)
      await prepared.exchange([plain('set local synchronous_commit = off'), plain('commit')])
      leftTo = Math.max(leftTo, mine)
      return { safe: engine.settled() }
    },
    async settled() {
      if (leftTo > syncedTo) await (coming ??= sync())
    },
    release() {
      turns.next()
    },
    wake(channel) {
      setImmediate(() => ears.get(channel)?.(''))
    },
    async listen(channel, hear) {
      ears.set(channel, hear)
      await engine.acquire()
      try {
        await lite.listen(channel, hear)
      } finally {
        turns.next()
      }
    },
    async close() {
      await engine.acquire()
      await lite.close()
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

type StreamOperations = { fsync?: (stream: { nfd: number }) => number }
type Mount = { mounts?: Mount[]; opts?: { root?: string }; mountpoint: string }
type Internals = {
  FS: { root: { mount: Mount }; lookupPath(path: string): { node: { stream_ops: StreamOperations } } }
}

async function syncToDisk(lite: PGlite): Promise<boolean> {
  let syncs = 0
  const { FS } = (lite as unknown as { Module: Internals }).Module
  const operations = findNodeMount(FS, FS.root.mount)
  if (!operations) return false
  operations.fsync = stream => {
    syncs++
    fdatasyncSync(stream.nfd)
    return 0
  }
  await lite.exec(
    'create table if not exists sync_probe (i int); insert into sync_probe values (1); drop table sync_probe;',
  )
  return syncs > 0
}

function findNodeMount(FS: Internals['FS'], mount: Mount, depth = 0): StreamOperations | undefined {
  if (depth > 4) return undefined
  for (const child of mount.mounts ?? []) {
    const found = child.opts?.root
      ? FS.lookupPath(child.mountpoint).node.stream_ops
      : findNodeMount(FS, child, depth + 1)
    if (found) return found
  }
  return undefined
}
