import type { Language } from '../words.ts'

/** What a push carries to the service worker. */
export type PushedMessage = {
  /** The notification's id; null: a push to try whether they arrive. */
  id: string | null
  title: string
  body: string
  /** The screen where one acts on it. */
  path: string
  /** What it is about: a later one takes the place of one that is still shown. */
  tag: string
  workspace: string | null
  language: Language
}

/** Whether somebody who looks at an address sees what a push is about. Anything else of the inbox is not that conversation. */
export function isLookedAt(address: string, path: string): boolean {
  return path.startsWith('/dashboard/inbox/') && new URL(address).pathname.replace(/\/$/, '') === path
}

/** What a click hands to the application: where to, in which workspace, and which notification was read by it. */
export type PushOpened = { type: 'push-opened'; path: string; workspace: string | null; id: string | null }

/** The same as an address, where the application is not open. */
export function addressOf({ path, workspace, id }: Omit<PushOpened, 'type'>): string {
  const query = new URLSearchParams({ ...(workspace && { workspace }), ...(id && { told: id }) })
  return query.size === 0 ? path : `${path}?${query}`
}
