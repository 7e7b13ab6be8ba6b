import type { Config } from '#server/config.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Email } from '#platform/mail/mail.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import type { Language } from '#shared/words.ts'
import type { TokenKind } from './one-time-tokens.ts'
import { fullName, type User } from '../users/users.ts'

const partOf = {
  signup: 'confirm',
  recovery: 'recovery',
  magiclink: 'magic',
  invite: 'invite',
  email_change_current: 'leave',
  email_change_new: 'move',
} as const satisfies Partial<Record<TokenKind, string>>

export type LinkKind = keyof typeof partOf

type Addressed<K extends TokenKind> = { kind: K; email: string; language: Language }

export function linkEmail(config: Config, order: Addressed<LinkKind>, user: User, link: string, code: string): Email {
  const texts = mailTexts(order.language)
  const name = greetable(fullName(user))
  const values = {
    brand: config.BRAND_NAME,
    name,
    code,
    email: user.email,
    new_email: user.email_change ?? '',
    life: lifetime(config.AUTH_CODE_SECONDS, order.language),
  }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  const part = partOf[order.kind]
  return renderEmail({
    ...frame(config, order.language),
    to: order.email,
    subject: text(`${part}.subject`),
    preview: text(`${part}.preview`),
    heading: text(name ? `${part}.heading` : `${part}.heading_plain`),
    paragraphs: [text(`${part}.body`)],
    button: { label: text(`${part}.button`), href: link },
    small: [text('link.life')],
    pasteHint: text('link.paste'),
    afterLink: text('link.code'),
    reason: text(`${part}.reason`),
  })
}

export function codeEmail(config: Config, order: Addressed<'reauthentication'>, user: User, code: string): Email {
  const texts = mailTexts(order.language)
  const values = {
    brand: config.BRAND_NAME,
    code,
    email: user.email,
    life: lifetime(config.AUTH_CODE_SECONDS, order.language),
  }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  return renderEmail({
    ...frame(config, order.language),
    to: order.email,
    subject: text('code.subject'),
    preview: text('code.preview'),
    heading: text('code.heading'),
    paragraphs: [text('code.body')],
    small: [text('code.life')],
    reason: text('code.reason'),
  })
}

export function emailChangedEmail(config: Config, language: Language, user: User, newEmail: string): Email {
  const texts = mailTexts(language)
  const values = { brand: config.BRAND_NAME, email: user.email, new_email: newEmail, support: config.SUPPORT_EMAIL }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  return renderEmail({
    ...frame(config, language),
    to: user.email,
    subject: text('moved.subject'),
    preview: text('moved.preview'),
    heading: text('moved.subject'),
    paragraphs: [text('moved.body'), text(config.SUPPORT_EMAIL ? 'moved.not_you' : 'moved.not_you_plain')],
    small: [],
    reason: text('password.reason'),
  })
}

/** @param passkeys their names: they open the account as before */
export function passwordChangedEmail(config: Config, language: Language, user: User, passkeys: string[]): Email {
  const texts = mailTexts(language)
  const values = { brand: config.BRAND_NAME, email: user.email, passkeys: passkeys.join(', ') }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  return renderEmail({
    ...frame(config, language),
    to: user.email,
    subject: text('password.subject'),
    preview: text('password.preview'),
    heading: text('password.subject'),
    paragraphs: [
      text('password.body'),
      ...(passkeys.length > 0 ? [text('password.passkeys')] : []),
      text('password.not_you'),
    ],
    button: { label: text('password.button'), href: `${config.publicUrl}/auth` },
    small: [],
    reason: text('password.reason'),
  })
}

export function frame(config: Config, language: Language) {
  return {
    language,
    brand: config.BRAND_NAME,
    publicUrl: config.publicUrl,
    about: fillText(mailTexts(language)['footer.about'], { brand: config.BRAND_NAME }),
  }
}

/** Only plausible names, so that nobody advertises to strangers through our mails. */
function greetable(name: string): string {
  return name.length <= 60 && /^[\p{L}\p{M}'’. -]+$/u.test(name) && !/\S\.\S/.test(name) ? name : ''
}

function lifetime(seconds: number, language: Language): string {
  const hours = seconds % 3600 === 0 && seconds > 3600
  const count = Math.round(hours ? seconds / 3600 : seconds / 60)
  if (language === 'en') return `${count} ${hours ? 'hours' : count === 1 ? 'minute' : 'minutes'}`
  return `${count} ${hours ? 'giờ' : 'phút'}`
}
