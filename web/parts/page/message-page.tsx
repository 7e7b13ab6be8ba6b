import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import { LanguageSwitch } from '#web/parts/language/language-switch.tsx'
import { pageConfig } from './page-config.ts'
import { usePageTitle } from './page-title.ts'
import { SkipLink } from './skip-link.tsx'
import './message.css'
import { ErrorIllustration } from '#web/parts/illustrations/error-illustration.tsx'

export function MessagePage({
  title,
  text,
  actions,
  code,
}: {
  title: string
  text: ReactNode
  actions: ReactNode
  code?: string | undefined
}) {
  const texts = useTexts(authTexts)
  usePageTitle(title)
  return (
    <div className="message-page">
      <SkipLink text={texts.skip} />
      <header>
        <Link to={addresses.home} reloadDocument className="brand">
          <BrandMark />
          {pageConfig().brand}
        </Link>
        <LanguageSwitch label={texts.languageChoice} />
      </header>
      <main id="main" tabIndex={-1}>
        <div className="message">
          <ErrorIllustration />
          <h1>{title}</h1>
          <p>{text}</p>
          <div className="actions">{actions}</div>
          {code && <div className="code">{code}</div>}
        </div>
      </main>
    </div>
  )
}
