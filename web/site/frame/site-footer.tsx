import { addresses } from '#shared/addresses.ts'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import type { DocumentProps } from '#web/site/document-page.ts'
import { DocumentLink } from './document-link.tsx'
import { LanguageLinks } from './language-links.tsx'

const columns = [
  {
    title: 'product',
    links: [
      ['features', addresses.features],
      ['pricing', addresses.pricing],
      ['guide', addresses.guide],
      ['chat', addresses.chat],
    ],
  },
  {
    title: 'company',
    links: [
      ['about', addresses.about],
      ['contact', addresses.contact],
      ['statusHead', addresses.status],
      ['paymentGuide', addresses.paymentGuide],
    ],
  },
  {
    title: 'legal',
    links: [
      ['terms', addresses.terms],
      ['privacy', addresses.privacy],
      ['refund', addresses.refund],
    ],
  },
] as const

export function SiteFooter(props: DocumentProps) {
  const { language, t } = props
  return (
    <footer className="site-foot">
      <div className="wide">
        <div className="foot-columns">
          <div>
            <span className="brand">
              <BrandMark onLeaf />
              {'{{brand}}'}
            </span>
            <p>{t.footLine}</p>
          </div>
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2>{t[title]}</h2>
              <ul>
                {links.map(([text, address]) => (
                  <li key={address}>
                    <DocumentLink language={language} to={address}>
                      {t[text]}
                    </DocumentLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="foot-line">
          <span>© {'{{brand}}'}</span>
          <LanguageLinks {...props} />
        </div>
      </div>
    </footer>
  )
}
