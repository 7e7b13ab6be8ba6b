import type { ReactNode } from 'react'
import { addresses } from '#shared/addresses.ts'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import type { DocumentProps } from '#web/site/document-page.ts'
import { DocumentLink } from './document-link.tsx'
import { LanguageLinks } from './language-links.tsx'
import { SiteFooter } from './site-footer.tsx'

export function SiteLayout({ children, ...props }: DocumentProps & { children: ReactNode }) {
  const { page, t } = props
  const bare = page.name === 'error' || page.name === 'not-found'
  return (
    <body data-page={page.name} data-chat="{{chat}}">
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <SiteHeader {...props} bare={bare} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!bare && page.name !== 'chat-with-us' && <SiteFooter {...props} />}
      <div className="offline-note" role="status" data-island="offline" data-text={t.offline} />
    </body>
  )
}

const menu = [
  ['features', addresses.features],
  ['pricing', addresses.pricing],
  ['guide', addresses.guide],
  ['about', addresses.about],
  ['contact', addresses.contact],
] as const

function SiteHeader({ page, language, t, bare }: DocumentProps & { bare: boolean }) {
  const items = menu.map(([text, address]) => (
    <DocumentLink key={address} language={language} to={address} current={page.address === address}>
      {t[text]}
    </DocumentLink>
  ))
  return (
    <header className="site-head wide">
      <DocumentLink language={language} to={addresses.home} className="brand">
        <BrandMark />
        {'{{brand}}'}
      </DocumentLink>
      {!bare && (
        <nav className="site-menu" aria-label={t.mainMenu}>
          {items}
        </nav>
      )}
      <span className="fill" />
      <LanguageLinks page={page} language={language} t={t} as="nav" />
      {!bare && (
        <>
          <a className="btn btn-outline session-out" href={addresses.auth}>
            {t.signIn}
          </a>
          <a className="btn btn-outline session-in" href={addresses.dashboard}>
            {t.toDashboard}
          </a>
          <details className="site-drawer" data-island="menu">
            <summary aria-label={t.openMenu}>
              <Icon name="menu" size="lg" />
            </summary>
            <nav aria-label={t.openMenu}>{items}</nav>
          </details>
        </>
      )}
    </header>
  )
}
