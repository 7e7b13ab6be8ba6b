import { z } from 'zod'
import { type Described, describe, describeAll } from '#platform/feature.ts'
import { type ApiPart, noBody, nothing } from '#shared/contracts/endpoint.ts'
import { sessionsApi } from '#shared/contracts/sessions.api.ts'
import { adminUserBody } from './admin/admin-fields.ts'
import { userPageQuery, userRemovalBody } from './admin/admin-users.ts'
import {
  authProtocol,
  challengeResult,
  enrolledResult,
  factorResult,
  healthResult,
  linkResult,
  sessionResult,
  settingsResult,
  userResult,
} from './auth.results.ts'
import { generateLinkBody, inviteBody } from './email-links/generate-link.ts'
import { otpBody } from './email-links/otp.ts'
import { verifyBody } from './email-links/verify.ts'
import { authorizeQuery } from './oauth/authorize.ts'
import { callbackAnswer } from './oauth/callback.ts'
import { adminPasskeysApi, personPasskeysApi, strangerPasskeysApi } from './passkeys/passkeys.api.ts'
import { passwordBody } from './passwords/password-grant.ts'
import { recoverBody } from './passwords/recover.ts'
import { enrollBody } from './second-step/enroll-factor.ts'
import { verifyFactorBody } from './second-step/verify-factor.ts'
import { authCodeBody } from './sessions/auth-codes.ts'
import { refreshBody } from './sessions/refresh-grant.ts'
import { resendBody } from './sign-up/resend.ts'
import { signUpBody } from './sign-up/signup.ts'
import { userChangeBody } from './users/update-user.ts'

