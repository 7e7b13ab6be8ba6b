export type PageSignals = {
  onLine(): boolean
  hidden(): boolean
  /** When to check the connection: online again, visible again, or restored from the back-forward cache. */
  onWake(callback: (reason: 'online' | 'visible' | 'restored') => void): () => void
  /** When the network or the page's visibility is lost. */
  onRest(callback: (reason: 'offline' | 'hidden') => void): () => void
}

export function browserSignals(): PageSignals {
  const listen = (target: EventTarget, name: string, callback: (event: Event) => void) => {
    target.addEventListener(name, callback)
    return () => target.removeEventListener(name, callback)
  }
  return {
    onLine: () => navigator.onLine,
    hidden: () => document.hidden,
    onWake(callback) {
      const stops = [
        listen(window, 'online', () => callback('online')),
        listen(document, 'visibilitychange', () => document.hidden || callback('visible')),
        listen(window, 'pageshow', event => (event as PageTransitionEvent).persisted && callback('restored')),
      ]
      return () => stops.forEach(stop => stop())
    },
    onRest(callback) {
      const stops = [
        listen(window, 'offline', () => callback('offline')),
        listen(document, 'visibilitychange', () => document.hidden && callback('hidden')),
      ]
      return () => stops.forEach(stop => stop())
    },
  }
}
