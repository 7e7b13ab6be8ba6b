import type { FastifyRequest } from 'fastify'
import type { Tx } from '#platform/sql/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Platform } from '#platform/platform.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { frame } from '../email-links/mails.ts'
import { recordSecurity } from '../record-security.ts'
import { signUpLanguage } from '../sign-up/signup.ts'
import type { User } from '../users/users.ts'

const acts = {
  on: 'second-step-on',
  off: 'second-step-off',
  codes: 'recovery-codes-made',
  recovered: 'recovery-code-used',
} as const

export async function notifySecondStep(
  platform: Platform,
  tx: Tx,
  user: User,
  what: keyof typeof acts,
  request: FastifyRequest,
  by: 'self' | 'service' = 'self',
): Promise<void> {
  const { config } = platform
  const language = signUpLanguage(user.user_metadata, request)
  const texts = mailTexts(language)
  const values = { brand: config.BRAND_NAME, email: user.email }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  const email = renderEmail({
    ...frame(config, language),
    to: user.email,
    subject: text(`step.${what}.subject`),
    preview: text(`step.${what}.preview`),
    heading: text(`step.${what}.subject`),
    paragraphs: [text(`step.${what}.body`), text('step.not_you')],
    button: { label: text('password.button'), href: `${config.publicUrl}/auth` },
    small: [],
    reason: text('password.reason'),
  })
  await platform.jobs.enqueue(tx, { kind: 'send mail', payload: email })
  await recordSecurity(platform, tx, { personId: user.id, act: acts[what], by }, request)
}
