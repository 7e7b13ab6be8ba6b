/** What the shop's page keeps of a visitor: the token and how far was read. */
export type PageMemory = {
  visitor(): string | null
  read(): string
  setVisitor(token: string | null): void
  setRead(cursor: string): void
  forget(): void
}

type Kept = { visitor?: string; read?: string }

/**
 * The visitor's memory in the page's own localStorage: inside the frame it would be split or blocked as a third
 * party's. Where storage is forbidden it lasts as long as the page.
 */
export function createPageMemory(name: string): PageMemory {
  let own: Kept = {}

  function load(): Kept {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
      if (typeof kept === 'object' && kept !== null) own = kept as Kept
    } catch {
      // Storage is forbidden or holds something else: what this page knows itself stands.
    }
    return own
  }

  function keep(part: Kept) {
    own = { ...load(), ...part }
    try {
      localStorage.setItem(name, JSON.stringify(own))
    } catch {
      // As above.
    }
  }

  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    visitor: () => text(load().visitor) || null,
    read: () => text(load().read),
    setVisitor: token => keep({ visitor: token ?? '', ...(token === null && { read: '' }) }),
    setRead: cursor => keep({ read: cursor }),
    forget() {
      own = {}
      try {
        localStorage.removeItem(name)
      } catch {
        // As above.
      }
    },
  }
}
