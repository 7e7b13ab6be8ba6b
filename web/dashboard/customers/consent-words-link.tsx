import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { consentWordsTexts } from '#shared/texts/customers/consent-words-texts.ts'
import { useTexts } from '#web/data/language.tsx'

export function ConsentWordsLink() {
  const texts = useTexts(consentWordsTexts)
  return (
    <p>
      <Link className="link link-alone" to={addresses.campaignRules}>
        {texts.title}
      </Link>
    </p>
  )
}
