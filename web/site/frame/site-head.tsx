import { addressIn } from '#shared/addresses.ts'
import type { DocumentProps } from '#web/site/document-page.ts'

export function SiteHead(props: DocumentProps) {
  const { page, language, t, built } = props
  const other = language === 'vi' ? 'en' : 'vi'
  const at = (which: 'vi' | 'en') => `{{address}}${addressIn(which, page.address)}`
  const title = t[page.title]
  const description = t[page.description]
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <style dangerouslySetInnerHTML={{ __html: built.sheet }} />
      <script type="module" src={built.islands} async />
      {page.listed ? (
        <>
          <link rel="canonical" href={at(language)} />
          <link rel="alternate" hrefLang="vi" href={at('vi')} />
          <link rel="alternate" hrefLang="en" href={at('en')} />
          <link rel="alternate" hrefLang="x-default" href={at('vi')} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#f1f5f2" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0a1310" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/brand/sen-mark-16.svg" sizes="16x16" type="image/svg+xml" />
      <link rel="icon" href="/brand/sen-mark.svg" sizes="any" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/brand/sen-icon-180.png" />
      <link rel="manifest" href={`/manifest-${language}.webmanifest`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="{{brand}}" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={at(language)} />
      <meta property="og:locale" content={language === 'vi' ? 'vi_VN' : 'en_US'} />
      <meta property="og:locale:alternate" content={other === 'vi' ? 'vi_VN' : 'en_US'} />
      <meta property="og:image" content={`{{address}}/brand/preview-${language}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t.heroTitle.replaceAll('\n', ' ')} />
      <meta name="twitter:card" content="summary_large_image" />
      {page.facts?.(props).map((fact, number) => (
        <script
          key={number}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(fact).replaceAll('<', '\\u003c') }}
        />
      ))}
      <script type="speculationrules" dangerouslySetInnerHTML={{ __html: nextPages }} />
    </head>
  )
}

/** Where prerendering is off (low memory, low battery), the prefetch still helps. */
const near = [{ source: 'document', where: { selector_matches: 'a[data-next]' }, eagerness: 'moderate' }]
const nextPages = JSON.stringify({ prefetch: near, prerender: near })
