import { z } from 'zod'
import { refuse } from '../auth-error.ts'

/** Loaded with the first passkey: a tenth of a second and 7 MB that many installations never need. */
export const webauthn = () => import('@simplewebauthn/server')

const encoded = (max: number) => z.string().min(1).max(max)

const common = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}

export const madeCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(40_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .optional(),
  }),
})

export const shownCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(8000),
    userHandle: encoded(200).optional(),
  }),
})

export function noProof() {
  return refuse('webauthn_verification_failed', 'Credential verification failed')
}

/** The library names the reason by throwing. @throws webauthn_verification_failed */
export async function proven<T extends { verified: boolean }>(verifying: Promise<T>): Promise<T> {
  const result = await verifying.catch(() => undefined)
  if (!result?.verified) throw noProof()
  return result
}

/** Names no person: it lies in the key's own store, where others may read it. */
export function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}
