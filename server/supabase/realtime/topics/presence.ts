import { newId } from '#platform/ids.ts'
import type { Broadcast, BroadcastMessage } from '#platform/events/broadcast.ts'

export type Meta = { phx_ref: string; phx_ref_prev?: string; [name: string]: unknown }
export type Presences = Record<string, { metas: Meta[] }>
export type PresenceDiff = { joins: Presences; leaves: Presences }

type Entry = { place: string; id: string; key: string; meta: Meta; process: string }

export type Presence = {
  track(channel: { id: string; place: string; key: string }, payload: Record<string, unknown>): void
  untrack(place: string, id: string): void
  state(place: string): Presences
  beat(now: Date): void
  stop(): void
}

type News = { process: string; set?: Entry[]; gone?: { place: string; id: string }[] }

/** Between processes; no channel can have this name. */
const topic = '\u0001presence'
const diffAfterMs = 20
const silentMs = 45_000
const entriesPerMessage = 50

/** @param onDiff gets the changes of a place, batched */
export function makePresence(
  broadcast: Broadcast,
  now: () => Date,
  onDiff: (place: string, diff: PresenceDiff) => void,
): Presence {
  const self = newId()
  const places = new Map<string, Map<string, Entry>>()
  const pending = new Map<string, { joined: Map<string, Entry>; left: Map<string, Entry> }>()
  const receivedAt = new Map<string, Date>()
  const stopListening = broadcast.subscribe(topic, onMessage)
  publish('ask', { process: self })

  function publish(event: string, news: News): void {
    broadcast.publish({ topic, event, payload: news })
  }

  function onMessage({ event, payload }: BroadcastMessage): void {
    const { process, set = [], gone = [] } = payload as News
    if (process === self) return
    if (event === 'bye') return forget(process)
    if (!receivedAt.has(process) || event === 'ask') publishAll()
    receivedAt.set(process, now())
    for (const { place, id } of gone) remove(place, id)
    for (const entry of set) put({ ...entry, process })
  }

  function publishAll(): void {
    const mine = [...places.values()].flatMap(entries => [...entries.values()]).filter(entry => entry.process === self)
    for (let at = 0; at < mine.length; at += entriesPerMessage)
      publish('set', { process: self, set: mine.slice(at, at + entriesPerMessage) })
  }

  function forget(process: string): void {
    receivedAt.delete(process)
    for (const entries of [...places.values()])
      for (const entry of [...entries.values()]) if (entry.process === process) remove(entry.place, entry.id)
  }

  function put(entry: Entry): void {
    const entries = places.get(entry.place) ?? new Map<string, Entry>()
    places.set(entry.place, entries)
    const before = entries.get(entry.id)
    if (before?.meta.phx_ref === entry.meta.phx_ref) return
    entries.set(entry.id, entry)
    const changes = gather(entry.place)
    if (before) leave(changes, before)
    changes.joined.set(entry.meta.phx_ref, entry)
  }

  function remove(place: string, id: string): void {
    const entries = places.get(place)
    const before = entries?.get(id)
    if (!entries || !before) return
    entries.delete(id)
    if (entries.size === 0) places.delete(place)
    leave(gather(place), before)
  }

  /** A join and leave within one batch cancel out. */
  function leave(changes: { joined: Map<string, Entry>; left: Map<string, Entry> }, entry: Entry): void {
    if (!changes.joined.delete(entry.meta.phx_ref)) changes.left.set(entry.meta.phx_ref, entry)
  }

  function gather(place: string) {
    const waiting = pending.get(place)
    if (waiting) return waiting
    const changes = { joined: new Map<string, Entry>(), left: new Map<string, Entry>() }
    pending.set(place, changes)
    setTimeout(() => {
      pending.delete(place)
      if (changes.joined.size + changes.left.size === 0) return
      onDiff(place, { joins: grouped(changes.joined.values()), leaves: grouped(changes.left.values()) })
    }, diffAfterMs).unref()
    return changes
  }

  return {
    track({ id, place, key }, payload) {
      const before = places.get(place)?.get(id)?.meta.phx_ref
      const { phx_ref_prev: _, ...own } = payload
      const meta: Meta = { ...own, phx_ref: newId(), ...(before === undefined ? {} : { phx_ref_prev: before }) }
      const entry = { place, id, key, meta, process: self }
      put(entry)
      publish('set', { process: self, set: [entry] })
    },
    untrack(place, id) {
      if (!places.get(place)?.has(id)) return
      remove(place, id)
      publish('set', { process: self, gone: [{ place, id }] })
    },
    state: place => grouped(places.get(place)?.values() ?? []),
    beat(time) {
      publish('set', { process: self })
      for (const [process, at] of receivedAt) if (time.getTime() - at.getTime() > silentMs) forget(process)
    },
    stop() {
      publish('bye', { process: self })
      stopListening()
    },
  }
}

function grouped(entries: Iterable<Entry>): Presences {
  const groups = Map.groupBy(entries, entry => entry.key)
  return Object.fromEntries([...groups].map(([key, found]) => [key, { metas: found.map(entry => entry.meta) }]))
}
