import type { Language } from '../words.ts'

export type PushedMessage = {
  /** The notification's id; null: a test push. */
  id: string | null
  title: string
  body: string
  path: string
  /** A later push with the same tag replaces one still shown. */
  tag: string
  workspace: string | null
  language: Language
}

/** Only that very conversation counts, not the inbox. */
export function isLookedAt(at: string, path: string): boolean {
  return path.startsWith('/dashboard/inbox/') && at.replace(/\/$/, '') === path
}

/** The service worker itself only knows the address at which a window was opened. */
export type WindowAsked = { type: 'where-are-you' }
export type WindowAnswer = { path: string }

export type PushOpened = { type: 'push-opened'; path: string; workspace: string | null; id: string | null }

export function addressOf({ path, workspace, id }: Omit<PushOpened, 'type'>): string {
  const query = new URLSearchParams({ ...(workspace && { workspace }), ...(id && { notification: id }) })
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
