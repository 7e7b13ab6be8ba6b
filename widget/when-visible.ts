/** Waits while a page is prerendered: it may never be shown, so it must not count, call or start a timer. */
export function whenVisible(work: () => void): void {
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) document.addEventListener('prerenderingchange', () => work(), { once: true })
  else work()
}
