import type { AuthError, Provider, Session } from '@supabase/supabase-js'
import { addresses } from '#shared/addresses.ts'
import { clearLinkRequest, recordLinkRequest, recordLeaving } from './link-request.ts'
import { client } from '#web/data/client.ts'
import { markSignedOut, unmarkSignedOut } from './cached-session.ts'
import { cachedPushDevice } from '#web/data/push/cached-push.ts'
import { leadingTo, storedLanguage } from '#web/data/stored-language.ts'

/** Signing out waits this long for the server: who wants to leave must not be kept. */
const patienceMs = 4000

/** @returns why not, or null */
export async function signIn(email: string, password: string, captchaToken?: string): Promise<AuthError | null> {
  unmarkSignedOut()
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
  // Before it is sent: the mail may be opened here before its answer is back.
  recordLinkRequest(email)
  const { data, error } = await client().auth.signUp({
    email,
    password,
    options: {
      data: { language: storedLanguage(), ...meta },
      emailRedirectTo: leadingTo(addresses.home),
      ...(captchaToken ? { captchaToken } : {}),
    },
  })
  if (error) clearLinkRequest()
  return { session: data.session, error }
}

/**
 * Leaves for a provider; from there one comes back to the sign-in page.
 * @returns why not, or null while the browser is already on its way
 */
export async function goToProvider(provider: string): Promise<AuthError | null> {
  recordLeaving()
  const { error } = await client().auth.signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: location.origin + addresses.auth },
  })
  return error
}

/**
 * Signs out everywhere; where the server fails or does not answer, this browser still forgets its session.
 * @returns how far it got
 */
export async function signOut(): Promise<'everywhere' | 'here'> {
  markSignedOut()
  await inTime(endPushes())
  const { auth } = client()
  const everywhere = await inTime(auth.signOut({ scope: 'global' }).then(({ error }) => error === null))
  if (everywhere) return 'everywhere'
  await signOutHere()
  return 'here'
}

/** Signs out of this browser alone: it forgets its session first, and tells the server then. */
export async function signOutHere(): Promise<void> {
  markSignedOut()
  await inTime(endPushes())
  await inTime(client().auth.signOut({ scope: 'local' }))
}

/** What comes for the person who leaves is no longer shown here. */
async function endPushes(): Promise<void> {
  if (cachedPushDevice()) await (await import('#web/data/push/push-device.ts')).dropHere()
}

/** @returns undefined when it took too long, or broke */
function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const late = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), patienceMs))
  return Promise.race([work.catch(() => undefined), late])
}
