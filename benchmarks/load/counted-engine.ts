import type { Engine, Session, Statement } from '#platform/sql/session.ts'

export type Counts = { transactions: number; exchanges: number; statements: number }
export type Cost = { text: string; times: number; ms: number }

export type CountedEngine = {
  engine: Engine
  counts: Counts
  /** From now on each statement is sent alone and timed. Returns the costs, highest first. */
  weigh(): () => Cost[]
}

export function countEngine(engine: Engine): CountedEngine {
  const counts: Counts = { transactions: 0, exchanges: 0, statements: 0 }
  let costs: Map<string, Cost> | undefined

  function counted(session: Session): Session {
    async function exchange(statements: readonly Statement[], closing: readonly Statement[] = []) {
      counts.statements += statements.length + closing.length
      if (!costs) {
        counts.exchanges++
        return session.exchange(statements, closing)
      }
      let answered: Awaited<ReturnType<Session['exchange']>> | undefined
      for (const [at, one] of [...statements, ...closing].entries()) {
        const began = performance.now()
        const result = await session.exchange([one])
        if (at === statements.length - 1) answered = result
        const cost = costs.get(one.text) ?? { text: one.text, times: 0, ms: 0 }
        costs.set(one.text, cost)
        cost.times++
        cost.ms += performance.now() - began
      }
      return answered ?? { rows: [], count: 0 }
    }
    return {
      exchange,
      alone(statements) {
        counts.exchanges++
        counts.statements += statements.length
        return session.alone(statements)
      },
      query(text, parameters) {
        counts.exchanges++
        counts.statements++
        return session.query(text, parameters)
      },
    }
  }

  const lent = new WeakMap<Session, Session>()
  const own = (session: Session) => lent.get(session) ?? session
  return {
    counts,
    engine: {
      ...engine,
      async acquire(wanted) {
        counts.transactions++
        const session = await engine.acquire(wanted)
        const shown = counted(session)
        lent.set(shown, session)
        return shown
      },
      async commit(session, last, first) {
        if (costs) {
          if (last.length > 0) await session.exchange(last)
          return engine.commit(own(session), [], first)
        }
        counts.exchanges++
        counts.statements += last.length + 1
        return engine.commit(own(session), last, first)
      },
      release: (session, broken) => engine.release(own(session), broken),
    },
    weigh() {
      const stored = new Map<string, Cost>()
      costs = stored
      return () => {
        costs = undefined
        return [...stored.values()].toSorted((a, b) => b.ms - a.ms)
      }
    },
  }
}