const user = z.object({ id: z.guid() })
const factor = z.object({ factor_id: z.guid() })
const returnQuery = z.object({ redirect_to: z.string().optional() })
const linkQuery = returnQuery.extend({
  type: z.string(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
})
/** One of two addresses has agreed to a change. */
const halfVerified = z.object({ msg: z.string(), code: z.literal('200') })

/** Opened by browsers directly, so without an API key. */
export const openAuthApi = {
  'GET /auth/v1/verify': {
    summary: 'Opens an emailed link: browsers get a page that posts itself, programs are sent on.',
    query: linkQuery,
    result: noBody,
    forms: { 'text/html': z.string() },
  },
  'POST /auth/v1/verify': {
    summary: 'Verifies the digits or the token of an email, which gives a session.',
    query: linkQuery.partial(),
    body: verifyBody,
    result: z.union([sessionResult, halfVerified]),
  },
  'GET /auth/v1/authorize': {
    summary: 'Sends a browser to a sign-in provider.',
    query: authorizeQuery.extend(returnQuery.shape),
    result: noBody,
    head: false,
  },
  'GET /auth/v1/callback': {
    summary: 'Takes a browser up that comes back from a sign-in provider.',
    query: callbackAnswer,
    result: noBody,
    head: false,
  },
  'POST /auth/v1/callback': {
    summary: 'Repeats as a GET what a sign-in provider posts.',
    body: callbackAnswer,
    result: noBody,
  },
  'GET /auth/v1/settings': {
    summary: 'Says which ways to sign in are open.',
    result: settingsResult,
  },
  'GET /auth/v1/health': {
    summary: 'Says that sign-in answers.',
    result: healthResult,
  },
  'GET /auth/v1/.well-known/jwks.json': {
    summary: 'Lists the public keys that access tokens are checked with.',
    result: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  },
} satisfies ApiPart

export const strangerAuthApi = {
  'POST /auth/v1/signup': {
    summary: 'Makes an account and emails a link; known addresses get the same answer.',
    query: returnQuery,
    body: signUpBody,
    // A session where addresses need no confirmation.
    result: z.union([sessionResult, userResult]),
  },
  'POST /auth/v1/token': {
    summary: 'Gives a session for a password, a refresh token or a code.',
    query: z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce']) }),
    body: z.union([refreshBody, authCodeBody.required(), passwordBody]),
    result: sessionResult,
  },
  'POST /auth/v1/resend': {
    summary: 'Emails the link of a sign-up or of a new address again.',
    query: returnQuery,
    body: resendBody,
    result: nothing,
  },
  'POST /auth/v1/recover': {
    summary: 'Emails a link for a forgotten password.',
    query: returnQuery,
    body: recoverBody,
    result: nothing,
  },
  'POST /auth/v1/otp': {
    summary: 'Emails a link and digits to sign in with.',
    query: returnQuery,
    body: otpBody,
    result: nothing,
  },
  'POST /auth/v1/magiclink': {
    summary: 'Emails a link and digits, as older clients ask.',
    query: returnQuery,
    body: otpBody,
    result: nothing,
  },
  'POST /auth/v1/sso': {
    summary: 'Refuses to sign in through SAML, which is not offered.',
    result: noBody,
  },
  ...strangerPasskeysApi,
} satisfies ApiPart

export const personAuthApi = {
  'GET /auth/v1/user': { summary: "Returns the caller's account.", result: userResult },
  'PUT /auth/v1/user': {
    summary: "Changes the caller's address, password or metadata.",
    query: returnQuery,
    body: userChangeBody,
    result: userResult,
  },
  'POST /auth/v1/logout': {
    summary: "Ends all of the caller's sessions, this one, or the others.",
    query: z.object({ scope: z.enum(['global', 'local', 'others']).default('global') }),
    result: noBody,
  },
  'GET /auth/v1/reauthenticate': {
    summary: 'Emails digits that allow a change of password.',
    result: nothing,
  },
  'GET /auth/v1/user/identities/authorize': {
    summary: 'Begins to add a sign-in provider to the account.',
    query: authorizeQuery.extend({ ...returnQuery.shape, skip_http_redirect: z.string().optional() }),
    result: z.object({ url: z.string() }),
  },
  'DELETE /auth/v1/user/identities/:id': {
    summary: 'Removes a way to sign in, never the last one.',
    params: user,
    result: nothing,
  },
  'POST /auth/v1/factors': {
    summary: 'Enrolls an authenticator app; it counts after its first digits.',
    body: enrollBody,
    result: enrolledResult,
  },
  'POST /auth/v1/factors/:factor_id/challenge': {
    summary: 'Begins a check of the second step, valid for five minutes.',
    params: factor,
    result: challengeResult,
  },
  'POST /auth/v1/factors/:factor_id/verify': {
    summary: 'Takes the digits of an authenticator app, which raises the session.',
    params: factor,
    body: verifyFactorBody,
    result: sessionResult,
  },
  'DELETE /auth/v1/factors/:factor_id': {
    summary: 'Removes an authenticator app.',
    params: factor,
    result: z.object({ id: z.guid() }),
  },
  ...personPasskeysApi,
} satisfies ApiPart

export const adminAuthApi = {
  'GET /auth/v1/admin/users': {
    summary: 'Lists accounts, the newest first.',
    query: userPageQuery,
    result: z.object({ users: z.array(userResult), aud: z.literal('authenticated') }),
  },
  'POST /auth/v1/admin/users': { summary: 'Makes an account.', body: adminUserBody, result: userResult },
  'GET /auth/v1/admin/users/:id': { summary: 'Returns an account.', params: user, result: userResult },
  'PUT /auth/v1/admin/users/:id': {
    summary: 'Changes an account, bans it or lifts a ban.',
    params: user,
    body: adminUserBody,
    result: userResult,
  },
  'DELETE /auth/v1/admin/users/:id': {
    summary: 'Deletes an account.',
    params: user,
    body: userRemovalBody,
    result: nothing,
  },
  'GET /auth/v1/admin/users/:id/factors': {
    summary: 'Lists the authenticator apps of an account.',
    params: user,
    result: z.array(factorResult),
  },
  'DELETE /auth/v1/admin/users/:id/factors/:factor_id': {
    summary: 'Removes an authenticator app of an account.',
    params: user.extend(factor.shape),
    result: factorResult,
  },
  ...adminPasskeysApi,
  'POST /auth/v1/admin/generate_link': {
    summary: 'Returns what an email would hold, without sending it.',
    query: returnQuery,
    body: generateLinkBody,
    result: linkResult,
  },
  'POST /auth/v1/invite': {
    summary: 'Invites an address by email.',
    query: returnQuery,
    body: inviteBody,
    result: userResult,
  },
} satisfies ApiPart

export const describedAuth: Described[] = [
  ...describeAll(openAuthApi, authProtocol, 'anyone', {
    'GET /auth/v1/verify': 303,
    'GET /auth/v1/authorize': 302,
    'GET /auth/v1/callback': 302,
    'POST /auth/v1/callback': 303,
  }),
  ...describeAll(strangerAuthApi, authProtocol, 'public-key', { 'POST /auth/v1/sso': 404 }),
  ...describeAll(personAuthApi, authProtocol, 'person', {
    'POST /auth/v1/logout': 204,
    'DELETE /auth/v1/passkeys/:passkey_id': 204,
  }),
  ...describeAll(adminAuthApi, authProtocol, 'secret-key', {
    'DELETE /auth/v1/admin/users/:id/passkeys/:passkey_id': 204,
  }),
  ...(['POST /auth/v1/factors/recovery-codes', 'POST /auth/v1/factors/recovery-codes/verify'] as const).map(
    address => ({
      ...describe(sessionsApi, address, { who: 'person' }),
      protocol: authProtocol,
    }),
  ),
]
