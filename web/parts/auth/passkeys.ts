import type { PasskeyListItem } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import type { AuthTexts } from '#shared/texts/account/auth-texts.ts'
import type { PasskeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { call } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { unmarkSignedOut } from '#web/data/session/cached-session.ts'
import { claimsOf } from '#web/data/session/session-state.ts'
import { useSession } from '#web/data/session/session.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { knownErrorText } from './auth-error-text.ts'
import type { Refused } from './second-step.ts'

/** Loaded when a passkey is first asked for: every page of the dashboard can ask for one. */
const webauthn = () => import('@simplewebauthn/browser')

/** As our server lists them: more than the official client knows. */
export type Passkey = PasskeyListItem & {
  friendly_name: string
  credential_id: string
  backed_up: boolean
  maker?: string
}

type Way = {
  /** Only these keys: their names, as browsers know them. */
  among?: string[]
  /** Waits among the browser's suggestions until one is chosen. */
  autofill?: boolean
  /** Asked before the browser is: it has room for one question, and a new one ends the other. */
  isWanted?: () => boolean
}

/** The session becomes that of the key. */
export async function signInByPasskey({ among, autofill = false, isWanted = () => true }: Way = {}): Promise<Refused> {
  const { browserSupportsWebAuthn, startAuthentication } = await webauthn()
  if (!browserSupportsWebAuthn()) return 'passkey.unsupported'
  const { auth } = client()
  const asked = await auth.passkey.startAuthentication()
  if (asked.error) return asked.error.code ?? 'client.offline'
  if (!isWanted()) return 'passkey.aborted'
  const { challenge_id: challengeId, options } = asked.data
  const allowCredentials = among?.map(id => ({ id, type: 'public-key' as const }))
  try {
    const optionsJSON = {
      ...(options as unknown as { challenge: string }),
      ...(allowCredentials && { allowCredentials }),
    }
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
    const answer = await auth.passkey.verifyAuthentication({ challengeId, credential: credential as never })
    if (!answer.error) {
      unmarkSignedOut()
      return undefined
    }
    if (answer.error.code === 'webauthn_credential_not_found') forgetInBrowser(credential.id)
    return answer.error.code ?? 'client.offline'
  } catch (error) {
    return codeOf(error)
  }
}

/** Ends the session of this browser whose place the new one takes: it would be listed as another device. */
export async function proveByPasskey(accessToken: string | undefined, way: Way = {}): Promise<Refused> {
  const before = claimsOf(accessToken ?? '')['session_id']
  const refused = await signInByPasskey(way)
  if (refused === undefined && typeof before === 'string')
    await call('DELETE /api/v1/account/sessions/:id', { params: { id: before } }).catch(() => undefined)
  return refused
}

/** @returns the new one's name, or why there is none */
export async function addPasskey(): Promise<{ name: string } | { refused: string }> {
  const { browserSupportsWebAuthn, startRegistration } = await webauthn()
  if (!browserSupportsWebAuthn()) return { refused: 'passkey.unsupported' }
  const { auth } = client()
  const asked = await auth.passkey.startRegistration()
  if (asked.error) return { refused: asked.error.code ?? 'client.offline' }
  const { challenge_id: challengeId, options } = asked.data
  try {
    const credential = await startRegistration({ optionsJSON: options as never })
    const answer = await auth.passkey.verifyRegistration({ challengeId, credential: credential as never })
    if (answer.error) return { refused: String(answer.error.code ?? 'client.offline') }
    return { name: answer.data.friendly_name ?? '' }
  } catch (error) {
    return { refused: codeOf(error) }
  }
}

/** Where the browser can, its store of keys drops what opens nothing any more. */
export function forgetInBrowser(credentialId: string): void {
  webauthn()
    .then(({ sendSignal }) =>
      sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID: credentialId }),
    )
    .catch(() => undefined)
}

export function passkeysOffered(): boolean {
  return pageConfig().passkeys
}

export function usePasskeys() {
  const { session } = useSession()
  return useQuery({
    queryKey: ['passkeys', session?.user.id],
    enabled: passkeysOffered() && session !== null,
    refetchOnWindowFocus: true,
    async queryFn(): Promise<Passkey[]> {
      const { data, error } = await client().auth.passkey.list()
      if (error) throw error
      return data as Passkey[]
    },
  })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'passkey.refused'
  const byCode: Record<string, string> = {
    ERROR_CEREMONY_ABORTED: 'passkey.aborted',
    ERROR_INVALID_DOMAIN: 'passkey.wrong_domain',
    ERROR_INVALID_RP_ID: 'passkey.wrong_domain',
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkey.already',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'passkey.no_lock',
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'passkey.no_lock',
  }
  const known = 'code' in error ? byCode[String(error.code)] : undefined
  if (known) return known
  const byName: Record<string, string> = { NotAllowedError: 'passkey.cancelled', AbortError: 'passkey.aborted' }
  return byName[error.name] ?? 'passkey.refused'
}

/** Undefined where nothing is to be said: another question took its place. */
export function passkeyProblem(refused: string, texts: PasskeysTexts, words: AuthTexts): string | undefined {
  const known: Record<string, string> = {
    'client.offline': words.unreachable,
    'passkey.cancelled': texts.cancelled,
    'passkey.unsupported': texts.unsupported,
    'passkey.wrong_domain': fill(texts.wrongDomain, { address: pageConfig().publicUrl }),
    'passkey.already': texts.already,
    'passkey.no_lock': texts.noLock,
    webauthn_credential_exists: texts.already,
    webauthn_credential_not_found: texts.unknown,
    webauthn_challenge_expired: texts.tooLate,
    webauthn_challenge_not_found: texts.tooLate,
    too_many_passkeys: texts.tooMany,
    insufficient_aal: texts.needsPasskey,
  }
  if (refused === 'passkey.aborted') return undefined
  return known[refused] ?? knownErrorText(refused, words) ?? texts.refused
}
