/** Where Node has no window: gives one, and tells whether the browser would ask before the page is left. */
export function openLeavingPage(): () => boolean {
  const window = new EventTarget()
  Object.assign(globalThis, { window })
  return () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
