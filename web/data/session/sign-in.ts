import type { AuthError, Provider, Session } from '@supabase/supabase-js'
import { addresses } from '#shared/addresses.ts'
import { clearLinkRequest, recordLinkRequest, recordLeaving } from './link-request.ts'
import { client } from '#web/data/client.ts'
import { markSignedOut, unmarkSignedOut } from './cached-session.ts'
import { cachedPushDevice } from '#web/data/push/cached-push.ts'
import { leadingTo, storedLanguage } from '#web/data/stored-language.ts'

/** How long signing out waits for the server: nobody should be held back. */
const patienceMs = 4000

/** @returns the refusal, or null */
export async function signIn(email: string, password: string, captchaToken?: string): Promise<AuthError | null> {
  unmarkSignedOut()
  const { error } = await client().auth.signInWithPassword({
    email,
    password,
    options: captchaToken ? { captchaToken } : {},
  })
  return error
}

/** No session yet: the confirmation comes by mail. `meta` is stored with the person, such as `full_name`. */
export async function signUp(
  email: string,
  password: string,
  meta: Record<string, string>,
  captchaToken?: string,
): Promise<{ session: Session | null; error: AuthError | null }> {
  // Before the call: the mail may be opened here before the answer arrives.
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

/** Leaves for a provider, which returns to the sign-in page. Null while the browser is on its way. */
export async function goToProvider(provider: string): Promise<AuthError | null> {
  recordLeaving()
  const { error } = await client().auth.signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: location.origin + addresses.auth },
  })
  return error
}

/** Returns 'here' if the server failed or did not answer; this browser forgets the session either way. */
export async function signOut(): Promise<'everywhere' | 'here'> {
  markSignedOut()
  await inTime(endPushes())
  const { auth } = client()
  const everywhere = await inTime(auth.signOut({ scope: 'global' }).then(({ error }) => error === null))
  if (everywhere) return 'everywhere'
  await signOutHere()
  return 'here'
}

/** Signs out of this browser only: forgets the session first, then tells the server. */
export async function signOutHere(): Promise<void> {
  markSignedOut()
  await inTime(endPushes())
  await inTime(client().auth.signOut({ scope: 'local' }))
}

/** A signed-out person's notifications must not show here. */
async function endPushes(): Promise<void> {
  if (cachedPushDevice()) await (await import('#web/data/push/push-device.ts')).dropHere()
}

/** @returns undefined on timeout or failure */
function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const late = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), patienceMs))
  return Promise.race([work.catch(() => undefined), late])
}
