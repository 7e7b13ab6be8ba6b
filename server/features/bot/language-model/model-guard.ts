import { createHash } from 'node:crypto'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'
import { type Circuit, makeCircuit } from '../models/circuit.ts'
import { makeCallSlots, type CallSlots } from '../models/call-slots.ts'
import type { ModelPlace } from '../models/model.ts'

const places = { workspace: 4, account: 8, process: 10, waitMs: seconds(2) }

type Guard = { places: CallSlots; circuits: LruCache<Circuit> }
const guards = {
  chat: new WeakMap<Platform, Guard>(),
  vectors: new WeakMap<Platform, Guard>(),
}

/** Call slots and the circuit breaker of an account; separate ones for replies and vectors. */
export function guardOf(
  platform: Platform,
  place: ModelPlace,
  what: keyof typeof guards,
): { places: CallSlots; circuit: Circuit } {
  const all = guards[what]
  const guard = all.get(platform) ?? { places: makeCallSlots(places), circuits: makeLruCache<Circuit>(4000) }
  all.set(platform, guard)
  const account = accountOf(place)
  const circuit = guard.circuits.get(account) ?? makeCircuit()
  guard.circuits.set(account, circuit)
  return { places: guard.places, circuit }
}

export function accountOf({ kind, baseUrl, key, trusted }: ModelPlace): string {
  return hashOf([kind, baseUrl, key, trusted])
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
