import { renderToStaticMarkup } from 'react-dom/server'
import { addressIn } from '#shared/addresses.ts'
import { siteTexts } from '#shared/texts/site/site-texts.ts'
import { type Language, languages } from '#shared/words.ts'
import { documents } from './site/documents-list.ts'
import { SiteLayout } from './site/frame/site-layout.tsx'
import { SiteHead } from './site/frame/site-head.tsx'
import type { Built, DocumentPage, WrittenDocument } from './site/document-page.ts'

/** Runs at build time; no React reaches the browser. */
export function renderDocuments(built: Built): WrittenDocument[] {
  return documents.flatMap(page =>
    languages.flatMap(language => page.variants.map(variant => renderDocument(page, language, variant, built))),
  )
}

function renderDocument(page: DocumentPage, language: Language, variant: string, built: Built): WrittenDocument {
  const t = siteTexts(language)
  const props = { page, language, variant, t, built }
  const html = renderToStaticMarkup(
    <html lang={language}>
      <SiteHead {...props} />
      <SiteLayout {...props}>
        <page.Body {...props} />
      </SiteLayout>
    </html>,
  )
  return {
    file: `${language}/${page.name}${variant && `-${variant}`}.html`,
    path: addressIn(language, page.address),
    language,
    variant,
    listed: page.listed,
    html: `<!doctype html>${insertFirstScript(html, built.first)}`,
  }
}

/** The language and theme script must not wait for anything after it. */
function insertFirstScript(html: string, first: string): string {
  return html.replace(/<meta name="viewport"[^>]*>/, viewport => `${viewport}<script>${first}</script>`)
}
