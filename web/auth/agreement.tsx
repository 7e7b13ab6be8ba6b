import { Fragment } from 'react'
import { addressIn, addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'

/** The texts open beside the form, so that nothing typed is lost. */
export function Agreement() {
  const texts = useTexts(authTexts)
  const { language } = useLanguage()
  const links = { '{terms}': [texts.terms, addresses.terms], '{privacy}': [texts.privacy, addresses.privacy] } as const
  return (
    <p className="hint">
      {texts.agreeing.split(/(\{\w+\})/).map(part => {
        const [text, address] = links[part as keyof typeof links] ?? []
        if (!address) return <Fragment key={part}>{part}</Fragment>
        return (
          <a key={part} className="link" href={addressIn(language, address)} target="_blank" rel="noreferrer">
            {text}
          </a>
        )
      })}
    </p>
  )
}
