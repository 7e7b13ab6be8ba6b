/** For browsers without speculation rules: prefetches when a pointer or finger nears a link. */
export function prefetchLinks(): void {
  if (HTMLScriptElement.supports?.('speculationrules')) return
  const fetched = new Set<string>()
  for (const kind of ['pointerenter', 'touchstart', 'focusin']) {
    document.addEventListener(kind, near, { capture: true, passive: true })
  }

  function near(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-next]') : null
    if (!link || fetched.has(link.pathname) || link.pathname === location.pathname) return
    fetched.add(link.pathname)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: link.pathname }))
  }
}
