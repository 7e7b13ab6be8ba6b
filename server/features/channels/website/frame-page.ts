import { fill, widgetTexts, type WidgetLanguage } from '#shared/texts/chat/widget-texts.ts'
import { frameAncestors } from '#shared/rules/website/website-domain.ts'

const turnstile = 'https://challenges.cloudflare.com'

export type FramePage = {
  widget: string
  origin: string
  name: string
  brand: string
  greeting: { vi: string; en: string }
  /** null: the lotus */
  avatar: string | null
  starters: { vi: string[]; en: string[] }
  house: boolean
  locale: WidgetLanguage
  script: string
  styles: string[]
}

/** No inline script or style: the policy forbids them. */
export function framePage(page: FramePage): string {
  const data: Record<string, string> = {
    widget: page.widget,
    origin: page.origin,
    name: page.name,
    brand: page.brand,
    greeting: page.greeting.vi,
    'greeting-en': page.greeting.en,
    ...(page.avatar && { avatar: page.avatar }),
    ...(page.starters.vi.length > 0 && { starters: JSON.stringify(page.starters) }),
    ...(page.house && { house: 'yes' }),
  }
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escape(value)}"`)
  const styles = page.styles.map(file => `<link rel="stylesheet" href="/widget/v1/${escape(file)}">`)
  return document(
    page.locale,
    attributes.join(''),
    escape(page.name),
    `${styles.join('')}<script type="module" src="/widget/v1/${escape(page.script)}"></script>`,
    '<main id="chat"></main>',
  )
}

export function notAllowedPage(locale: WidgetLanguage): string {
  const texts = widgetTexts(locale)
  const words = `<main><h1>${escape(texts.notAllowedTitle)}</h1><p>${escape(fill(texts.notAllowed, {}))}</p></main>`
  return document(locale, '', escape(texts.notAllowedTitle), '', words)
}

/** Only registered pages may frame it. */
export function framePolicy(domains: readonly string[], withTurnstile: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self'${withTurnstile ? ` ${turnstile}` : ''}`,
    ...(withTurnstile ? [`frame-src ${turnstile}`] : []),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(domains)}`,
  ].join('; ')
}

function document(locale: string, attributes: string, title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="${locale}"${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title>${head}</head><body>${body}</body></html>
`
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
