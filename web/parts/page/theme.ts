import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/kit/listeners.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const darkDevice = matchMedia('(prefers-color-scheme: dark)')
const { watch, notify } = makeListeners()
let choice = readChoice()

/** Stored in the browser as `theme`. */
export function useTheme(): { choice: ThemeChoice; choose: (next: ThemeChoice) => void } {
  return { choice: useSyncExternalStore(watch, () => choice), choose }
}

/** Follows the device and other tabs. Call once, at the start. */
export function followTheme(): void {
  darkDevice.addEventListener('change', apply)
  window.addEventListener('storage', event => {
    if (event.key !== storageKey) return
    choice = readChoice()
    apply()
  })
}

function choose(next: ThemeChoice): void {
  choice = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {}
  apply()
}

function apply(): void {
  const dark = choice === 'dark' || (choice === 'system' && darkDevice.matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  notify()
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}
