import type { Config } from '#server/config.ts'
import { layOut } from '#platform/letter.ts'
import type { Letter } from '#platform/mail.ts'
import { fillText, mailTexts } from '#shared/texts/mail-texts.ts'
import type { Language } from '#shared/words.ts'
import type { LinkOrder } from './mail-link.ts'
import { fullName, type User } from './users.ts'

/** The letter with a link and the digits that mean the same. */
export function linkLetter(config: Config, order: LinkOrder, user: User, link: string, code: string): Letter {
  const texts = mailTexts(order.language)
  const name = greetable(fullName(user))
  const values = {
    brand: config.BRAND_NAME,
    name,
    code,
    email: user.email,
    life: life(config.AUTH_CODE_SECONDS, order.language),
  }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  const part = order.kind === 'signup' ? 'confirm' : 'recovery'
  return layOut({
    ...frame(config, order.language),
    to: user.email,
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

/** Tells the owner of an account that its password is another one now. */
export function passwordChangedLetter(config: Config, language: Language, user: User): Letter {
  const texts = mailTexts(language)
  const values = { brand: config.BRAND_NAME, email: user.email }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  return layOut({
    ...frame(config, language),
    to: user.email,
    subject: text('password.subject'),
    preview: text('password.preview'),
    heading: text('password.subject'),
    paragraphs: [text('password.body'), text('password.not_you')],
    button: { label: text('password.button'), href: `${config.publicUrl}/auth` },
    small: [],
    reason: text('password.reason'),
  })
}

function frame(config: Config, language: Language) {
  return {
    language,
    brand: config.BRAND_NAME,
    publicUrl: config.publicUrl,
    about: fillText(mailTexts(language)['footer.about'], { brand: config.BRAND_NAME }),
  }
}

/** A name only where it looks like one: nobody sends strangers an advertisement through our letters. */
function greetable(name: string): string {
  return name.length <= 60 && /^[\p{L}\p{M}'’. -]+$/u.test(name) && !/\S\.\S/.test(name) ? name : ''
}

function life(seconds: number, language: Language): string {
  const hours = seconds % 3600 === 0 && seconds > 3600
  const count = Math.round(hours ? seconds / 3600 : seconds / 60)
  if (language === 'en') return `${count} ${hours ? 'hours' : count === 1 ? 'minute' : 'minutes'}`
  return `${count} ${hours ? 'giờ' : 'phút'}`
}
