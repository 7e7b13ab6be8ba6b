import type { FastifyRequest } from 'fastify'
import type { Tx } from '#platform/sql/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Platform } from '#platform/platform.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { frame } from '../email-links/mails.ts'
import { hasSecondStep } from '../second-step/factors.ts'
import { recordSecurity } from '../record-security.ts'
import { signUpLanguage } from '../sign-up/signup.ts'
import type { User } from '../users/users.ts'
import { isMoreAsked } from './may-manage.ts'

/** By mail, and in the audit logs of the person's shops. */
export async function notifyPasskey(
  platform: Platform,
  tx: Tx,
  user: User,
  { what, name, by = 'self' }: { what: 'added' | 'removed'; name: string; by?: 'self' | 'service' },
  request: FastifyRequest,
): Promise<void> {
  const { config } = platform
  const language = signUpLanguage(user.user_metadata, request)
  const texts = mailTexts(language)
  // No promise of a way that is closed to this person.
  const notYou =
    what === 'added' && (hasSecondStep(user) || (await isMoreAsked(tx, user.id)))
      ? 'passkey.added.not_you_more'
      : (`passkey.${what}.not_you` as const)
  const values = { brand: config.BRAND_NAME, email: user.email, passkey: name }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  const email = renderEmail({
    ...frame(config, language),
    to: user.email,
    subject: text(`passkey.${what}.subject`),
    preview: text(`passkey.${what}.preview`),
    heading: text(`passkey.${what}.subject`),
    paragraphs: [text(`passkey.${what}.body`), text(notYou)],
    button: { label: text('passkey.button'), href: `${config.publicUrl}/dashboard/account#passkeys` },
    small: [],
    reason: text('password.reason'),
  })
  await platform.jobs.enqueue(tx, { kind: 'send mail', payload: email })
  await recordSecurity(platform, tx, { personId: user.id, act: `passkey-${what}`, by }, request)
}
