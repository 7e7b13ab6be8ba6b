import { whenVisible } from '#widget/when-visible.ts'

let last: string | undefined

/** Tells the server that a page is looked at: its path and nothing else, no cookie with it. The same page again is no other look. */
export function reportPageView(path: string): void {
  if (path === last) return
  last = path
  whenVisible(() => send(path))
}

function send(path: string): void {
  void fetch('/api/v1/page-views', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined)
}
