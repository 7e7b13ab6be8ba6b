import { parseUrl } from '#web/data/parse-url.ts'

/** Goes back to the page before, to try again there. */
export function watchRetry(element: HTMLElement): void {
  const before = parseUrl(document.referrer)
  if (before?.origin === location.origin && before.pathname !== location.pathname)
    (element as HTMLAnchorElement).href = before.href
}
