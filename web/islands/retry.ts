import { parseUrl } from '#web/data/parse-url.ts'

/** What failed is tried again where it was tried: on the page before. */
export function watchRetry(element: HTMLElement): void {
  const before = parseUrl(document.referrer)
  if (before?.origin === location.origin && before.pathname !== location.pathname)
    (element as HTMLAnchorElement).href = before.href
}
