export type PageMemory = {
  visitor(): string | null
  read(): string
  unsent(): string | null
  setVisitor(token: string | null): void
  setRead(cursor: string): void
  setUnsent(saved: string | null): void
  forget(): void
}

type Memory = { visitor?: string | null; read?: string }
type Store = 'localStorage' | 'sessionStorage'

/** In the shop page's storage: inside the frame it would be partitioned or blocked as third-party. If blocked, in memory. */
export function createPageMemory(name: string): PageMemory {
  let memory: Memory = {}

  function load(): Memory {
    try {
      memory = (JSON.parse(get('localStorage', name) ?? 'null') as Memory | null) ?? memory
    } catch {
      // Holds something else: keep this page's own state.
    }
    return memory
  }

  function save(part: Memory) {
    memory = { ...load(), ...part }
    set('localStorage', name, JSON.stringify(memory))
  }

  return {
    visitor: () => asText(load().visitor) || null,
    read: () => asText(load().read),
    unsent: () => get('sessionStorage', name),
    setVisitor: token => save({ visitor: token, ...(token === null && { read: '' }) }),
    setRead: read => save({ read }),
    setUnsent: saved => set('sessionStorage', name, saved),
    forget() {
      memory = {}
      set('localStorage', name, null)
      set('sessionStorage', name, null)
    },
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function get(store: Store, name: string): string | null {
  try {
    return window[store].getItem(name)
  } catch {
    return null
  }
}

function set(store: Store, name: string, value: string | null) {
  try {
    if (value === null) window[store].removeItem(name)
    else window[store].setItem(name, value)
  } catch {}
}
