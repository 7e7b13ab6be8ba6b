import { z } from 'zod'
import { type ApiPart, noBody } from '#shared/contracts/endpoint.ts'
import { sessionResult } from '../auth.results.ts'
import { passkeyNameBody } from './manage-passkeys.ts'
import { addedPasskeyResult, passkeyOptionsResult, passkeyResult } from './passkeys.results.ts'
import { passkeyRegistrationBody } from './register-passkey.ts'
import { passkeySignInBody } from './sign-in-by-passkey.ts'

const passkey = z.object({ passkey_id: z.guid() })
const passkeyOfUser = z.object({ id: z.guid(), passkey_id: z.guid() })

export const strangerPasskeysApi = {
  'POST /auth/v1/passkeys/authentication/options': {
    summary: 'Begins a sign-in with a passkey, the same for everybody; valid for five minutes.',
    result: passkeyOptionsResult,
  },
  'POST /auth/v1/passkeys/authentication/verify': {
    summary: 'Gives a session of both steps for what a passkey has signed.',
    body: passkeySignInBody,
    result: sessionResult,
  },
} satisfies ApiPart

export const personPasskeysApi = {
  'POST /auth/v1/passkeys/registration/options': {
    summary: 'Begins to add a passkey, after a recent proof of who asks.',
    result: passkeyOptionsResult,
  },
  'POST /auth/v1/passkeys/registration/verify': {
    summary: 'Adds a passkey, which counts from the next sign-in with it.',
    body: passkeyRegistrationBody,
    result: addedPasskeyResult,
  },
  'GET /auth/v1/passkeys': { summary: "Lists the caller's passkeys.", result: z.array(passkeyResult) },
  'PATCH /auth/v1/passkeys/:passkey_id': {
    summary: 'Renames a passkey.',
    params: passkey,
    body: passkeyNameBody,
    result: passkeyResult,
  },
  'DELETE /auth/v1/passkeys/:passkey_id': {
    summary: 'Removes a passkey, never the last way to sign in.',
    params: passkey,
    result: noBody,
  },
} satisfies ApiPart

export const adminPasskeysApi = {
  'GET /auth/v1/admin/users/:id/passkeys': {
    summary: 'Lists the passkeys of an account.',
    params: z.object({ id: z.guid() }),
    result: z.array(passkeyResult),
  },
  'DELETE /auth/v1/admin/users/:id/passkeys/:passkey_id': {
    summary: 'Removes a passkey of an account.',
    params: passkeyOfUser,
    result: noBody,
  },
} satisfies ApiPart
