import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { formatCount } from '#web/dashboard/campaigns/format-count.ts'
import { money } from '#web/dashboard/campaigns/read-campaigns.ts'
import type { useDraft } from './use-draft.ts'

const paid: RouteName = 'facebook.marketing'

/** For customers whom only messages billed by Meta reach. */
export function PaidOffer({
  preview: { paid: offer },
  writing: { draft, change },
}: {
  preview: BroadcastPreview
  writing: ReturnType<typeof useDraft>
}) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const others = draft.routes.filter(route => route !== paid)
  const uses = others.length < draft.routes.length
  if (!uses && !offer) return null
  const words = { count: formatCount(offer?.count ?? 0, language), each: money(offer?.each ?? 0, language) }
  return (
    <div className="campaign-paid">
      <p className="hint">{offer ? fill(texts.paidOffer, words) : texts.paidOn}</p>
      {offer && (
        <Button size="sm" onClick={() => change({ routes: [...others, paid], max_each: offer.each })}>
          {fill(texts.sendPaid, words)}
        </Button>
      )}
      {uses && (
        <Button size="sm" onClick={() => change({ routes: others, max_each: null })}>
          {texts.onlyFree}
        </Button>
      )}
    </div>
  )
}
