import { typedFetch } from '#widget/transport/typed-fetch.ts'
import { whenVisible } from '#widget/when-visible.ts'

let last: string | undefined

/** Sends only the path, without cookies; the same page again does not count. */
export function reportPageView(path: string): void {
  if (path === last) return
  last = path
  whenVisible(() => send(path))
}

function send(path: string): void {
  void typedFetch<'POST /api/v1/page-views'>('/api/v1/page-views', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { path },
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined)
}
