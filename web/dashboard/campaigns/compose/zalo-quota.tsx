import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useLimitedAccounts } from '#web/parts/channels/templates.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'

/** What Zalo says is left, where the broadcast takes from it. */
export function ZaloQuota({ preview }: { preview: BroadcastPreview }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const accounts = useLimitedAccounts()
  const needed = preview.now.reduce((sum, { route, count }) => sum + (route === 'zalo.consultation' ? count : 0), 0)
  if (needed === 0) return null
  return accounts.map(({ channelId, name, left, total, readAt }) => {
    const [shownLeft, shownTotal] = [numberFormat(language).format(left), numberFormat(language).format(total)]
    const words = { name, left: shownLeft, total: shownTotal, time: times.dateAndClock(readAt) }
    return left < needed ? (
      <Notice key={channelId}>{fill(texts.zaloShort, words)}</Notice>
    ) : (
      <p key={channelId} className="hint">
        {fill(texts.zaloLeft, words)}
      </p>
    )
  })
}
