import { renderEmail } from '#platform/mail/email-template.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { Config } from '#server/config.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { siteTexts } from '#shared/texts/site/site-mail-texts.ts'
import type { ContactPoint } from '#shared/rules/contacts/contact-point.ts'
import type { Language } from '#shared/words.ts'

export type ReceivedRequest = { id: string; name: string; contact: ContactPoint; message: string; language: Language }
export type Reader = { email: string; language: Language }

export function noticeEmail(config: Config, reader: Reader, request: ReceivedRequest): Email {
  const texts = siteTexts(reader.language)
  const { kind, value } = request.contact
  const text = filler(texts, { brand: config.BRAND_NAME, contact: value, name: request.name || '–' })
  const lines = request.message ? request.message.split(/\n+/) : [text('notice.no_message')]
  return renderEmail({
    ...frame(config, reader.language),
    to: reader.email,
    subject: text('notice.subject'),
    preview: lines[0] ?? '',
    heading: text('notice.heading'),
    paragraphs: [text('notice.from'), ...lines],
    button: { label: text(`notice.${kind}`), href: kind === 'email' ? `mailto:${value}` : `tel:${value}` },
    small: [],
    reason: text('notice.reason'),
  })
}

/** Quotes nothing of the message: the address may be a stranger's. */
export function thanksEmail(config: Config, to: string, language: Language): Email {
  const text = filler(siteTexts(language), { brand: config.BRAND_NAME })
  return renderEmail({
    ...frame(config, language),
    to,
    subject: text('thanks.subject'),
    preview: text('thanks.preview'),
    heading: text('thanks.heading'),
    paragraphs: [text('thanks.body')],
    button: { label: text('thanks.button'), href: `${config.publicUrl}${language === 'en' ? '/en' : ''}/guide` },
    small: [],
    reason: text('thanks.reason'),
  })
}

function filler<K extends string>(texts: Record<K, string>, values: Record<string, string>): (key: K) => string {
  return key => fillText(texts[key], values)
}

function frame(config: Config, language: Language) {
  const about = fillText(mailTexts(language)['footer.about'], { brand: config.BRAND_NAME })
  return { language, brand: config.BRAND_NAME, publicUrl: config.publicUrl, about }
}
