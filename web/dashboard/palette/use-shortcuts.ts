import { useEffect, useRef } from 'react'
import { currentCommands, shortcutsOn } from '#web/parts/commands/commands.ts'
import { press, type Pressed } from './pressed-keys.ts'

const typing =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="combobox"]'

/** Ctrl/Cmd+K works everywhere; single keys not while typing, in a menu, over a dialog, or when turned off. */
export function useShortcuts(openPalette: () => void): void {
  const open = useRef(openPalette)
  useEffect(() => {
    open.current = openPalette
  })
  useEffect(() => {
    let pressed: Pressed
    function onKeyDown(event: KeyboardEvent) {
      if (event.isComposing || event.defaultPrevented) return
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        return open.current()
      }
      if (ctrlKey || metaKey || altKey || event.repeat || !shortcutsOn() || isElsewhere(event.target)) return
      const commands = currentCommands()
      const result = press(
        pressed,
        event,
        event.timeStamp,
        commands.flatMap(({ keys }) => keys ?? []),
      )
      pressed = result.pressed
      const command = result.done && commands.find(({ keys }) => keys === result.done)
      if (!command) return
      event.preventDefault()
      command.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.closest(typing) !== null
}
