import { useState } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useSession } from '#web/data/session/session.tsx'

/** null forgets the text; a function gets the newest one, also from an older render. */
type Change = string | null | ((newest: string) => string)

/** Survives a closed page or a lost network. */
export function useStoredDraft(name: string, start: string): [string, (change: Change) => void] {
  const { workspace } = useCurrentWorkspace()
  const { session } = useSession()
  const key = `sen-start:${workspace.id}:${session?.user.id ?? ''}:${name}`
  const [text, setText] = useState(() => read(key) ?? start)
  return [
    text,
    change => {
      const next = typeof change === 'function' ? change(read(key) ?? text) : change
      store(key, next)
      if (next !== null) setText(next)
    },
  ]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Blocked or full: it lasts as long as the page.
  }
}
