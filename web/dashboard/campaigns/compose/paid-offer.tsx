import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { money } from '#web/dashboard/campaigns/read-campaigns.ts'
import { draftWithWays, waysOfDraft } from './paid-draft.ts'
import type { useDraft } from './use-draft.ts'

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
  const uses = waysOfDraft(draft).meta
  if (!uses && !offer) return null
  const words = { count: numberFormat(language).format(offer?.count ?? 0), each: money(offer?.each ?? 0, language) }
  return (
    <div className="campaign-paid">
      <p className="hint">{offer ? fill(texts.paidOffer, words) : texts.paidOn}</p>
      {offer && (
        <Button size="sm" onClick={() => change(draftWithWays(draft, { meta: true }, offer.each))}>
          {fill(texts.sendPaid, words)}
        </Button>
      )}
      {uses && (
        <Button size="sm" onClick={() => change(draftWithWays(draft, { zalo: false, meta: false }))}>
          {texts.onlyFree}
        </Button>
      )}
    </div>
  )
}
