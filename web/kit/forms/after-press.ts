/**
 * Acts at once, or where a mouse is pressed, once it is up again: what appears under a pressed button moves it away from
 * the mouse, and its click would be lost.
 */
export function afterPress(act: () => void): void {
  if (!document.querySelector(':active')) return act()
  const listening = new AbortController()
  const released = () => {
    listening.abort()
    // After the click, which follows in the same task.
    setTimeout(act)
  }
  for (const event of ['pointerup', 'pointercancel'])
    window.addEventListener(event, released, { signal: listening.signal })
}
