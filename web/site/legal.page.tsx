import { refundPolicy } from '#shared/rules/refund.ts'
import { fill } from '#web/parts/texts.ts'
import { contentOf } from './content.ts'
import type { DocumentProps } from './document-page.ts'
import { LongText } from './long-text.tsx'

/** The day from which these texts hold. */
const since = { vi: '22/11/2026', en: '22 November 2026' }

export function TermsPage(props: DocumentProps) {
  return <Legal {...props} text={contentOf(props.language, 'terms')} />
}

export function PrivacyPage(props: DocumentProps) {
  return <Legal {...props} text={contentOf(props.language, 'privacy')} />
}

/** Its numbers are those of the rule that decides refunds. */
export function RefundPage(props: DocumentProps) {
  const { autoWindowDays, guaranteeWindowDays, maxUsageRatio, autoProcessing, reviewProcessing } = refundPolicy
  const numbers = {
    auto_days: autoWindowDays,
    guarantee_days: guaranteeWindowDays,
    usage: `${maxUsageRatio * 100}%`,
    auto_from: autoProcessing[0],
    auto_to: autoProcessing[1],
    review_from: reviewProcessing[0],
    review_to: reviewProcessing[1],
    times: refundPolicy.maxPerTenantPer12Months,
  }
  return <Legal {...props} text={fill(contentOf(props.language, 'refund'), numbers)} />
}

function Legal(props: DocumentProps & { text: string }) {
  const { language, t } = props
  return <LongText {...props} note={fill(t.updated, { date: since[language] })} />
}
