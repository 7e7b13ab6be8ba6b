import { mock, type TestContext } from 'node:test'

export type PageGlobals = {
  local: Map<string, string>
  session: Map<string, string>
  /** Milliseconds that were waited, at once. */
  waits: number[]
}

/** What modules of a page ask the browser for, without a browser. Waits of 100 ms and more take no time. */
export function standInForPage(t: TestContext, { onLine = true } = {}): PageGlobals {
  const [local, session] = [new Map<string, string>(), new Map<string, string>()]
  const waits: number[] = []
  const globals = {
    localStorage: storageOf(local),
    sessionStorage: storageOf(session),
    location: { origin: 'http://shop', pathname: '/dashboard' },
    document: { querySelector: () => ({ content: JSON.stringify({ anonKey: 'anon' }) }) },
    navigator: { onLine, locks: navigator.locks },
  }
  const before = Object.keys(globals).map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  const { setTimeout: wait } = globalThis
  mock.method(globalThis, 'setTimeout', (run: () => void, ms = 0) => {
    if (ms < 100) return wait(run, ms)
    waits.push(ms)
    return wait(run, 0)
  })
  t.after(() => {
    mock.restoreAll()
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  })
  return { local, session, waits }
}

function storageOf(values: Map<string, string>) {
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    clear: () => values.clear(),
  }
}
