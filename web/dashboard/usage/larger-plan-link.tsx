import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { usageTexts } from '#shared/texts/usage-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { buttonClass } from '#web/kit/button.tsx'

/** The way to a larger plan. */
export function LargerPlanLink({ look }: { look: 'filled' | 'quiet' }) {
  const texts = useTexts(usageTexts)
  return (
    <Link className={look === 'filled' ? buttonClass('filled') : 'link'} to={addresses.billing}>
      {texts.upgrade}
    </Link>
  )
}
