import { sql } from 'kysely'
import { queryRows } from './compile-statement.ts'
import type { Log } from '../log.ts'
import type { Engine } from './session.ts'

export type Replica = {
  /** Undefined while it is away, too far behind, or has not been looked at lately. Nobody waits for that look. */
  engine(): Engine | undefined
  /** It failed, not the statement: the primary is asked instead. */
  isItsTrouble(error: unknown): boolean
  close(): Promise<void>
}

export type ReplicaOptions = {
  open(): Promise<Engine>
  primary: Engine
  log: Log
  checkMs?: number
  maxLagMs?: number
}

/** Where the primary's log was at a moment. */
type Mark = { at: number; lsn: bigint }
type State = { lsn: bigint; is_replica: boolean }

/**
 * Conflict with what is replayed, shut down, cut off, no connection, a replica that was promoted or may not be written to; a column, table or
 * function that a migration has made and it has not replayed. Where they are missing everywhere the primary says so.
 */
const troubles = new Set([
  ...['40001', '57P01', '57P02', '57P03', '08006', '53300', '25006', 'ECONNREFUSED', 'ECONNRESET'],
  ...['42703', '42P01', '42883'],
])

/**
 * A replica says where it is, never how late: the age of its last transaction grows while nobody writes, and one that is cut off believes itself
 * up to date. So the primary is asked for its place now and then, and the replica is as old as the newest of these places that it has reached.
 */
export function makeReplica({ open, primary, log, checkMs = 2000, maxLagMs = 10_000 }: ReplicaOptions): Replica {
  let engine: Engine | undefined
  let marks: Mark[] = []
  let checkedAt = -Infinity
  let usable = false
  let checking: Promise<void> | undefined
  let why = 'nobody has looked at it yet'

  async function check(): Promise<void> {
    const now = performance.now()
    const before = why
    try {
      const [here] = await statesOf(primary)
      engine ??= await open()
      const [there] = await statesOf(engine)
      if (!here || !there?.is_replica) throw new Error('it is no replica')
      const reached = marks.findLast(({ lsn }) => lsn <= there.lsn)
      const lag = there.lsn >= here.lsn ? 0 : now - (reached?.at ?? -Infinity)
      marks = [...marks.filter(({ at }) => now - at <= maxLagMs), { at: now, lsn: here.lsn }]
      usable = lag <= maxLagMs
      why = usable ? '' : 'it is too far behind'
    } catch (error) {
      usable = false
      why = (error as Error).message
    }
    checkedAt = performance.now()
    if (before !== why)
      log.warn({ why }, usable ? 'The replica is read' : 'The replica is not read: the primary is asked instead')
  }

  return {
    engine() {
      const age = performance.now() - checkedAt
      if (age > checkMs) checking ??= check().finally(() => (checking = undefined))
      return usable && age <= maxLagMs ? engine : undefined
    },
    isItsTrouble(error) {
      const isIts = troubles.has((error as { code?: string }).code ?? '')
      if (isIts) checkedAt = -Infinity
      return isIts
    },
    async close() {
      await checking
      await engine?.close()
    },
  }
}

async function statesOf(engine: Engine): Promise<State[]> {
  const session = await engine.acquire({ bounded: true })
  let broken = true
  try {
    const rows = await queryRows(
      session,
      sql<{ lsn: string; is_replica: boolean }>`select pg_is_in_recovery() as is_replica,
        (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::text as lsn`,
    )
    broken = false
    return rows.map(({ lsn, is_replica }) => ({ lsn: BigInt(lsn), is_replica }))
  } finally {
    engine.release(session, broken)
  }
}
