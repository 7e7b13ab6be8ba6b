/** `until`: in milliseconds of the same clock. */
export type Pressed = { keys: string; until: number } | undefined

const togetherMs = 1500

type Key = { key: string; shiftKey: boolean }

/** Returns the completed shortcut ('r', '?', 'g i'), and the keys pressed so far of others. */
export function press(
  before: Pressed,
  { key, shiftKey }: Key,
  now: number,
  shortcuts: readonly string[],
): { done?: string; pressed: Pressed } {
  const name = nameOf(key, shiftKey)
  if (name === undefined) return { pressed: before }
  const begun = before && before.until > now ? `${before.keys} ` : ''
  for (const keys of begun ? [begun + name, name] : [name]) {
    if (shortcuts.includes(keys)) return { done: keys, pressed: undefined }
    if (shortcuts.some(one => one.startsWith(`${keys} `))) return { pressed: { keys, until: now + togetherMs } }
  }
  return { pressed: undefined }
}

/** Caps Lock does not matter; Shift with a letter is no shortcut, but signs such as ? need Shift on most keyboards. */
function nameOf(key: string, shiftKey: boolean): string | undefined {
  if (key.length !== 1) return undefined
  const small = key.toLowerCase()
  if (small !== key.toUpperCase()) return shiftKey ? undefined : small
  return key
}
