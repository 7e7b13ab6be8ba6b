// Opening a database takes longer than most tests. Within a process one is opened, lent to one platform after the other, and
// emptied in between.
import { after } from 'node:test'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import type { Engine, Session } from '#platform/sql/session.ts'
import { type FirstState, readFirstState, resetDatabase } from './reset-database.ts'
import { createTestDatabase, readDump } from './test-databases.ts'

type TestDatabase = {
  engine: Engine
  first: FirstState
  /** Who listens now, by channel. */
  ears: Map<string, (payload: string) => void>
  discard(): Promise<void>
}

let dump: Promise<Blob> | undefined
/** Returned by its last borrower. */
let spare: TestDatabase | undefined
/** Benchmarks borrow one and go. */
const amongTests = process.env['NODE_TEST_CONTEXT'] !== undefined
if (amongTests) after(() => spare?.discard())

/** A migrated database without rows but those of the migrations: embedded in memory, or on the server at TEST_DATABASE_URL. */
export async function borrowTestEngine(): Promise<{ engine: Engine; giveBack: () => Promise<void> }> {
  let database = spare
  spare = undefined
  if (database && !(await empty(database))) {
    await database.discard()
    database = undefined
  }
  return lend(database ?? (await open()))
}

async function open(): Promise<TestDatabase> {
  const { engine, drop } = await openEngine()
  const first = await withSession(engine, readFirstState)
  const discard = async () => {
    await engine.close()
    await drop()
  }
  return { engine, first, ears: new Map(), discard }
}

async function openEngine(): Promise<{ engine: Engine; drop: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) {
    dump ??= readDump()
    return { engine: await openEmbedded(undefined, { dump: await dump }), drop: async () => {} }
  }
  const { url, drop } = await createTestDatabase(server)
  return { engine: await openPostgresql(url, () => {}), drop }
}

/** The engine for one platform: once it is closed nobody who was left behind writes into the next one's rows. */
function lend(database: TestDatabase): { engine: Engine; giveBack: () => Promise<void> } {
  const { engine, ears } = database
  const lent = new Set<Session>()
  let closed: (() => void) | undefined
  const lease: Engine = {
    ...engine,
    async acquire(wish) {
      const session = await engine.acquire(wish)
      if (!closed) return (lent.add(session), session)
      engine.release(session, false)
      throw new Error('The test has closed its database.')
    },
    release(session, isBroken) {
      lent.delete(session)
      engine.release(session, isBroken)
      if (lent.size === 0) closed?.()
    },
    async listen(channel, hear) {
      const isNew = !ears.has(channel)
      ears.set(channel, hear)
      if (isNew) await engine.listen(channel, payload => ears.get(channel)?.(payload))
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
    async giveBack() {
      await lease.close()
      for (const channel of ears.keys()) ears.set(channel, () => {})
      if (spare || !amongTests) await database.discard()
      else spare = database
    },
  }
}

/** @returns false where it cannot be made what it was */
async function empty({ engine, first }: TestDatabase): Promise<boolean> {
  try {
    return await withSession(engine, session => resetDatabase(session, first))
  } catch {
    return false // somebody left behind holds a lock, or a test broke its connections
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
