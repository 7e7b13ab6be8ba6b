import { anonKey, client } from '#web/data/client.ts'
import type { Session } from '@supabase/supabase-js'
import { type Answer, typedFetch } from '#widget/transport/typed-fetch.ts'
import type { Result } from '#shared/contracts/api.ts'

/** The refusal's code, `client.offline` without a connection, undefined on success. */
export type Refused = string | undefined

/** Completes this browser's session in all tabs. */
export async function proveWithApp(factorId: string, code: string): Promise<Refused> {
  const { error } = await client().auth.mfa.challengeAndVerify({ factorId, code })
  return error ? (error.code ?? 'client.offline') : undefined
}

/** Using a recovery code removes the authenticator apps, and so the second step. */
export async function proveWithRecoveryCode(session: Session, code: string): Promise<Refused> {
  const answer = await read(
    typedFetch<'POST /auth/v1/factors/recovery-codes/verify'>('/auth/v1/factors/recovery-codes/verify', {
      ...asked(session.access_token),
      body: { code },
    }),
  )
  if (typeof answer === 'string') return answer
  const { error } = await client().auth.refreshSession()
  return error ? (error.code ?? 'client.offline') : undefined
}

/** Replaces the older codes. Returns the new ones, or why there are none. */
export async function makeRecoveryCodes(accessToken: string): Promise<string[] | string> {
  const answer = await read(
    typedFetch<'POST /auth/v1/factors/recovery-codes'>('/auth/v1/factors/recovery-codes', {
      ...asked(accessToken),
      body: {},
    }),
  )
  return typeof answer === 'string' ? answer : answer.codes
}

type RecoveryAddress = 'POST /auth/v1/factors/recovery-codes' | 'POST /auth/v1/factors/recovery-codes/verify'

/** Recovery codes are ours; the official client has none. */
function asked(accessToken: string) {
  const headers = {
    apikey: anonKey(),
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  }
  return { method: 'POST' as const, headers }
}

async function read<A extends RecoveryAddress>(sent: Promise<Answer<A>>): Promise<Result<A> | string> {
  try {
    const answer = await sent
    return answer.ok ? await answer.json() : ((await answer.json()).code ?? 'unexpected_failure')
  } catch {
    return 'client.offline'
  }
}
