/** Who gets push messages in this browser, and the server's id for it. */
export type CachedPush = { person: string; id: string }

const key = 'sen-push'

export function cachedPushDevice(): CachedPush | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as CachedPush | null) ?? undefined
  } catch {
    return undefined
  }
}

export function cachePushDevice(device: CachedPush | undefined): void {
  try {
    if (device) localStorage.setItem(key, JSON.stringify(device))
    else localStorage.removeItem(key)
  } catch {
    // Without storage it lasts until the browser closes.
  }
}
