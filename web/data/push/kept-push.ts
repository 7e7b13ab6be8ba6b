/** What this browser remembers of being told of things while Sen is closed: whom, and under which id the server knows it. */
export type KeptPush = { person: string; id: string }

const key = 'sen-push'

export function keptPushDevice(): KeptPush | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as KeptPush | null) ?? undefined
  } catch {
    return undefined
  }
}

/** @param kept undefined: nobody is told here any more */
export function keepPushDevice(kept: KeptPush | undefined): void {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept))
    else localStorage.removeItem(key)
  } catch {
    // Without storage it holds until the browser is closed.
  }
}
