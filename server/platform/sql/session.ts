export type Statement = { text: string; parameters: readonly unknown[] }

/** One that takes no parameters. */
export function plain(text: string): Statement {
  return { text, parameters: [] }
}

export type Result = { rows: unknown[]; count: number }

/** One connection to a database, whichever it is. */
export type Session = {
  /** One statement; without parameters it may hold several, parted by semicolons. */
  query(text: string, parameters: readonly unknown[]): Promise<Result>
  /**
   * Statements that go out together, without waiting for one another's answers. Each runs only where all before it have
   * succeeded. @param closing go along behind them @returns the result of the last one before those
   */
  exchange(statements: readonly Statement[], closing?: readonly Statement[]): Promise<Result>
  /** The same, as a transaction of their own, where none is open: neither begin nor commit has to be asked. */
  alone(statements: readonly Statement[]): Promise<Result>
}

/** Where somebody stands among those who wait for the embedded database's one session; they take turns all the same. */
export type Place = 'first' | 'usual' | 'last'

/** How somebody wants a session. */
export type SessionRequest = {
  /** `first`: what somebody outside waits for with a watch in hand; `last`: what has time. */
  place?: Place
  /** Among the last those go before who have taken least of the database's time of late: milliseconds. */
  taken?: number
  /** No statement runs longer, in milliseconds. */
  limitMs?: number
  /** A statement that others wait for is ended (`Ousted`): it is asked again. */
  again?: boolean
}

/** A statement was ended because others go before: whoever asked asks again. */
export class Ousted extends Error {
  constructor() {
    super('Others go before.')
    this.name = 'Ousted'
  }
}

/** What both engines offer: sessions to borrow, notifications, an end. */
export type Engine = {
  kind: 'embedded' | 'postgresql'
  durability: 'disk' | 'process'
  acquire(wish?: SessionRequest): Promise<Session>
  /**
   * Ends the open transaction, with its last statements. What came of it may be told to nobody before `safe` is kept: on the disk, together with
   * everything that it has read.
   */
  commit(session: Session, last: readonly Statement[], first?: boolean): Promise<{ safe: Promise<void> }>
  /** Copies the database's folder while the program goes on, as it is at one moment. A server's database has none. */
  copyTo?(folder: string): Promise<void>
  /** Kept once all that has been committed until now is on the disk: what was read of it may then be told. */
  settled(): Promise<void>
  /** @param broken the session's state is unknown: it must not be used again */
  release(session: Session, broken: boolean): void
  listen(channel: string, hear: (payload: string) => void): Promise<void>
  /**
   * Wakes who listens: here at once, in other processes a moment later. Never part of a transaction: PostgreSQL commits
   * those that notify one by one, each with its own sync. Who is woken looks; a wake-up may be lost with its process.
   */
  wake(channel: string): void
  close(): Promise<void>
}
