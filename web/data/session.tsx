import type { AuthError, Session } from '@supabase/supabase-js'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { client } from './client.ts'
import { storedLanguage } from './language.tsx'

/** `recovering`: the session came from a password recovery link, a new password is expected. */
export type SessionState = {
  status: 'loading' | 'signed-out' | 'signed-in'
  session: Session | null
  recovering: boolean
}

const SessionContext = createContext<SessionState | undefined>(undefined)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session | null>(null)
  const [checked, setChecked] = useState(false)
  const [recovering, setRecovering] = useState(false)

  useEffect(() => {
    const { data } = client().auth.onAuthStateChange((event, next) => {
      if (event === 'PASSWORD_RECOVERY') setRecovering(true)
      if (event === 'SIGNED_OUT' || event === 'USER_UPDATED') setRecovering(false)
      // The client repeats SIGNED_IN whenever the tab is shown again: same token, same session.
      setSession(known => (known?.access_token === next?.access_token && event === 'SIGNED_IN' ? known : next))
      setChecked(true)
    })
    return () => data.subscription.unsubscribe()
  }, [])

  const state = useMemo<SessionState>(() => {
    const status = !checked ? 'loading' : session ? 'signed-in' : 'signed-out'
    return { status, session, recovering }
  }, [checked, session, recovering])
  return <SessionContext value={state}>{children}</SessionContext>
}

export function useSession(): SessionState {
  const state = useContext(SessionContext)
  if (!state) throw new Error('useSession needs SessionProvider above it')
  return state
}

export async function signIn(email: string, password: string, captchaToken?: string): Promise<AuthError | null> {
  const { error } = await client().auth.signInWithPassword({
    email,
    password,
    options: captchaToken ? { captchaToken } : {},
  })
  return error
}

/**
 * Asks for an account; the confirmation comes by mail, so there is no session yet.
 * @param meta what travels with the person, such as `full_name`
 */
export async function signUp(
  email: string,
  password: string,
  meta: Record<string, string>,
  captchaToken?: string,
): Promise<{ session: Session | null; error: AuthError | null }> {
  const { data, error } = await client().auth.signUp({
    email,
    password,
    options: {
      data: { language: storedLanguage(), ...meta },
      emailRedirectTo: `${location.origin}/`,
      ...(captchaToken ? { captchaToken } : {}),
    },
  })
  return { session: data.session, error }
}

/** Signs out everywhere; where the server cannot be reached, this browser still forgets its session. */
export async function signOut(): Promise<void> {
  const { error } = await client().auth.signOut()
  if (error) await client().auth.signOut({ scope: 'local' })
}
