/** One connection to a database, whichever it is. A statement without parameters may hold several, parted by semicolons. */
export type Session = {
  query(text: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; count: number }>
}

/** What both engines offer: sessions to borrow, notifications, an end. */
export type Engine = {
  kind: 'embedded' | 'postgresql'
  durability: 'disk' | 'process'
  acquire(): Promise<Session>
  /**
   * Ends the open transaction. What came of it may be told to nobody before `safe` is kept: on the disk, together with
   * everything that it has read.
   */
  commit(session: Session): Promise<{ safe: Promise<void> }>
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
