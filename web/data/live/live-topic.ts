/** One change of a row as the server tells it. A DELETE's record holds the key only. */
export type LiveChange = {
  cursor: string
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  record: Record<string, unknown>
}

/** What was missed after a cursor, and how far that reaches; an equal cursor means nothing more was missed. */
export type Missed = { changes: LiveChange[]; cursor: string }

/** `connecting`: the screen may be out of date. `live`: every change so far is shown. */
export type LiveState = 'connecting' | 'live'

export type LiveTopic = {
  state(): LiveState
  watch(listener: () => void): () => void
  joined(): void
  lost(): void
  change(change: LiveChange): void
  close(): void
}

export type LiveTopicParts = {
  missed(after: string): Promise<Missed | 'too old'>
  apply(changes: LiveChange[]): void
  /** Everything shown must be read again. Returns whether it was; if not, it is requested again. */
  reload(): Promise<boolean>
  wait(ms: number): Promise<void>
}

const retryMs = [500, 1000, 2000, 5000, 10_000]
const rememberedRows = 2000

/** Catches up after gaps and drops duplicates. A row never goes back to an earlier change. */
export function makeLiveTopic(parts: LiveTopicParts): LiveTopic {
  const listeners = new Set<() => void>()
  // Newest change applied per row; the oldest rows are forgotten first.
  const seen = new Map<string, string>()
  let state: LiveState = 'connecting'
  let cursor: string | undefined
  let buffer: LiveChange[] | undefined
  // Each join, loss or close begins a new round; answers for an earlier one are dropped.
  let round = 0

  function become(next: LiveState): void {
    if (state === next) return
    state = next
    for (const listener of listeners) listener()
  }

  function accept(changes: LiveChange[]): void {
    const fresh = changes.filter(isNew)
    if (fresh.length > 0) parts.apply(fresh)
  }

  function isNew(change: LiveChange): boolean {
    const row = rowOf(change)
    const last = seen.get(row)
    if (last !== undefined && !isAfter(change.cursor, last)) return false
    seen.delete(row)
    seen.set(row, change.cursor)
    if (seen.size > rememberedRows) seen.delete(seen.keys().next().value as string)
    if (cursor === undefined || isAfter(change.cursor, cursor)) cursor = change.cursor
    return true
  }

  async function catchUp(mine: number): Promise<void> {
    for (let attempt = 0; ;) {
      const from = cursor
      if (from === undefined) return startAnew(mine)
      try {
        const missed = await parts.missed(from)
        if (mine !== round) return
        if (missed === 'too old') return startAnew(mine)
        accept(missed.changes)
        if (!isAfter(missed.cursor, from)) return settle()
        cursor = missed.cursor
        // From here on everything was received.
        const [earliest] = buffer ?? []
        if (earliest && !isAfter(earliest.cursor, cursor)) return settle()
        attempt = 0
      } catch {
        await parts.wait(retryMs[Math.min(attempt++, retryMs.length - 1)] as number)
        if (mine !== round) return
      }
    }
  }

  /** Not live until everything was reloaded: the screen may be out of date. */
  async function startAnew(mine: number): Promise<void> {
    cursor = undefined
    for (let attempt = 0; ; attempt++) {
      const read = await parts.reload()
      if (mine !== round) return
      if (read) return settle()
      await parts.wait(retryMs[Math.min(attempt, retryMs.length - 1)] as number)
      if (mine !== round) return
    }
  }

  function settle(): void {
    const waiting = buffer ?? []
    buffer = undefined
    accept(waiting)
    become('live')
  }

  return {
    state: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    joined() {
      buffer = []
      void catchUp(++round)
    },
    lost() {
      round++
      become('connecting')
    },
    change(change) {
      if (buffer) buffer.push(change)
      else accept([change])
    },
    close() {
      round++
      listeners.clear()
    },
  }
}

function rowOf(change: LiveChange): string {
  const { id, ...others } = change.record
  if (typeof id === 'string' || typeof id === 'number') return `${change.table} ${id}`
  // Tables without an id: named by owner and subject, which are all that a deleted row contains.
  return [change.table, ...namesOfRows.map(name => others[name])].join(' ')
}

const namesOfRows = ['workspace_id', 'metric', 'period_start', 'conversation_id', 'person_id', 'tag_id', 'kind']

/** Cursors are `<transaction>-<number>`, both decimal, in this order. */
export function isAfter(a: string, b: string): boolean {
  const [aXid = '0', aSeq = '0'] = a.split('-')
  const [bXid = '0', bSeq = '0'] = b.split('-')
  const xid = compareDigits(aXid, bXid)
  return xid === 0 ? compareDigits(aSeq, bSeq) > 0 : xid > 0
}

function compareDigits(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
