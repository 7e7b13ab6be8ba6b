import type { SessionAnswer } from '../auth.results.ts'

export type RedirectParts = { query?: Record<string, string>; fragment?: Record<string, string> }

export function buildRedirect(home: string, { query = {}, fragment }: RedirectParts): string {
  const back = new URL(home)
  for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value)
  const address = Object.keys(query).length > 0 ? back.href : home
  return fragment ? `${address}#${new URLSearchParams(fragment).toString()}` : address
}

/** A session as the official client reads it from a fragment. */
export function sessionFragment(session: SessionAnswer): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  }
}
