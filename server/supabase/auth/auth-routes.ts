import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isBrowser, knowBrowser } from '#platform/http/browser-cookie.ts'
import type { Platform } from '#platform/platform.ts'
import type { sessionsApi } from '#shared/contracts/sessions.api.ts'
import { keyRole } from '../api-key.ts'
import type { Call, Calls } from '../calls.ts'
import { changeUser, createUser, listUsers, readUser, removeUser } from './admin/admin-users.ts'
import { readAuthBodies } from './auth-body.ts'
import type { adminAuthApi, openAuthApi, personAuthApi, strangerAuthApi } from './auth.api.ts'
import { echoVersion, refuse, sendAuthError } from './auth-error.ts'
import { authHealth, authSettings, jwks } from './auth-settings.ts'
import { generateLink, invite } from './email-links/generate-link.ts'
import { getUser } from './users/get-user.ts'
import { logOut } from './sessions/logout.ts'
import { authorize, authorizeLink } from './oauth/authorize.ts'
import { repeatCallback, takeUpCallback } from './oauth/callback.ts'
import { unlinkIdentity } from './oauth/unlink-identity.ts'
import { otp } from './email-links/otp.ts'
import { reauthenticate } from './users/reauthenticate.ts'
import { recover } from './passwords/recover.ts'
import { requireHuman } from './sign-up/require-human.ts'
import { resend } from './sign-up/resend.ts'
import { listFactors, removeFactorOf } from './second-step/admin-factors.ts'
import { challengeFactor } from './second-step/challenge-factor.ts'
import { deletePasskeyOf, listPasskeysOf } from './passkeys/admin-passkeys.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys/manage-passkeys.ts'
import { offerRegistration, takeRegistration } from './passkeys/register-passkey.ts'
import { offerSignIn, signInByPasskey } from './passkeys/sign-in-by-passkey.ts'
import { enrollFactor } from './second-step/enroll-factor.ts'
import { makeRecoveryCodes, spendRecoveryCode } from './second-step/recovery-codes.ts'
import { unenrollFactor } from './second-step/unenroll-factor.ts'
import { verifyFactor } from './second-step/verify-factor.ts'
import { signUp } from './sign-up/signup.ts'
import { token } from './sessions/token.ts'
import { updateUser } from './users/update-user.ts'
import { openLink, verify } from './email-links/verify.ts'

const recoveryCalls = {
  'POST /auth/v1/factors/recovery-codes': makeRecoveryCodes,
  'POST /auth/v1/factors/recovery-codes/verify': spendRecoveryCode,
} satisfies Partial<Calls<typeof sessionsApi>>

const strangerCalls: Calls<typeof strangerAuthApi> = {
  'POST /auth/v1/signup': knowing(byHuman(signUp)),
  'POST /auth/v1/token': knowing(token),
  'POST /auth/v1/resend': byHuman(resend),
  'POST /auth/v1/recover': byHuman(recover),
  'POST /auth/v1/otp': knowing(byHuman(otp)),
  'POST /auth/v1/magiclink': knowing(byHuman(otp)),
  'POST /auth/v1/sso': refuseCompanies,
  'POST /auth/v1/passkeys/authentication/options': offerSignIn,
  'POST /auth/v1/passkeys/authentication/verify': knowing(signInByPasskey),
}

const personCalls: Calls<typeof personAuthApi> = {
  'GET /auth/v1/user': getUser,
  'PUT /auth/v1/user': updateUser,
  'POST /auth/v1/logout': logOut,
  'GET /auth/v1/reauthenticate': reauthenticate,
  'GET /auth/v1/user/identities/authorize': authorizeLink,
  'DELETE /auth/v1/user/identities/:id': unlinkIdentity,
  'POST /auth/v1/factors': enrollFactor,
  'POST /auth/v1/factors/:factor_id/challenge': challengeFactor,
  'POST /auth/v1/factors/:factor_id/verify': verifyFactor,
  'DELETE /auth/v1/factors/:factor_id': unenrollFactor,
  'POST /auth/v1/passkeys/registration/options': offerRegistration,
  'POST /auth/v1/passkeys/registration/verify': takeRegistration,
  'GET /auth/v1/passkeys': listPasskeys,
  'PATCH /auth/v1/passkeys/:passkey_id': renamePasskey,
  'DELETE /auth/v1/passkeys/:passkey_id': deletePasskey,
}

