import { type AuthChangeEvent, isAuthRetryableFetchError, type Session } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Arrival, Tokens } from './arrival.ts'
import { client } from '#web/data/client.ts'
import { clearPersonData, hasSignedOut, isRecovering, setRecovering, cachedSession } from './cached-session.ts'
import { renewSession } from './renew-session.ts'
import { withRetries } from '#web/data/with-retries.ts'
import { afterEvent, nobody, type SessionState, unknownSession } from './session-state.ts'

const SessionContext = createContext<SessionState | undefined>(undefined)

const askAgainMs = 5000
/** Reported earlier than the official client gives up renewing (half a minute). */
const reportAfterMs = 3000

type Props = {
  /** From the address; replaces the stored session. */
  arrival?: Extract<Arrival, { kind: 'session' }> | undefined
  /** Waits until a screen has asked: see `useHeldLink`. */
  hold?: boolean
  /** Called when the arrival is invalid. */
  onRefused: (code: string, description: string) => void
  /** Another person signed in, in any tab: nothing of the previous one may stay. */
  onOtherPerson: () => void
  children: ReactNode
}

/** One session per browser, kept in step across tabs. */
export function SessionProvider({ arrival, hold = false, onRefused, onOtherPerson, children }: Props) {
  const queries = useQueryClient()
  const [held, setHeld] = useState(hold ? arrival : undefined)
  const arriving = useRef(hold ? undefined : arrival)
  const [state, setState] = useState(() => ((arrival && !hold) || cachedSession() ? beginning() : nobody))

  useEffect(() => {
    const { auth } = client()
    function onAuthEvent(event: AuthChangeEvent, session: Session | null) {
      // The link decides, not the previous user.
      if (arriving.current) return
      const left = hasSignedOut()
      if (event === 'SIGNED_OUT' && left) clearPersonData()
      setState(before => afterEvent(before, event, session, { cached: cachedSession() !== undefined, left }))
    }
    const { data } = auth.onAuthStateChange(onAuthEvent)
    // A tab that was asleep when the session ended notices once it is shown.
    const checkSession = () => {
      if (document.visibilityState === 'visible' && !cachedSession())
        setState(before => (isOpen(before) ? gone(before) : before))
    }
    document.addEventListener('visibilitychange', checkSession)
    window.addEventListener('pageshow', checkSession)
    if (arriving.current) void arrive(arriving.current)
    async function arrive({ tokens, type }: NonNullable<Props['arrival']>) {
      const refusal = await adoptSession(tokens)
      const { data } = await auth.getSession()
      if (!arriving.current) return
      arriving.current = undefined
      if (refusal) onRefused(refusal.code, refusal.message)
      else onAuthEvent(type === 'recovery' ? 'PASSWORD_RECOVERY' : 'SIGNED_IN', data.session)
    }
    return () => {
      data.subscription.unsubscribe()
      document.removeEventListener('visibilitychange', checkSession)
      window.removeEventListener('pageshow', checkSession)
    }
  }, [onRefused])

  const { status, recovering, unreachable } = state
  useEffect(() => {
    if (status !== 'loading') setRecovering(recovering)
  }, [status, recovering])

  useEffect(() => {
    const renew = () => void renewSession()
    window.addEventListener('online', renew)
    const timer = unreachable ? setInterval(renew, askAgainMs) : undefined
    return () => {
      window.removeEventListener('online', renew)
      clearInterval(timer)
    }
  }, [unreachable])

  const waits = status === 'loading' && !unreachable
  useEffect(() => {
    if (!waits) return
    const late = setTimeout(
      () => setState(before => (before.status === 'loading' ? { ...before, unreachable: true } : before)),
      reportAfterMs,
    )
    return () => clearTimeout(late)
  }, [waits])

  const person = state.session?.user.id
  const before = useRef(person)
  useEffect(() => {
    if (before.current && person && before.current !== person) onOtherPerson()
    before.current = person
  }, [person, onOtherPerson])
  // Leave no data behind for the next person at this browser.
  useEffect(() => {
    if (person === undefined) queries.removeQueries({ type: 'inactive' })
  }, [queries, person])

  const link = useMemo<HeldLink>(() => {
    const done = () => setHeld(undefined)
    async function open() {
      if (!held) return
      // Shows nothing of either person until everything restarts.
      arriving.current = held
      const refusal = await adoptSession(held.tokens)
      if (refusal) {
        arriving.current = undefined
        done()
        return onRefused(refusal.code, refusal.message)
      }
      clearPersonData()
      setRecovering(held.type === 'recovery')
      location.reload()
    }
    return { held: held?.tokens, done, open }
  }, [held, onRefused])
  return (
    <HeldLinkContext value={link}>
      <SessionContext value={state}>{children}</SessionContext>
    </HeldLinkContext>
  )
}

export function useSession(): SessionState {
  const state = useContext(SessionContext)
  if (!state) throw new Error('useSession needs SessionProvider above it')
  return state
}

type HeldLink = {
  held: Tokens | undefined
  done(): void
  /** Replaces this browser's session and restarts at the link's destination. */
  open(): Promise<void>
}

const HeldLinkContext = createContext<HeldLink>({ held: undefined, done: () => {}, open: async () => {} })

/** Waits for a screen to ask whose session it is. */
export function useHeldLink(): HeldLink {
  return useContext(HeldLinkContext)
}

function isOpen({ status, ended }: SessionState): boolean {
  return status === 'second-step' || (status === 'signed-in' && !ended)
}

function gone(state: SessionState): SessionState {
  return afterEvent(state, 'SIGNED_OUT', null, { cached: false, left: hasSignedOut() })
}

function beginning(): SessionState {
  return { ...unknownSession, recovering: isRecovering() }
}

let takingUp: { tokens: Tokens; done: Promise<Refusal | undefined> } | undefined

type Refusal = { code: string; message: string }

/** Retries temporary failures; returns why the link is invalid. */
export function adoptSession(tokens: Tokens): Promise<Refusal | undefined> {
  if (takingUp?.tokens.access_token !== tokens.access_token) takingUp = { tokens, done: setSession(tokens) }
  return takingUp.done
}

/** Revokes an unused session from a link, so that it does not lie around. */
export async function discardLink(tokens: Tokens): Promise<void> {
  await client()
    .auth.admin.signOut(tokens.access_token, 'local')
    .catch(() => undefined)
}

async function setSession(tokens: Tokens): Promise<Refusal | undefined> {
  const { error } = await withRetries(
    () => client().auth.setSession(tokens),
    result => isAuthRetryableFetchError(result.error),
  )
  return error ? { code: error.code ?? 'invalid_link', message: error.message } : undefined
}
