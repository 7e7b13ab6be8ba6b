/** One connection to a database, whichever it is. A statement without parameters may hold several, parted by semicolons. */
export type Session = {
  query(text: string, parameters: readonly unknown[]): Promise<{ rows: unknown[]; count: number }>
}

/** What both engines offer: sessions to borrow, notifications, an end. */
export type Engine = {
  kind: 'embedded' | 'postgresql'
  durability: 'disk' | 'process'
  acquire(): Promise<Session>
  /** @param broken the session's state is unknown: it must not be used again */
  release(session: Session, broken: boolean): void
  listen(channel: string, hear: (payload: string) => void): Promise<void>
  close(): Promise<void>
}
