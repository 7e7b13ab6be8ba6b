import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import { languageOf } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import type { SessionAnswer, UserAnswer } from '../auth.results.ts'
import { check, mailAddress, metadata, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { limitMails, limitPeer, limitSignUps } from '../auth-limits.ts'
import { type ReferralSource, referralSource } from './referral-source.ts'
import { constantTimeDelay } from '../constant-time-delay.ts'
import { linkJob, type LinkOrder } from '../email-links/mail-link.ts'
import { openSession, sessionAnswer } from '../sessions/open-session.ts'
import { checkNewPassword, hashPassword } from '../passwords/passwords.ts'
import { pkceFields, readChallenge } from '../sessions/pkce.ts'
import { returnAddressOf } from '../email-links/return-address.ts'
import { saveSignUp, type SignUp, signUpOf } from './sign-ups.ts'
import { findUser, fullName, insertUser, madeUser, type NewUser, userAnswer } from '../users/users.ts'

export const signUpBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  ...pkceFields,
})
const answerAfterMs = 200

/** New, unconfirmed and known addresses get the same answer in the same time. */
export async function signUp(platform: Platform, request: FastifyRequest): Promise<SessionAnswer | UserAnswer> {
  const startedAt = performance.now()
  const { config } = platform
  if (!config.AUTH_SIGNUP) throw refuse('signup_disabled', 'Signups not allowed for this instance')
  const input = check(signUpBody, request.body)
  if (input.email === '') throw input.phone === '' ? noAddress() : noPhone(input.phone)
  if (!config.AUTH_EMAIL) throw refuse('email_provider_disabled', 'Email signups are disabled')
  if (input.password === '') throw refuse('validation_failed', 'Signup requires a valid password')
  const email = check(mailAddress, input.email)
  const challenge = readChallenge(input)
  checkNewPassword(input.password, email, config)
  await limitPeer(platform, request, 'signup')
  await limitSignUps(platform, request)
  if (!config.AUTH_AUTOCONFIRM) await limitMails(platform, request, 'signup', email)

  const passwordHash = await hashPassword(input.password)
  const user = { id: newId(), email, passwordHash, data: input.data, confirmed: config.AUTH_AUTOCONFIRM }
  const language = signUpLanguage(input.data, request)
  if (config.AUTH_AUTOCONFIRM) return signUpConfirmed(platform, request, user, language)

  const order = {
    kind: 'signup',
    email,
    redirect_to: returnAddressOf(config, request),
    language,
    ...(challenge ? { code_challenge: challenge } : {}),
  } as const
  const came = referralSource(request, input.data)
  const proofs = signUpOf(platform, request, { email, password: input.password, challenge })
  const signUp = { ...proofs, passwordHash, data: input.data, referral: came.referral ?? null }
  await saveNewUser(platform, { user, signUp, came }, order)
  await constantTimeDelay(startedAt, answerAfterMs)
  return userAnswer(madeUser(user, platform.clock.now()))
}

async function saveNewUser(
  platform: Platform,
  { user, signUp, came }: { user: NewUser; signUp: SignUp; came: { referral?: ReferralSource } },
  order: LinkOrder,
): Promise<void> {
  await platform.db.asService(null, async tx => {
    const isNew = await insertUser(tx, user, platform.clock.now())
    const known = isNew ? undefined : await findUser(tx, { email: user.email }, 'lock')
    if (!isNew && (!known || known.email_confirmed_at)) return
    await saveSignUp(platform, tx, known?.id ?? user.id, signUp)
    if (isNew) {
      const made = madeUser(user, platform.clock.now())
      const { language } = order
      const person = { person_id: user.id, email: user.email, full_name: fullName(made), language }
      await platform.jobs.emit(tx, 'person.signed-up', { ...person, ...came })
    }
    await platform.jobs.enqueue(tx, linkJob(order))
  })
}

async function signUpConfirmed(
  platform: Platform,
  request: FastifyRequest,
  user: NewUser,
  language: Language,
): Promise<SessionAnswer> {
  const opened = await platform.db.asService(null, async tx => {
    if (!(await insertUser(tx, user, platform.clock.now())))
      throw refuse('user_already_exists', 'User already registered')
    const made = madeUser(user, platform.clock.now())
    const person = { person_id: user.id, email: user.email, full_name: fullName(made), language }
    await platform.jobs.emit(tx, 'person.signed-up', { ...person, ...referralSource(request, user.data) })
    await platform.jobs.emit(tx, 'person.confirmed', { ...person, invitation: false })
    return openSession(platform, tx, user.id, 'password', request)
  })
  return sessionAnswer(platform, opened)
}

export function signUpLanguage(data: Record<string, unknown>, request: FastifyRequest): Language {
  const chosen = data['language']
  return chosen === 'vi' || chosen === 'en' ? chosen : languageOf(request)
}

function noAddress() {
  return refuse('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
}

/** Phone sign-in is not offered; a malformed number is reported first, as in the reference. */
export function noPhone(phone: string) {
  if (!/^\+?[1-9]\d{1,14}$/.test(phone))
    return refuse('validation_failed', 'Invalid phone number format (E.164 required)')
  return refuse('phone_provider_disabled', 'Unsupported phone provider')
}
