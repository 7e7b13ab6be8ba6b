import { z } from 'zod'
import type { Protocol } from '#platform/feature.ts'
import { instant } from '#shared/contracts/endpoint.ts'

const data = z.record(z.string(), z.unknown())
/** Also of an account that a program gave an id of its own. */
const id = z.guid()

export const factorResult = z.object({
  id,
  friendly_name: z.string().optional(),
  factor_type: z.literal('totp'),
  status: z.enum(['unverified', 'verified']),
  created_at: instant,
  updated_at: instant,
  last_challenged_at: instant.optional(),
})

const identityResult = z.object({
  identity_id: id,
  /** As the provider knows the person. */
  id: z.string(),
  user_id: id,
  identity_data: data,
  provider: z.string(),
  last_sign_in_at: instant.optional(),
  created_at: instant,
  updated_at: instant,
  email: z.string().optional(),
})

export const userResult = z.object({
  id,
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  email_confirmed_at: instant.optional(),
  invited_at: instant.optional(),
  phone: z.literal(''),
  confirmation_sent_at: instant.optional(),
  confirmed_at: instant.optional(),
  recovery_sent_at: instant.optional(),
  new_email: z.string().optional(),
  email_change_sent_at: instant.optional(),
  reauthentication_sent_at: instant.optional(),
  last_sign_in_at: instant.optional(),
  app_metadata: data,
  user_metadata: data,
  factors: z.array(factorResult).optional(),
  identities: z.array(identityResult),
  created_at: instant,
  updated_at: instant,
  banned_until: instant.optional(),
  is_anonymous: z.literal(false),
})

const weakPassword = z.object({ message: z.string(), reasons: z.array(z.string()) })

export const sessionResult = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds from now. */
  expires_in: z.int(),
  /** Seconds since 1970. */
  expires_at: z.int(),
  refresh_token: z.string(),
  user: userResult,
  /** The password is right, but would be refused as a new one. */
  weak_password: weakPassword.optional(),
  /** Who signed up this way has not set a password yet. */
  password_needed: z.literal(true).optional(),
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
})

/** What an email would hold. */
export const linkResult = userResult.extend({
  action_link: z.string(),
  email_otp: z.string(),
  hashed_token: z.string(),
  verification_type: z.string(),
  redirect_to: z.string(),
})

export const enrolledResult = z.object({
  id,
  type: z.literal('totp'),
  friendly_name: z.string(),
  /** `qr_code` is an SVG. */
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
})

/** `expires_at`: seconds since 1970. */
export const challengeResult = z.object({ id, type: z.literal('totp'), expires_at: z.int() })

export const settingsResult = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.literal(false),
  sms_provider: z.literal(''),
  saml_enabled: z.literal(false),
  passkeys_enabled: z.boolean(),
})

export const healthResult = z.object({ version: z.string(), name: z.string(), description: z.string() })

export type LinkAnswer = z.output<typeof linkResult>
export type EnrolledAnswer = z.output<typeof enrolledResult>
export type ChallengeAnswer = z.output<typeof challengeResult>
export type SettingsAnswer = z.output<typeof settingsResult>
export type HealthAnswer = z.output<typeof healthResult>
export type FactorAnswer = z.output<typeof factorResult>
export type IdentityAnswer = z.output<typeof identityResult>
export type UserAnswer = z.output<typeof userResult>
export type SessionAnswer = z.output<typeof sessionResult>

const weak = { weak_password: weakPassword.pick({ reasons: true }).optional() }

export const authProtocol: Protocol = {
  name: 'auth',
  about: 'Accounts and sessions, in the protocol of Supabase. Call it through @supabase/supabase-js.',
  refusal: z.union([
    z.object({ code: z.string(), message: z.string(), ...weak }),
    // Without the header x-supabase-api-version.
    z.object({ code: z.int(), error_code: z.string(), msg: z.string(), ...weak }),
  ]),
}