const adminCalls: Calls<typeof adminAuthApi> = {
  'GET /auth/v1/admin/users': listUsers,
  'POST /auth/v1/admin/users': createUser,
  'GET /auth/v1/admin/users/:id': readUser,
  'PUT /auth/v1/admin/users/:id': changeUser,
  'DELETE /auth/v1/admin/users/:id': removeUser,
  'GET /auth/v1/admin/users/:id/factors': listFactors,
  'DELETE /auth/v1/admin/users/:id/factors/:factor_id': removeFactorOf,
  'GET /auth/v1/admin/users/:id/passkeys': listPasskeysOf,
  'DELETE /auth/v1/admin/users/:id/passkeys/:passkey_id': deletePasskeyOf,
  'POST /auth/v1/admin/generate_link': generateLink,
  'POST /auth/v1/invite': invite,
}

const openCalls: Calls<typeof openAuthApi> = {
  'GET /auth/v1/verify': openLink,
  'POST /auth/v1/verify': knowing(verify),
  'GET /auth/v1/authorize': authorize,
  'GET /auth/v1/callback': takeUpCallback,
  'POST /auth/v1/callback': repeatCallback,
  'GET /auth/v1/settings': authSettings,
  'GET /auth/v1/health': authHealth,
  'GET /auth/v1/.well-known/jwks.json': jwks,
}

/** A prefetch must neither set out for a provider nor use up the way back. */
const onlyGet = new Set(['GET /auth/v1/authorize', 'GET /auth/v1/callback'])

const prefix = '/auth/v1'

export async function authPlugin(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(
    async scope => {
      offer(scope, platform, requireKey)
      scope.setNotFoundHandler(() => {
        throw refuse('not_found', 'This is not offered here')
      })
    },
    { prefix },
  )
  // Without the prefix too, as the clients' own suites call the reference server.
  if (!platform.config.AUTH_PATH_PREFIX) await app.register(async scope => offer(scope, platform, async () => {}))
}

function offer(scope: FastifyInstance, platform: Platform, admit: typeof requireKey): void {
  readAuthBodies(scope)
  scope.addHook('onRequest', async (request, reply) => {
    echoVersion(request, reply)
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('referrer-policy', 'no-referrer')
  })
  scope.setErrorHandler((error, request, reply) => sendAuthError(platform, error, request, reply))
  for (const [address, call] of Object.entries(openCalls)) add(scope, platform, address, call)
  const calls = { ...strangerCalls, ...personCalls, ...recoveryCalls, ...adminCalls }
  for (const [address, call] of Object.entries<Call<unknown>>(calls)) {
    add(scope, platform, address, async (...all) => {
      await admit(platform, all[1])
      return call(...all)
    })
  }
}

function knowing<Answer>(call: Call<Answer>): Call<Answer> {
  return (platform, request, reply) => {
    if (isBrowser(request)) knowBrowser(platform.config, request, reply)
    return call(platform, request, reply)
  }
}

function byHuman<Answer>(call: Call<Answer>): Call<Answer> {
  return async (platform, request, reply) => {
    await requireHuman(platform, request)
    return call(platform, request, reply)
  }
}

function add(scope: FastifyInstance, platform: Platform, address: string, call: Call<unknown>): void {
  const [method, path] = address.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const url = path.slice(prefix.length)
  const exposeHeadRoute = !onlyGet.has(address)
  scope.route({ method, url, exposeHeadRoute, handler: (request, reply) => call(platform, request, reply) })
}

async function requireKey(platform: Platform, request: FastifyRequest): Promise<void> {
  const role = await keyRole(platform, request)
  if (role === 'missing') throw refuse('no_authorization', 'No API key found in request')
  if (!role) throw refuse('no_authorization', 'Invalid API key')
}

/** The reference's own text. */
async function refuseCompanies(): Promise<never> {
  throw refuse('saml_provider_disabled', 'SAML 2.0 is disabled')
}
