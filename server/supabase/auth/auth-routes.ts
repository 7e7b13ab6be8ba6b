import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBrowser, knowBrowser } from '#platform/http/browser-cookie.ts'
import type { Platform } from '#platform/platform.ts'
import { keyRole } from '../api-key.ts'
import { changeUser, createUser, listUsers, readUser, removeUser } from './admin/admin-users.ts'
import { readAuthBodies } from './auth-body.ts'
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
import { enrollFactor } from './second-step/enroll-factor.ts'
import { makeRecoveryCodes, spendRecoveryCode } from './second-step/recovery-codes.ts'
import { unenrollFactor } from './second-step/unenroll-factor.ts'
import { verifyFactor } from './second-step/verify-factor.ts'
import { signUp } from './sign-up/signup.ts'
import { token } from './sessions/token.ts'
import { updateUser } from './users/update-user.ts'
import { openLink, verify } from './email-links/verify.ts'

type Call = (platform: Platform, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const calls: Record<string, Call> = {
  'POST /signup': knowing(byHuman(signUp)),
  'POST /token': knowing(token),
  'GET /user': getUser,
  'PUT /user': updateUser,
  'POST /logout': logOut,
  'POST /resend': byHuman(resend),
  'POST /recover': byHuman(recover),
  'POST /otp': knowing(byHuman(otp)),
  'POST /magiclink': knowing(byHuman(otp)),
  'GET /reauthenticate': reauthenticate,
  'GET /user/identities/authorize': authorizeLink,
  'DELETE /user/identities/:id': unlinkIdentity,
  'POST /sso': refuseCompanies,
  'POST /factors': enrollFactor,
  'POST /factors/:factor_id/challenge': challengeFactor,
  'POST /factors/:factor_id/verify': verifyFactor,
  'DELETE /factors/:factor_id': unenrollFactor,
  'POST /factors/recovery-codes': makeRecoveryCodes,
  'POST /factors/recovery-codes/verify': spendRecoveryCode,
  'GET /admin/users': listUsers,
  'POST /admin/users': createUser,
  'GET /admin/users/:id': readUser,
  'PUT /admin/users/:id': changeUser,
  'DELETE /admin/users/:id': removeUser,
  'GET /admin/users/:id/factors': listFactors,
  'DELETE /admin/users/:id/factors/:factor_id': removeFactorOf,
  'POST /admin/generate_link': generateLink,
  'POST /invite': invite,
}

/** Opened by browsers directly, so without an API key. */
const openCalls: Record<string, Call> = {
  'GET /verify': openLink,
  'POST /verify': knowing(verify),
  'GET /authorize': authorize,
  'GET /callback': takeUpCallback,
  'POST /callback': repeatCallback,
  'GET /settings': authSettings,
  'GET /health': authHealth,
  'GET /.well-known/jwks.json': jwks,
}

export async function authPlugin(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(
    async scope => {
      offer(scope, platform, requireKey)
      scope.setNotFoundHandler(() => {
        throw refuse('not_found', 'This is not offered here')
      })
    },
    { prefix: '/auth/v1' },
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
  for (const [address, call] of Object.entries(calls)) {
    add(scope, platform, address, async (...all) => {
      await admit(platform, all[1])
      return call(...all)
    })
  }
}

function knowing(call: Call): Call {
  return (platform, request, reply) => {
    if (isBrowser(request)) knowBrowser(platform.config, request, reply)
    return call(platform, request, reply)
  }
}

function byHuman(call: Call): Call {
  return async (platform, request, reply) => {
    await requireHuman(platform, request)
    return call(platform, request, reply)
  }
}

function add(scope: FastifyInstance, platform: Platform, address: string, call: Call): void {
  const [method, url] = address.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  scope.route({ method, url, handler: (request, reply) => call(platform, request, reply) })
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
