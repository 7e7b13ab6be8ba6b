// Opening a database takes longer than most tests: each process opens one, lends it and empties it in between.
import { after } from 'node:test'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import type { Engine, Session } from '#platform/sql/session.ts'
import { type FirstState, Leftover, readFirstState, resetDatabase } from './reset-database.ts'
import { createTestDatabase, readDump } from './test-databases.ts'
import { openInPlace } from './test-engine-in-place.ts'

export type Snapshot = {
  open(): Promise<Opened>
  discard(): Promise<void>
}
type Opened = {
  engine: Engine
  drop(): Promise<void>
  takeSnapshot(): Promise<Snapshot>
}

type TestDatabase = {
  engine: Engine
  first: FirstState
  listeners: Map<string, (payload: string) => void>
  takeSnapshot(): Promise<Snapshot>
  discard(): Promise<void>
}

let dump: Promise<Blob> | undefined
let spare: TestDatabase | undefined
/** Benchmarks run outside node:test. */
const amongTests = process.env['NODE_TEST_CONTEXT'] !== undefined
if (amongTests) after(() => spare?.discard())

type Borrowed = { engine: Engine; takeSnapshot: () => Promise<Snapshot>; giveBack: () => Promise<void> }

/** Embedded in memory, or on the server at TEST_DATABASE_URL. `kept`: rows to begin with. */
export async function borrowTestEngine(snapshot?: Snapshot): Promise<Borrowed> {
  if (snapshot) return lend(await open(snapshot), false)
  let database = spare
  spare = undefined
  if (database && !(await empty(database))) {
    await database.discard()
    database = undefined
  }
  return lend(database ?? (await open()))
}

async function open(snapshot?: Snapshot): Promise<TestDatabase> {
  const { engine, drop, takeSnapshot } = snapshot ? await snapshot.open() : await openEngine()
  const first = snapshot ? nothing : await withSession(engine, readFirstState)
  const discard = async () => {
    await engine.close()
    await drop()
  }
  return { engine, first, listeners: new Map(), takeSnapshot, discard }
}

const nothing: FirstState = { tables: [], rows: new Map(), schema: '' }

async function openEngine(): Promise<Opened> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) return openOn(server)
  dump ??= readDump()
  return openWith(await dump)
}

async function openWith(rows: Blob): Promise<Opened> {
  const engine = await openEmbedded(undefined, { dump: rows })
  return {
    engine,
    drop: async () => {},
    async takeSnapshot() {
      const now = await engine.dump()
      await engine.close()
      return { open: async () => inPlace(await openInPlace(now)), discard: async () => {} }
    },
  }
}

function inPlace(engine: Engine): Opened {
  return { engine, drop: async () => {}, takeSnapshot: () => Promise.reject(new Error('It was kept already.')) }
}

async function openOn(server: string, like?: string): Promise<Opened> {
  const { name, url, drop } = await createTestDatabase(server, like)
  const engine = await openPostgresql(url, () => {})
  return {
    engine,
    drop,
    async takeSnapshot() {
      await engine.close()
      return { open: () => openOn(server, name), discard: drop }
    },
  }
}

/** After closing, a leftover user cannot write into the next platform's rows. */
function lend(database: TestDatabase, again = true): Borrowed {
  const { engine, listeners } = database
  const lent = new Set<Session>()
  let closed: (() => void) | undefined
  const lease: Engine = {
    ...engine,
    async acquire(wanted) {
      const session = await engine.acquire(wanted)
      if (!closed) return (lent.add(session), session)
      engine.release(session, false)
      throw new Error('The test has closed its database.')
    },
    release(session, isBroken) {
      lent.delete(session)
      engine.release(session, isBroken)
      if (lent.size === 0) closed?.()
    },
    async listen(channel, onNotification) {
      const isNew = !listeners.has(channel)
      listeners.set(channel, onNotification)
      if (isNew) await engine.listen(channel, payload => listeners.get(channel)?.(payload))
    },
    async close() {
      await new Promise<void>(resolve => {
        closed = resolve
        if (lent.size === 0) resolve()
      })
    },
  }
  return {
    engine: lease,
    async takeSnapshot() {
      await lease.close()
      return database.takeSnapshot()
    },
    async giveBack() {
      await lease.close()
      for (const channel of listeners.keys()) listeners.set(channel, () => {})
      if (spare || !again || !amongTests) await database.discard()
      else spare = database
    },
  }
}

async function empty({ engine, first }: TestDatabase): Promise<boolean> {
  try {
    return await withSession(engine, session => resetDatabase(session, first))
  } catch (error) {
    if (error instanceof Leftover) throw error
    return false // a leftover holds a lock, or a test broke the connections
  }
}

async function withSession<T>(engine: Engine, act: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire()
  try {
    return await act(session)
  } finally {
    engine.release(session, false)
  }
}
