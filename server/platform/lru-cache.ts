/** At most `maxEntries` entries: the oldest half is dropped at a time. */
export type LruCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

/** Two generations, so that eviction costs nothing even with a flood of new keys. */
export function makeLruCache<Value>(maxEntries: number): LruCache<Value> {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  return {
    get: key => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value)
      if (young.size < maxEntries / 2) return
      old = young
      young = new Map()
    },
    delete(key) {
      young.delete(key)
      old.delete(key)
    },
  }
}
