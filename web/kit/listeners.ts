/** For `useSyncExternalStore`. */
export function makeListeners() {
  const listeners = new Set<() => void>()
  return {
    watch: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: (): void => {
      for (const listener of listeners) listener()
    },
  }
}
