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

/** Whether somebody who is at a path sees what a push is about: that very conversation, and not just the inbox. */
export function isLookedAt(at: string, path: string): boolean {
  return path.startsWith('/dashboard/inbox/') && at.replace(/\/$/, '') === path
}

/** The service worker asks a window where it is: what it knows itself is where the window began. */
export type WindowAsked = { type: 'where-are-you' }
export type WindowAnswer = { path: string }

/** What a click hands to the application: where to, in which workspace, and which notification was read by it. */
export type PushOpened = { type: 'push-opened'; path: string; workspace: string | null; id: string | null }

/** The same as an address, where the application is not open. */
export function addressOf({ path, workspace, id }: Omit<PushOpened, 'type'>): string {
  const query = new URLSearchParams({ ...(workspace && { workspace }), ...(id && { told: id }) })
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
