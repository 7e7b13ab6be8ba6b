/**
 * At once, or as soon as somebody looks at a page that the browser made ready beforehand: it may be thrown away unseen, and until
 * it is shown it counts nothing, asks nobody, and starts no clock.
 */
export function whenVisible(work: () => void): void {
  const { prerendering } = document as Document & { prerendering?: boolean }
  if (prerendering) document.addEventListener('prerenderingchange', () => work(), { once: true })
  else work()
}
