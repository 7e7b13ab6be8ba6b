import { layOut } from '#platform/letter.ts'
import type { Letter } from '#platform/mail.ts'
import type { Config } from '#server/config.ts'
import { fillText, mailTexts } from '#shared/texts/mail-texts.ts'
import { texts } from '#shared/texts/workspaces-texts.ts'
import type { Language } from '#shared/words.ts'

export type InvitationTold = { workspace: string; inviter: string; email: string; link: string; language: Language }

/** Tells who is invited by whom, and where to accept. Names are plain text, and short: no advertisement travels in them. */
export function invitationLetter(config: Config, told: InvitationTold): Letter {
  const brand = config.BRAND_NAME
  const values = { brand, workspace: short(told.workspace), inviter: short(told.inviter) || brand, email: told.email }
  const text = (key: keyof ReturnType<typeof texts>) => fillText(texts(told.language)[key], values)
  return layOut({
    to: told.email,
    language: told.language,
    brand,
    publicUrl: config.publicUrl,
    subject: text('invitation.subject'),
    preview: text('invitation.preview'),
    heading: text('invitation.heading'),
    paragraphs: [text('invitation.body')],
    button: { label: text('invitation.button'), href: told.link },
    small: [text('invitation.life')],
    pasteHint: fillText(mailTexts(told.language)['link.paste'], values),
    reason: text('invitation.reason'),
    about: fillText(mailTexts(told.language)['footer.about'], { brand }),
  })
}

function short(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line
}
