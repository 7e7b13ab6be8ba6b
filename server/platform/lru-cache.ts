/** A map that never grows beyond `most` entries: what was set longest ago is forgotten, half of them at a time. */
export type LruCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

/** Two generations instead of one order: forgetting costs nothing, also while ever new keys come in. */
export function makeLruCache<Value>(most: number): LruCache<Value> {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  return {
    get: key => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value)
      if (young.size < most / 2) return
      old = young
      young = new Map()
    },
    delete(key) {
      young.delete(key)
      old.delete(key)
    },
  }
}
