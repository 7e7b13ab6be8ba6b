import { anonKey, client } from '#web/data/client.ts'
import type { Session } from '@supabase/supabase-js'

/** The refusal's code, `client.offline` without a connection, undefined on success. */
export type Refused = string | undefined

/** Completes this browser's session in all tabs. */
export async function proveWithApp(factorId: string, code: string): Promise<Refused> {
  const { error } = await client().auth.mfa.challengeAndVerify({ factorId, code })
  return error ? (error.code ?? 'client.offline') : undefined
}

/** Using a recovery code removes the authenticator apps, and so the second step. */
export async function proveWithRecoveryCode(session: Session, code: string): Promise<Refused> {
  const answer = await askRecoveryCodes(session.access_token, '/verify', { code })
  if (typeof answer === 'string') return answer
  const { error } = await client().auth.refreshSession()
  return error ? (error.code ?? 'client.offline') : undefined
}

/** Replaces the older codes. Returns the new ones, or why there are none. */
export async function makeRecoveryCodes(accessToken: string): Promise<string[] | string> {
  const answer = await askRecoveryCodes(accessToken, '', {})
  if (typeof answer === 'string') return answer
  const { codes } = answer as { codes?: string[] }
  return codes ?? 'unexpected_failure'
}

/** Recovery codes are ours; the official client has none. */
async function askRecoveryCodes(accessToken: string, path: '' | '/verify', body: object): Promise<object | string> {
  try {
    const answer = await fetch(`/auth/v1/factors/recovery-codes${path}`, {
      method: 'POST',
      headers: {
        apikey: anonKey(),
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      body: JSON.stringify(body),
    })
    const result = (await answer.json()) as { code?: string }
    return answer.ok ? result : (result.code ?? 'unexpected_failure')
  } catch {
    return 'client.offline'
  }
}
