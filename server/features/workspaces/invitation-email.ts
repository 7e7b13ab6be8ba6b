import { fold } from '#shared/rules/text/fold.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { Config } from '#server/config.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { texts } from '#shared/texts/account/workspaces-texts.ts'
import type { Language } from '#shared/words.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

export type InvitationFacts = { workspace: string; inviter: string; email: string; link: string; language: Language }

/** Names typed by strangers are quoted, short, plain text, and dropped if they could be a link or pass for our words: anti-phishing. */
export function invitationEmail(config: Config, facts: InvitationFacts): Email {
  const brand = config.BRAND_NAME
  const inviter = harmless(short(facts.inviter)) || brand
  const shop = harmless(short(facts.workspace))
  const workspace = shop ? `“${shop}”` : texts(facts.language)['invitation.some_shop']
  const values = { brand, workspace, inviter, email: facts.email }
  const text = (key: keyof ReturnType<typeof texts>) => fillText(texts(facts.language)[key], values)
  return renderEmail({
    to: facts.email,
    language: facts.language,
    brand,
    publicUrl: config.publicUrl,
    subject: text('invitation.subject'),
    preview: text('invitation.preview'),
    heading: text('invitation.heading'),
    paragraphs: [text('invitation.body')],
    button: { label: text('invitation.button'), href: facts.link },
    small: [text('invitation.life')],
    pasteHint: fillText(mailTexts(facts.language)['link.paste'], values),
    reason: text('invitation.reason'),
    about: fillText(mailTexts(facts.language)['footer.about'], { brand }),
  })
}

function short(name: string): string {
  const line = oneLine(name)
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line
}

const link = /[@/\\:]|\bwww\b|[\p{L}\d]\.[\p{L}\d]{2,}|\d[\d\s.-]{7,}/iu
const alarm =
  /\b(bao mat|an ninh|an toan|xac minh|xac thuc|xac nhan|mat khau|tai khoan|canh bao|khan cap|dang nhap|bi khoa|tam khoa|ma otp|otp|trung thuong|qua tang|security|secure|verify|verification|password|account|alert|warning|urgent|suspended|locked|sign-?in|log-?in|login|support|admin|click|prize|winner)\b/

/** Quotes inside could end ours. */
function harmless(name: string): string {
  const plain = name.replaceAll(/["“”«»<>]/g, '').trim()
  return link.test(plain) || alarm.test(fold(plain)) ? '' : plain
}
