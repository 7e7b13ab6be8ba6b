import { fill } from '#web/parts/language/texts.ts'
import { contentOf } from './content.ts'
import type { DocumentProps } from './document-page.ts'
import { LongText } from './long-text.tsx'

/** When these texts took effect. */
const since = { vi: '22/11/2026', en: '22 November 2026' }

export function TermsPage(props: DocumentProps) {
  return <Legal {...props} text={contentOf(props.language, 'terms')} />
}

export function PrivacyPage(props: DocumentProps) {
  return <Legal {...props} text={contentOf(props.language, 'privacy')} />
}

export function RefundPage(props: DocumentProps) {
  return <Legal {...props} text={contentOf(props.language, 'refund')} />
}

function Legal(props: DocumentProps & { text: string }) {
  const { language, t } = props
  return <LongText {...props} note={fill(t.updated, { date: since[language] })} />
}
