import type { AuthChangeEvent, Session } from '@supabase/supabase-js'

/** Who uses this browser, as far as is known. */
export type SessionState = {
  /** `second-step`: the password was right, and the account wants digits of an app as well. */
  status: 'loading' | 'signed-out' | 'second-step' | 'signed-in'
  /** Of who is signed in. Stays when it ended while it was in use, so that the screen can stay as it is. */
  session: Session | null
  /** The session that still waits for its second step: good for nothing else. */
  unproven: Session | null
  /** It ended without anybody having signed out: refused, locked, or ended from another device. */
  ended: boolean
  /** Somebody signed out on purpose, in this tab or in another, while this page was open. */
  left: boolean
  /** It came from a link for a new password. */
  recovering: boolean
  /** There is a session, but the server that could renew it cannot be reached. */
  unreachable: boolean
}

export const unknownSession: SessionState = {
  status: 'loading',
  session: null,
  unproven: null,
  ended: false,
  left: false,
  recovering: false,
  unreachable: false,
}

export const nobody: SessionState = { ...unknownSession, status: 'signed-out' }

/** What stands in the browser's storage at the moment of an event. */
export type Stored = {
  /** A session is kept, whatever the event says. */
  kept: boolean
  /** Somebody has just signed out on purpose. */
  left: boolean
}

/** What an event of the official client changes. Each also comes from the other tabs. */
export function afterEvent(
  state: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
  stored: Stored,
): SessionState {
  if (!session) return withoutSession(state, event, stored)
  const recovering = event === 'PASSWORD_RECOVERY' || (event !== 'USER_UPDATED' && state.recovering)
  if (needsSecondStep(session)) {
    // Work that is open stays open behind the question.
    if (isTheirs(state, session)) return { ...state, ended: true, unproven: session, unreachable: false }
    return { ...unknownSession, status: 'second-step', unproven: session, recovering }
  }
  const known = state.session?.access_token === session.access_token && event === 'SIGNED_IN' ? state.session : session
  // The client repeats SIGNED_IN whenever the tab is shown again: same token, same state.
  if (known === state.session && state.status === 'signed-in' && !state.ended && !state.unreachable) return state
  return { ...unknownSession, status: 'signed-in', session: known, recovering }
}

function withoutSession(state: SessionState, event: AuthChangeEvent, stored: Stored): SessionState {
  if (event === 'INITIAL_SESSION' && stored.kept) return { ...state, unreachable: true }
  if (event === 'SIGNED_OUT' && !stored.left && state.status === 'signed-in') {
    return state.ended && !state.unproven
      ? state
      : { ...state, ended: true, unproven: null, recovering: false, unreachable: false }
  }
  const left = event === 'SIGNED_OUT' && stored.left
  return state.status === 'signed-out' && state.left === left ? state : { ...nobody, left }
}

function isTheirs(state: SessionState, session: Session): boolean {
  return state.status === 'signed-in' && state.session?.user.id === session.user.id
}

/** Whether the account has an authenticator app that this session has not proved yet. */
export function needsSecondStep(session: Session): boolean {
  const hasApp = session.user.factors?.some(factor => factor.status === 'verified') ?? false
  return hasApp && claimsOf(session.access_token)['aal'] !== 'aal2'
}

/** Whose an access token says that it is, in small letters. */
export function emailOf(token: string): string {
  const { email } = claimsOf(token)
  return typeof email === 'string' ? email.toLowerCase() : ''
}

/** What an access token says, unchecked: the server judges it. Nothing where it cannot be read. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const [, payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {}
  }
}
