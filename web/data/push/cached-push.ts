/** What this browser remembers of being told of things while Sen is closed: whom, and under which id the server knows it. */
export type CachedPush = { person: string; id: string }

const key = 'sen-push'

export function cachedPushDevice(): CachedPush | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as CachedPush | null) ?? undefined
  } catch {
    return undefined
  }
}

/** @param kept undefined: nobody is told here any more */
export function cachePushDevice(kept: CachedPush | undefined): void {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept))
    else localStorage.removeItem(key)
  } catch {
    // Without storage it holds until the browser is closed.
  }
}
