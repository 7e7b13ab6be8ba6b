import { renderEmail } from '#platform/mail/email-template.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { Platform } from '#platform/platform.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { texts } from '#shared/texts/account/workspaces-texts.ts'
import type { Language } from '#shared/words.ts'

export function goodbyeEmail(platform: Platform, to: string, name: string, language: Language): Email {
  return email(platform, 'goodbye', to, language, { name: name || to })
}

export function closedEmail(platform: Platform, to: string, workspace: string, language: Language): Email {
  return email(platform, 'closed', to, language, { workspace })
}

export function forgottenEmail(platform: Platform, to: string, workspace: string, language: Language): Email {
  return email(platform, 'forgotten', to, language, { workspace })
}

function email(
  { config }: Platform,
  kind: 'goodbye' | 'closed' | 'forgotten',
  to: string,
  language: Language,
  values: Record<string, string>,
): Email {
  const brand = config.BRAND_NAME
  const text = (part: 'subject' | 'preview' | 'heading' | 'body' | 'rest' | 'reason') =>
    fillText(texts(language)[`${kind}.${part}`], { brand, ...values })
  return renderEmail({
    to,
    language,
    brand,
    publicUrl: config.publicUrl,
    subject: text('subject'),
    preview: text('preview'),
    heading: text('heading'),
    paragraphs: [text('body')],
    small: [text('rest')],
    reason: text('reason'),
    about: fillText(mailTexts(language)['footer.about'], { brand }),
  })
}
