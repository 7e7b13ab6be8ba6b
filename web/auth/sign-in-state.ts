import type { SessionState } from '#web/data/session/session-state.ts'
import { useSession } from '#web/data/session/session.tsx'

/** An expired session counts as signed out, though an open screen may still show it. */
export function useSignInState(): SessionState {
  const state = useSession()
  if (!state.ended) return state
  return { ...state, status: state.unproven ? 'second-step' : 'signed-out', session: null }
}
