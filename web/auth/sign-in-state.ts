import type { SessionState } from '#web/data/session/session-state.ts'
import { useSession } from '#web/data/session/session.tsx'

/** Who stands before the door. A session that has ended opens it no more, though an open screen may still show it. */
export function useSignInState(): SessionState {
  const state = useSession()
  if (!state.ended) return state
  return { ...state, status: state.unproven ? 'second-step' : 'signed-out', session: null }
}
