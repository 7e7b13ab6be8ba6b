import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'

export type Command = {
  id: string
  /** `here`: in the open conversation; `do`: anywhere; `go`: opens another screen. */
  group: 'here' | 'do' | 'go'
  text: string
  icon: IconName
  /** Such as 'r' or 'g i' (in sequence). */
  keys?: string
  words?: string
  /** Listed only when searched for. */
  rare?: boolean
  run(): void
}

const given = new Map<symbol, readonly Command[]>()
const listeners = new Set<() => void>()
let all: readonly Command[] = []

function notifyListeners(): void {
  all = [...given.values()].flat()
  for (const listener of listeners) listener()
}

/** While the component is mounted. Keep the list stable (useMemo). */
export function useCommands(commands: readonly Command[]): void {
  const name = useRef(Symbol())
  useEffect(() => {
    const key = name.current
    given.set(key, commands)
    notifyListeners()
    return () => {
      given.delete(key)
      notifyListeners()
    }
  }, [commands])
}

export function useCommandList(): readonly Command[] {
  return useSyncExternalStore(watch, currentCommands)
}

export function currentCommands(): readonly Command[] {
  return all
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const storageKey = 'sen-shortcuts'
let on = readOn()

/** Single keys must be possible to turn off (WCAG 2.1.4); kept in this browser. */
export function useShortcutsOn(): [on: boolean, turn: (on: boolean) => void] {
  return [useSyncExternalStore(watch, shortcutsOn), turn]
}

export function shortcutsOn(): boolean {
  return on
}

function turn(next: boolean): void {
  on = next
  try {
    if (next) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function readOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
