import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Rows } from '#shared/rows.ts'
import { boundTo } from './bound-statements.ts'
import { compiled } from './compile-statement.ts'
import { borrow } from './borrow-session.ts'
import { outsideTime } from '../http/caller-time.ts'
import type { Replica } from './replica.ts'
import { type Engine, type Place, plain, type Session, type Statement } from './session.ts'

/** Statements run only through it: `tx.selectFrom…` or sql`…`.execute(tx). */
export type Tx = Kysely<Rows>

/** The payload of an access token or of one of the two keys. */
export type Claims = { role: 'anon' | 'authenticated' | 'service_role'; sub?: string } & Record<string, unknown>

export type Database = {
  engine: Engine
  /** `settings`: what functions and policies may read. `guard` goes with the first statement: where it fails, nothing runs. */
  asPerson<T>(
    claims: Claims,
    run: (tx: Tx) => Promise<T>,
    settings?: Record<string, string>,
    guard?: RawBuilder<unknown>,
  ): Promise<T>
  readAsPerson<R>(
    claims: Claims,
    statement: RawBuilder<R> | Statement,
    settings?: Record<string, string>,
    guard?: RawBuilder<unknown>,
  ): Promise<R[]>
  readAsService<R>(statement: RawBuilder<R>): Promise<R[]>
  /** For reads of thousands of rows: each statement runs by itself, in the background; data may change between two of them. */
  scanAsService<T>(run: (scan: Tx) => Promise<T>): Promise<T>
  /** The service role. `workspaceId` is null for work outside workspaces; every statement must name its workspace too. */
  asService<T>(workspaceId: string | null, run: (tx: Tx) => Promise<T>): Promise<T>
  /** The service role, for reads that nobody has written a moment ago: on the replica, if there is one that is close behind. May run twice. */
  asReader<T>(workspaceId: string, run: (tx: Tx) => Promise<T>): Promise<T>
  /** Before others who wait: a platform that calls us waits for two seconds. */
  asServiceFirst<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * In a pause of everybody else's: for one of thousands of short transactions that nobody waits for. Rolled back and run again where others
   * come meanwhile. Not `durable` as by `asHousekeeper`.
   */
  asBackground<T>(run: (tx: Tx) => Promise<T>, options?: { durable?: boolean }): Promise<T>
  /** Commits without waiting for the disk: only for what may be lost with the power and is found again. */
  asHousekeeper<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const inside = new AsyncLocalStorage<true>()

const unsynced = plain('set local synchronous_commit = off')

export function makeDatabase(engine: Engine, replica?: Replica): Database {
  async function transaction<T>(
    opening: Statement[],
    run: (tx: Tx) => Promise<T>,
    { durable = true, place = 'default' }: { durable?: boolean; place?: Place } = {},
  ): Promise<T> {
    refuseInside()
    const { result, safe, wakes } = await borrow(engine, { place }, async (session, limits) => {
      const open = openTransaction(session, [plain('begin'), ...opening, ...limits])
      try {
        const done = await inside.run(true, () => run(open.tx))
        // The failure may have been caught, but PostgreSQL has aborted and would answer 'commit' with a rollback.
        if (open.failed !== undefined) throw open.failed
        const { safe } = await end(session, open, durable, place === 'first')
        return { result: done, safe, wakes: open.wakes }
      } finally {
        open.close()
      }
    })
    await safe
    for (const channel of wakes) if (durable || channel !== 'changes') engine.wake(channel)
    return result
  }

  /** @returns `safe` resolves once everything written or read is on disk */
  async function end(
    session: Session,
    open: Open,
    durable: boolean,
    first: boolean,
  ): Promise<{ safe: Promise<void> | undefined }> {
    const last = open.unsent()
    if (!last) return { safe: undefined }
    if (durable && open.writes()) return engine.commit(session, last, first)
    await session.exchange([...last, plain('commit')])
    return { safe: durable ? engine.settled() : undefined }
  }

  async function read<R>(
    settings: Record<string, string>,
    statement: RawBuilder<R> | Statement,
    guard?: RawBuilder<unknown>,
    place: Place = 'default',
  ): Promise<R[]> {
    refuseInside()
    const asked = 'text' in statement ? statement : compiled(statement)
    const opening = [settingOf({ ...settings, transaction_read_only: 'on' }), ...guardedBy(guard)]
    const { rows } = await borrow(engine, { again: true, place }, (session, limits) =>
      session.alone([...limits, ...opening, asked]),
    )
    await engine.settled()
    return rows as R[]
  }

  return {
    engine,
    asPerson: (claims, run, settings = {}, guard) =>
      transaction([settingOf(settingsOf(claims, settings)), ...guardedBy(guard)], run),
    readAsPerson: (claims, statement, settings = {}, guard) => read(settingsOf(claims, settings), statement, guard),
    readAsService: statement => read({ role: 'service_role' }, statement),
    async scanAsService(run) {
      const scan = boundTo(async statement => {
        const rows = await read({ role: 'service_role' }, statement, undefined, 'background')
        return { rows, count: rows.length }
      })
      return run(scan)
    },
    asService(_workspaceId, run) {
      return transaction([asServiceRole], run)
    },
    async asReader(workspaceId, run) {
      const other = replica?.engine()
      if (!other) return transaction([asServiceRole], run)
      try {
        return await makeDatabase(other).asService(workspaceId, run)
      } catch (error) {
        if (!replica?.isItsTrouble(error)) throw error
        return transaction([asServiceRole], run)
      }
    },
    asServiceFirst: run => transaction([asServiceRole], run, { place: 'first' }),
    asBackground: (run, { durable = true } = {}) =>
      transaction(durable ? [asServiceRole] : [asServiceRole, unsynced], run, { place: 'background', durable }),
    asHousekeeper: run => transaction([asServiceRole, unsynced], run, { durable: false }),
    async close() {
      await replica?.close()
      await engine.close()
    },
  }
}

function guardedBy(guard: RawBuilder<unknown> | undefined): Statement[] {
  return guard ? [compiled(guard)] : []
}

function refuseInside(): void {
  if (inside.getStore())
    throw new Error('A transaction is open already: hand its tx on. (One in another would wait for itself for ever.)')
}

const asServiceRole = plain('set local role service_role')

function settingsOf(claims: Claims, settings: Record<string, string>): Record<string, string> {
  const role = claims.role === 'authenticated' || claims.role === 'service_role' ? claims.role : 'anon'
  return { ...settings, 'request.jwt.claims': JSON.stringify(claims), role }
}

/** Names are inlined: there are few, and each parameter costs. */
function settingOf(settings: Record<string, string>): Statement {
  const set = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  return {
    text: `select ${set.join(', ')}`,
    parameters: Object.values(settings).map(text => (text.includes('\0') ? text.replaceAll('\0', '') : text)),
  }
}

type Open = {
  tx: Tx
  wakes: Set<string>
  /** By its text; a false negative is still durable with its commit. */
  writes(): boolean
  failed: unknown
  /** Sent with the commit; undefined where the database was not used. */
  unsent(): Statement[] | undefined
  /** The session is reused: late queries through `tx` must not run in somebody else's transaction. */
  close(): void
}

type Last = { make(): Statement; row: string | undefined }

const opens = new WeakMap<Tx, { wakes: Set<string>; last: Last[]; ahead: Statement[] }>()

export function wakeAfter(tx: Tx, channel: string): void {
  opens.get(tx)?.wakes.add(channel)
}

/** Nothing in the transaction may read it again. `row`: one that others change too; those go last, sorted, against deadlocks. */
export function atCommit(tx: Tx, statement: RawBuilder<unknown>, row?: string): void {
  const made = compiled(statement)
  const open = opens.get(tx)
  if (!open) throw transactionIsOver()
  if (mayWrite.test(made.text)) open.wakes.add('changes')
  open.last.push({ make: () => made, row })
}

/** Like atCommit, but built at commit time, keeping its position. Must be a write. */
export function atCommitLate(tx: Tx, make: () => RawBuilder<unknown>): void {
  const open = opens.get(tx)
  if (!open) throw transactionIsOver()
  open.wakes.add('changes')
  open.last.push({ make: () => compiled(make()), row: undefined })
}

/** A plan cached when a shop had ten entries reads all two thousand for each of two thousand, foreign keys included. */
export function planAfresh(tx: Tx): void {
  ahead(tx, sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
}

/** Sent just before the next statement, in the same exchange; its result is dropped, and its failure fails that one. */
export function ahead(tx: Tx, statement: RawBuilder<unknown>): void {
  const made = compiled(statement)
  const open = opens.get(tx)
  if (!open) throw transactionIsOver()
  if (mayWrite.test(made.text)) open.wakes.add('changes')
  open.ahead.push(made)
}

/** For work started here that runs on its own: leaves the transaction's guard and the caller's time. */
export function outsideTransaction<T>(run: () => T): T {
  return inside.exit(() => outsideTime(run))
}

/** A false positive only wakes followers for nothing. */
const mayWrite = /\b(insert|update|delete|merge)\b/i

/** Sent before the first statement: where the role could not be set nothing runs. */
function openTransaction(session: Session, opening: Statement[]): Open {
  let first: Promise<unknown> | undefined
  const wakes = new Set<string>()
  const last: Last[] = []
  const before: Statement[] = []
  let isOver = false

  async function query(statement: Statement) {
    if (isOver) throw transactionIsOver()
    if (first) {
      await first
      if (isOver) throw transactionIsOver()
      return session.exchange([...before.splice(0), statement])
    }
    const opened = session.exchange([...opening, ...before.splice(0), statement])
    first = opened
    return opened
  }

  const tx = boundTo(async statement => {
    if (mayWrite.test(statement.text)) wakes.add('changes')
    return query(statement).catch((error: unknown) => {
      open.failed ??= error
      throw error
    })
  })
  const open: Open = {
    tx,
    wakes,
    failed: undefined,
    writes: () => wakes.has('changes'),
    unsent() {
      const rest = [...before, ...inOrder(last)]
      return first ? rest : rest.length > 0 ? [...opening, ...rest] : undefined
    },
    close() {
      isOver = true
      opens.delete(tx)
    },
  }
  opens.set(tx, { wakes, last, ahead: before })
  return open
}

function transactionIsOver(): Error {
  return new Error('This transaction is over.')
}

function inOrder(last: Last[]): Statement[] {
  const shared = last.filter(one => one.row !== undefined)
  shared.sort((a, b) => (a.row ?? '').localeCompare(b.row ?? '', 'en'))
  const ordered = shared.length < 2 ? last : [...last.filter(one => one.row === undefined), ...shared]
  return ordered.map(one => one.make())
}
