/** What failed is tried again where it was tried: on the page before. */
export function watchRetry(element: HTMLElement): void {
  const before = document.referrer
  if (
    URL.canParse(before) &&
    new URL(before).origin === location.origin &&
    new URL(before).pathname !== location.pathname
  )
    (element as HTMLAnchorElement).href = before
}
