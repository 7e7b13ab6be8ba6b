import type { AuthChangeEvent, Session } from '@supabase/supabase-js'

export type SessionState = {
  /** `second-step`: password accepted, authenticator code still missing. */
  status: 'loading' | 'signed-out' | 'second-step' | 'signed-in'
  /** Kept after it has ended, so that the screen can stay as it is. */
  session: Session | null
  /** Waiting for the second step; has no other rights. */
  unproven: Session | null
  /** Ended without signing out: refused, locked, or ended from another device. */
  ended: boolean
  /** Signed out on purpose, in this or another tab, while this page was open. */
  left: boolean
  recovering: boolean
  /** The session cannot be renewed: no connection to the server. */
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

export type Stored = {
  cached: boolean
  left: boolean
}

/** State after an event of the official client; events of other tabs arrive too. */
export function afterEvent(
  state: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
  stored: Stored,
): SessionState {
  if (!session) return withoutSession(state, event, stored)
  const recovering = event === 'PASSWORD_RECOVERY' || (event !== 'USER_UPDATED' && state.recovering)
  if (needsSecondStep(session)) {
    // Unsaved work stays open behind the prompt.
    if (isTheirs(state, session)) return { ...state, ended: true, unproven: session, unreachable: false }
    return { ...unknownSession, status: 'second-step', unproven: session, recovering }
  }
  const known = state.session?.access_token === session.access_token && event === 'SIGNED_IN' ? state.session : session
  // The client repeats SIGNED_IN whenever the tab becomes visible.
  if (known === state.session && state.status === 'signed-in' && !state.ended && !state.unreachable) return state
  return { ...unknownSession, status: 'signed-in', session: known, recovering }
}

function withoutSession(state: SessionState, event: AuthChangeEvent, stored: Stored): SessionState {
  if (event === 'INITIAL_SESSION' && stored.cached) return { ...state, unreachable: true }
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

/** Whether the account has an authenticator that this session has not verified. */
export function needsSecondStep(session: Session): boolean {
  const hasApp = session.user.factors?.some(factor => factor.status === 'verified') ?? false
  return hasApp && claimsOf(session.access_token)['aal'] !== 'aal2'
}

export function emailOf(token: string): string {
  const { email } = claimsOf(token)
  return typeof email === 'string' ? email.toLowerCase() : ''
}

/** Claims of an access token, unverified; {} if malformed. */
export function claimsOf(token: string): Record<string, unknown> {
  try {
    const [, payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {}
  }
}
