import { sql } from 'kysely'
import { currentTime } from '../http/caller-time.ts'
import { compiled } from './compile-statement.ts'
import { type Engine, Ousted, type Session, type Statement, type SessionRequest } from './session.ts'
import { much } from './priority-mutex.ts'

/** On a server, a longer read restarts in the queue of heavy callers, with its whole limit. */
const tryMs = 250
/** Times that work in the background makes way for others; then it holds its session to the end. */
const maxOusted = 3

/** @throws request.too_many where the caller's time is spent, 57014 where a statement took too much of it */
export async function borrow<T>(
  engine: Engine,
  wanted: SessionRequest,
  work: (session: Session, limits: Statement[]) => Promise<T>,
): Promise<T> {
  const time = currentTime()
  if (!time) return lendAgain(engine, wanted, session => work(session, []))
  let spentMs = 0
  for (;;) {
    time.check()
    const taken = Math.max(time.taken(), spentMs > tryMs ? much + 1 : 0)
    const isTry = engine.kind === 'postgresql' && wanted.again === true && taken <= much
    const limits = engine.kind === 'postgresql' ? [limitOf(isTry ? tryMs : time.limitMs)] : []
    try {
      const last: SessionRequest = { place: 'last', taken, limitMs: time.limitMs, again: wanted.again ?? false }
      return await lend(engine, last, async session => {
        time.check() // another request by this caller may have spent it
        const began = performance.now()
        try {
          return await work(session, limits)
        } finally {
          const ms = performance.now() - began
          spentMs += ms
          time.spend(ms)
        }
      })
    } catch (error) {
      if (!(error instanceof Ousted || (isTry && isTooLong(error)))) throw error
      if (spentMs > time.limitMs) throw tooLong()
    }
  }
}

async function lendAgain<T>(
  engine: Engine,
  wanted: SessionRequest,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const again = wanted.place === 'background' && tries <= maxOusted
    try {
      return await lend(engine, { ...wanted, again }, work)
    } catch (error) {
      if (!(error instanceof Ousted)) throw error
    }
  }
}

async function lend<T>(engine: Engine, wanted: SessionRequest, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire({ ...wanted, bounded: true })
  let broken = false
  try {
    return await work(session)
  } catch (error) {
    await session.query('rollback', []).catch(() => {
      broken = true
    })
    throw error
  } finally {
    engine.release(session, broken)
  }
}

function limitOf(limitMs: number): Statement {
  return compiled(sql`select set_config('statement_timeout', ${sql.lit(limitMs)}::text, true)`)
}

const tooLongCode = '57014'

function tooLong(): Error {
  return Object.assign(new Error('canceling statement due to statement timeout'), { code: tooLongCode })
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === tooLongCode
}
