import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { usageTexts } from '#shared/texts/billing/usage-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { isPaidFor } from '#web/parts/workspace/plan-prices.ts'
import { useSubscription } from '#web/parts/workspace/plans.ts'
import { buttonClass } from '#web/kit/button.tsx'

export function MoreMessagesLink() {
  const texts = useTexts(usageTexts)
  const { data: subscription } = useSubscription()
  if (!isPaidFor(subscription)) return null
  return (
    <Link className="link" to={`${addresses.billing}?buy=messages`}>
      {texts.more}
    </Link>
  )
}

export function LargerPlanLink({ look }: { look: 'filled' | 'quiet' }) {
  const texts = useTexts(usageTexts)
  return (
    <Link className={look === 'filled' ? buttonClass('filled') : 'link'} to={addresses.billing}>
      {texts.upgrade}
    </Link>
  )
}
