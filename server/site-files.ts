import { isDocument } from '#shared/addresses.ts'
import { siteTexts } from '#shared/texts/site/site-texts.ts'
import type { Language } from '#shared/words.ts'

export type ListedDocument = { file: string; path: string; language: Language; variant: string; listed: boolean }

export function robotsText(address: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /auth',
    'Disallow: /dashboard',
    'Disallow: /error',
    'Disallow: /en/error',
    'Disallow: /widget/',
    `Sitemap: ${address}/sitemap.xml`,
    '',
  ].join('\n')
}

export function siteMapOf(address: string, documents: ListedDocument[]): string {
  const pages = documents.filter(document => document.listed && document.variant === '')
  const entries = pages.map(({ path, language, file }) => {
    const name = file.replace(/^[a-z]+\//, '')
    const pair = pages.filter(other => other.file.endsWith(`/${name}`))
    const others = pair.map(
      other => `<xhtml:link rel="alternate" hreflang="${other.language}" href="${address}${other.path}"/>`,
    )
    const plain = isDocument(path) && language === 'vi'
    return `<url><loc>${address}${path}</loc>${others.join('')}<priority>${plain && path === '/' ? '1.0' : '0.7'}</priority></url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

export function manifestOf(brand: string, language: Language): string {
  const icon = (size: number) => ({ src: `/brand/sen-icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
  return JSON.stringify({
    name: brand,
    short_name: brand,
    description: siteTexts(language).footLine,
    lang: language,
    start_url: '/dashboard',
    display: 'standalone',
    background_color: '#f1f5f2',
    theme_color: '#0a3a2d',
    icons: [icon(192), icon(512), { ...icon(512), purpose: 'maskable' }],
  })
}
