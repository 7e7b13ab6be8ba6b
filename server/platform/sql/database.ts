import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Rows } from '#shared/rows.ts'
import { boundTo } from './bound-statements.ts'
import { borrow } from './borrow-session.ts'
import { outsideTime } from '../http/caller-time.ts'
import { type Engine, type Place, plain, type Session, type Statement } from './session.ts'

/** A running transaction. Statements are made with it (`tx.selectFrom…` or sql`…`.execute(tx)), and with nothing else. */
export type Tx = Kysely<Rows>

/** What a bearer says: the payload of an access token, or of one of the two keys. */
export type Claims = { role: 'anon' | 'authenticated' | 'service_role'; sub?: string } & Record<string, unknown>

export type Database = {
  engine: Engine
  /**
   * Runs as the bearer, under row-level security.
   * @param settings for this transaction, by name: what functions and policies may read of the request
   * @param guard goes before all others, in one exchange with the first: where it fails, nothing runs
   */
  asPerson<T>(
    claims: Claims,
    run: (tx: Tx) => Promise<T>,
    settings?: Record<string, string>,
    guard?: RawBuilder<unknown>,
  ): Promise<T>
  /** One statement that only reads, as the bearer: with all that belongs around it, it is one exchange. */
  readAsPerson<R>(
    claims: Claims,
    statement: RawBuilder<R> | Statement,
    settings?: Record<string, string>,
    guard?: RawBuilder<unknown>,
  ): Promise<R[]>
  /** As readAsPerson, but as the service role. */
  readAsService<R>(statement: RawBuilder<R>): Promise<R[]>
  /**
   * For work on thousands of rows that only looks: each statement stands by itself, behind whoever else waits, and is no part of a
   * transaction. What was looked at may have changed by the next.
   */
  lookAsService<T>(run: (look: Tx) => Promise<T>): Promise<T>
  /**
   * Runs as the service role. The workspace it works for is named here and again in every statement;
   * null where the work belongs to none (sign-in, jobs, the installation).
   */
  asService<T>(workspaceId: string | null, run: (tx: Tx) => Promise<T>): Promise<T>
  /** As asService for no workspace, before others who wait: a platform that calls us waits for two seconds. */
  asServiceFirst<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * As asService, for the program's own book-keeping: its commit does not wait for the disk. Only for what may be lost
   * with the power and is found again, as a claim of work is.
   */
  asHousekeeper<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const inside = new AsyncLocalStorage<true>()

export function makeDatabase(engine: Engine): Database {
  async function transaction<T>(
    opening: Statement[],
    run: (tx: Tx) => Promise<T>,
    { durable = true, first = false } = {},
  ): Promise<T> {
    refuseInside()
    const { result, safe, wakes } = await borrow(
      engine,
      { place: first ? 'first' : 'usual' },
      async (session, limits) => {
        const open = openTransaction(session, [plain('begin'), ...opening, ...limits])
        const done = await inside.run(true, () => run(open.tx))
        // Whoever caught it goes on as if nothing were; the database has given everything up and would answer 'commit' with a rollback.
        if (open.failed !== undefined) throw open.failed
        const { safe } = await end(session, open, durable, first)
        return { result: done, safe, wakes: open.wakes }
      },
    )
    await safe
    for (const channel of wakes) if (durable || channel !== 'changes') engine.wake(channel)
    return result
  }

  /** @returns `safe` is kept once all is on the disk that was written or seen */
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
    place: Place = 'usual',
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
    async lookAsService(run) {
      const look = boundTo(async statement => {
        const rows = await read({ role: 'service_role' }, statement, undefined, 'last')
        return { rows, count: rows.length }
      })
      return run(look)
    },
    asService(_workspaceId, run) {
      return transaction([asServiceRole], run)
    },
    asServiceFirst: run => transaction([asServiceRole], run, { first: true }),
    asHousekeeper: run =>
      transaction([asServiceRole, plain('set local synchronous_commit = off')], run, { durable: false }),
    close: () => engine.close(),
  }
}

function guardedBy(guard: RawBuilder<unknown> | undefined): Statement[] {
  return guard ? [compiled(guard)] : []
}

/** A statement as the database gets it. */
export function compiled(statement: RawBuilder<unknown>): Statement {
  const { sql: text, parameters } = statement.compile(compiler)
  return { text, parameters }
}

