import { useEffect, useRef, useSyncExternalStore } from 'react'
import { makeListeners } from '#web/kit/listeners.ts'
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
const { watch, notify } = makeListeners()
let all: readonly Command[] = []

function notifyListeners(): void {
  all = [...given.values()].flat()
  notify()
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
  notify()
}

function readOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
