import { currentTime } from '../http/caller-time.ts'
import { type Engine, Ousted, plain, type Session, type Statement, type SessionRequest } from './session.ts'
import { much } from './priority-mutex.ts'

/** On a server a read that takes longer is begun anew among those who have taken much, where it is one of few and has its whole limit. */
const tryMs = 250

/**
 * Lends a session for one transaction, which is rolled back where the work throws. Within a caller's time it comes last, and what
 * it takes is taken from that.
 * @param wish again: the work only asks one thing, and may be begun anew
 * @param work gets the statements that limit it, to be run with its first
 * @throws request.too_many where the caller's time is spent, 57014 where a statement took too much of it
 */
export async function borrow<T>(
  engine: Engine,
  wish: SessionRequest,
  work: (session: Session, limits: Statement[]) => Promise<T>,
): Promise<T> {
  const time = currentTime()
  if (!time) return lend(engine, { ...wish, again: false }, session => work(session, []))
  let spentMs = 0
  for (;;) {
    time.check()
    const taken = Math.max(time.taken(), spentMs > tryMs ? much + 1 : 0)
    const isTry = engine.kind === 'postgresql' && wish.again === true && taken <= much
    const limits = engine.kind === 'postgresql' ? [limitOf(isTry ? tryMs : time.limitMs)] : []
    try {
      const last: SessionRequest = { place: 'last', taken, limitMs: time.limitMs, again: wish.again ?? false }
      return await lend(engine, last, async session => {
        time.check() // others of this caller may have spent it while this one waited
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

async function lend<T>(engine: Engine, wish: SessionRequest, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire(wish)
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
  return plain(`select set_config('statement_timeout', '${limitMs}', true)`)
}

const tooLongCode = '57014'

function tooLong(): Error {
  return Object.assign(new Error('canceling statement due to statement timeout'), { code: tooLongCode })
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === tooLongCode
}