/** Only turns statements into text; it runs none. */
const compiler = boundTo(async () => {
  throw new Error('Statements are run in a transaction.')
})

function refuseInside(): void {
  if (inside.getStore())
    throw new Error('A transaction is open already: hand its tx on. (One in another would wait for itself for ever.)')
}

const asServiceRole = plain('set local role service_role')

function settingsOf(claims: Claims, settings: Record<string, string>): Record<string, string> {
  const role = claims.role === 'authenticated' || claims.role === 'service_role' ? claims.role : 'anon'
  return { ...settings, 'request.jwt.claims': JSON.stringify(claims), role }
}

/** For this transaction. The names stand in the text: there are few, and each value costs its passage. */
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
  /** Whether a statement looked as if it wrote. One that does not, and writes, is on the disk with its commit. */
  writes(): boolean
  /** Of the first statement that failed. */
  failed: unknown
  /** What goes out with the commit; undefined where nothing was asked of the database. */
  unsent(): Statement[] | undefined
}

/** Made when the transaction ends, so that it may hold what is told until then. */
type Last = { make(): Statement; row: string | undefined }

const opens = new WeakMap<Tx, { wakes: Set<string>; last: Last[]; ahead: Statement[] }>()

/** Wakes who listens to the channel, once the transaction is over and safe. */
export function wakeAfter(tx: Tx, channel: string): void {
  opens.get(tx)?.wakes.add(channel)
}

/**
 * Runs as one of the transaction's last statements, together with its commit: for what nothing in the transaction reads
 * again. Where it fails, so does the transaction.
 * @param row names one that other transactions change in the same way: such statements go last, in the order of these names, so
 *   that two transactions never wait for each other's
 */
export function atCommit(tx: Tx, statement: RawBuilder<unknown>, row?: string): void {
  const made = compiled(statement)
  const open = opens.get(tx)
  if (!open) throw new Error('This transaction is over.')
  if (mayWrite.test(made.text)) open.wakes.add('changes')
  open.last.push({ make: () => made, row })
}

/** As atCommit, in the place that it has now; what it says is asked at the end of the transaction. It writes. */
export function atCommitLate(tx: Tx, make: () => RawBuilder<unknown>): void {
  const open = opens.get(tx)
  if (!open) throw new Error('This transaction is over.')
  open.wakes.add('changes')
  open.last.push({ make: () => compiled(make()), row: undefined })
}

/**
 * The rest of the transaction is planned for the rows that are there now. A plan that was kept while a shop had ten entries reads
 * all two thousand for each of two thousand, those of the foreign keys too.
 */
export function planAfresh(tx: Tx): void {
  ahead(tx, sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`)
}

/**
 * Goes out in one exchange with the transaction's next statement, before it: what that one reads, it reads after this. Its own result is
 * nobody's. Where it fails, so does the next one.
 */
export function ahead(tx: Tx, statement: RawBuilder<unknown>): void {
  const made = compiled(statement)
  const open = opens.get(tx)
  if (!open) throw new Error('This transaction is over.')
  if (mayWrite.test(made.text)) open.wakes.add('changes')
  open.ahead.push(made)
}

/** Leaves the open transaction's guard, and the caller's time, for work that is started from it but runs on its own. */
export function outsideTransaction<T>(run: () => T): T {
  return inside.exit(() => outsideTime(run))
}

/** Every change of a row wakes who follows changes; a statement that only looks like one wakes them for nothing. */
const mayWrite = /\b(insert|update|delete|merge)\b/i

/** The opening goes out with the first statement, before it: the database runs nothing where the role could not be set. */
function openTransaction(session: Session, opening: Statement[]): Open {
  let first: Promise<unknown> | undefined
  const wakes = new Set<string>()
  const last: Last[] = []
  const before: Statement[] = []

  async function query(statement: Statement) {
    if (first) {
      await first
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
  }
  opens.set(tx, { wakes, last, ahead: before })
  return open
}

/** As they came; then those of shared rows, by name. */
function inOrder(last: Last[]): Statement[] {
  const shared = last.filter(one => one.row !== undefined)
  shared.sort((a, b) => (a.row ?? '').localeCompare(b.row ?? '', 'en'))
  const ordered = shared.length < 2 ? last : [...last.filter(one => one.row === undefined), ...shared]
  return ordered.map(one => one.make())
}
