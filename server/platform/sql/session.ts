export type Statement = { text: string; parameters: readonly unknown[] }

export function plain(text: string): Statement {
  return { text, parameters: [] }
}

export type Result = { rows: unknown[]; count: number }

export type Session = {
  query(text: string, parameters: readonly unknown[]): Promise<Result>
  /** Sent together; each runs only if all before it succeeded. The result is that of the last before `closing`. */
  exchange(statements: readonly Statement[], closing?: readonly Statement[]): Promise<Result>
  /** Runs as its own transaction, without begin and commit. */
  alone(statements: readonly Statement[]): Promise<Result>
}

export type Place = 'first' | 'default' | 'last' | 'background'

export type SessionRequest = {
  /** `first`: something outside has a deadline; `last`: no hurry; `background`: nobody waits for it. */
  place?: Place
  /** Database milliseconds used lately; among `last`, light users go first. */
  taken?: number
  /** Milliseconds per statement. */
  limitMs?: number
  /** Each statement has the database's limit, so a long silence means that the connection is lost. */
  bounded?: boolean
  /** May be ended for others (`Ousted`) and asked again. */
  again?: boolean
}

export class Ousted extends Error {
  constructor() {
    super('Others go before.')
    this.name = 'Ousted'
  }
}

export type Engine = {
  kind: 'embedded' | 'postgresql'
  durability: 'disk' | 'process'
  acquire(wanted?: SessionRequest): Promise<Session>
  /** `safe` resolves when all that the transaction wrote and read is on disk; its results must not leave the program earlier. */
  commit(session: Session, last: readonly Statement[], first?: boolean): Promise<{ safe: Promise<void> }>
  /** A consistent copy while the program runs; absent on a server. */
  copyTo?(folder: string): Promise<void>
  /** Resolves once everything committed so far is on disk. */
  settled(): Promise<void>
  /** Nobody but the background has asked for a while; always so where sessions do not wait for each other. */
  isQuiet(): boolean
  /** @param broken the session's state is unknown: it must not be reused */
  release(session: Session, broken: boolean): void
  listen(channel: string, onNotification: (payload: string) => void): Promise<void>
  /** Not transactional: PostgreSQL commits notifying transactions one by one, each with its own sync. May be lost. */
  wake(channel: string): void
  close(): Promise<void>
}
