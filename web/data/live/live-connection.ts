import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeChannel } from '@supabase/realtime-js'
import { ApiError, call } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { type LiveChange, type LiveTopic, makeLiveTopic, type Missed } from './live-topic.ts'
import { type RowWindow, type WindowRules, withChange } from './row-window.ts'

type OnEvent = (event: string, payload: Record<string, unknown>) => void
type Watcher = { tables: readonly string[]; run: () => void }

type Held = {
  topic: LiveTopic
  uses: number
  listeners: Set<OnEvent>
  watchers: Set<Watcher>
  recordings: Set<LiveChange[]>
  /** Resolves with the first join. */
  first: Promise<void>
  joined(): void
  /** Rows were read before the join and may lack changes in between. */
  readEarly: boolean
  send: OnEvent
  leave(): void
}

/** A topic stays joined this long, so that going back to a conversation finds it live. */
const lingerMs = 4000
const rejoinMs = 2000
/** A first read waits this long for the join, to avoid reading twice. */
const waitForJoinMs = 400

export class LiveConnection {
  readonly #queries: QueryClient
  readonly #held = new Map<string, Held>()

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  /** Joins a topic, or shares it. @returns releases it */
  use(name: string): () => void {
    const held = this.#hold(name)
    held.uses++
    let done = false
    return () => {
      if (done) return
      done = true
      held.uses--
      setTimeout(() => this.#letGo(name), lingerMs)
    }
  }

  topic(name: string): LiveTopic {
    return this.#hold(name).topic
  }

  /** Broadcasts other than row changes, such as `typing`. */
  listen(name: string, ear: OnEvent): () => void {
    const { listeners } = this.#hold(name)
    listeners.add(ear)
    return () => listeners.delete(ear)
  }

  /** Runs when rows of some tables changed, or may have. @returns unsubscribes */
  onChange(name: string, tables: readonly string[], run: () => void): () => void {
    const { watchers } = this.#hold(name)
    const watcher = { tables, run }
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }

  send(name: string, event: string, payload: Record<string, unknown>): void {
    this.#held.get(name)?.send(event, payload)
  }

  /** A read after a join in progress misses nothing. */
  async beforeRead(name: string): Promise<void> {
    const held = this.#hold(name)
    const waited = Symbol()
    const late = new Promise(resolve => setTimeout(resolve, waitForJoinMs, waited))
    if ((await Promise.race([held.first, late])) === waited) held.readEarly = true
  }

  /** Collects changes during a read, to apply them to its result. */
  recordChanges(name: string): { changes: LiveChange[]; stop(): void } {
    const { recordings } = this.#hold(name)
    const changes: LiveChange[] = []
    recordings.add(changes)
    return { changes, stop: () => recordings.delete(changes) }
  }

  #hold(name: string): Held {
    const known = this.#held.get(name)
    if (known) return known
    const recordings = new Set<LiveChange[]>()
    const listeners = new Set<OnEvent>()
    const topic = makeLiveTopic({
      missed: readMissed,
      wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
      apply: changes => this.#apply(name, changes),
      reload: () => this.#reload(name),
    })
    const { send, leave } = joinTopic(name, topic, (event, payload) => listeners.forEach(ear => ear(event, payload)))
    let joined = () => {}
    const held: Held = {
      topic,
      uses: 0,
      listeners,
      watchers: new Set(),
      recordings,
      first: new Promise(resolve => (joined = resolve)),
      joined: () => joined(),
      readEarly: false,
      send,
      leave,
    }
    this.#held.set(name, held)
    return held
  }

  #letGo(name: string): void {
    const held = this.#held.get(name)
    if (!held || held.uses > 0) return
    this.#held.delete(name)
    held.topic.close()
    held.leave()
    // These rows are no longer live: when shown again, they are read again.
    void this.#queries.invalidateQueries({ queryKey: ['live', name], refetchType: 'none' })
  }

  /** @returns whether all queries in use were read; a permanent refusal counts as read */
  async #reload(name: string): Promise<boolean> {
    const held = this.#held.get(name)
    const needed = held?.readEarly ?? true
    held?.joined()
    // From now on a reload is needed only after too long an absence.
    if (held) held.readEarly = true
    for (const { run } of held?.watchers ?? []) run()
    if (!needed) return true
    const queryKey = ['live', name]
    // A read in progress may finish first, but may have missed changes from before the join.
    const shown = this.#queries.getQueryCache().findAll({ queryKey })
    await Promise.allSettled(shown.map(async query => query.promise))
    await this.#queries.invalidateQueries({ queryKey })
    const active = this.#queries.getQueryCache().findAll({ queryKey, type: 'active' })
    return active.every(({ state: { isInvalidated, error } }) => !isInvalidated || isRefusal(error))
  }

  #apply(name: string, changes: LiveChange[]): void {
    for (const { tables, run } of this.#held.get(name)?.watchers ?? [])
      if (changes.some(change => tables.includes(change.table))) run()
    for (const list of this.#held.get(name)?.recordings ?? []) list.push(...changes)
    for (const query of this.#queries.getQueryCache().findAll({ queryKey: ['live', name] })) {
      const rules = query.meta?.['rules'] as WindowRules<unknown> | undefined
      const before = query.state.data as RowWindow<unknown> | undefined
      if (!rules || !before) continue
      const after = changes.reduce((window, change) => withChange(window, change, rules), before)
      if (after !== before) this.#queries.setQueryData(query.queryKey, after)
    }
  }
}

function joinTopic(name: string, topic: LiveTopic, onEvent: OnEvent): { send: OnEvent; leave(): void } {
  let left = false
  let channel: RealtimeChannel | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  async function join(): Promise<void> {
    const realtime = await client().realtime()
    await realtime.setAuth()
    if (left) return
    channel = realtime
      .channel(name, { config: { private: true } })
      .on('broadcast', { event: '*' }, message => {
        const payload = message['payload'] as Record<string, unknown>
        if (message.event === 'change') topic.change(payload as LiveChange)
        else onEvent(message.event, payload)
      })
      .subscribe(status => {
        if (left) return
        if (status === 'SUBSCRIBED') topic.joined()
        else topic.lost()
        // Closed by the server (e.g. an ended session): the client does not rejoin by itself.
        if (status === 'CLOSED') retry = setTimeout(tryJoin, rejoinMs)
      })
  }
  const tryJoin = () =>
    void join().catch(() => {
      // The client's code failed to load.
      if (!left) retry = setTimeout(tryJoin, rejoinMs)
    })
  tryJoin()

  // Retry once the network is back.
  const wake = () =>
    void client()
      .realtime()
      .then(
        realtime => realtime.connect(),
        () => {},
      )
  window.addEventListener('online', wake)

  return {
    send(event, payload) {
      if (channel?.state === 'joined') void channel.send({ type: 'broadcast', event, payload })
    },
    leave() {
      left = true
      clearTimeout(retry)
      window.removeEventListener('online', wake)
      const joined = channel
      if (joined)
        void client()
          .realtime()
          .then(realtime => realtime.removeChannel(joined))
    },
  }
}

async function readMissed(after: string): Promise<Missed | 'too old'> {
  try {
    return await call('GET /api/v1/changes', { query: { after } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return 'too old'
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408 &&
    error.status !== 429
  )
}
