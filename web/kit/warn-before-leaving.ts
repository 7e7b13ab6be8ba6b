const underWay = new Set<object>()

/** The browser asks before the page is left, as long as anything would be lost by it: one of several that ends changes nothing. */
export function warnBeforeLeaving(what: object, wouldBeLost: boolean): void {
  if (wouldBeLost) underWay.add(what)
  else underWay.delete(what)
  if (underWay.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: Event): void {
  event.preventDefault()
}
