import { oneLine } from '#shared/rules/text/one-line.ts'
import { tidyText } from '../clean-text.ts'
import { type DomNode } from './page.ts'

const maxLinks = 2_000

export function pageLinks(page: DomNode, url: string): string[] {
  const base = absolute(page.querySelector('base[href]')?.getAttribute('href') ?? url, url) ?? url
  const found = new Set<string>()
  for (const link of page.querySelectorAll('a[href],area[href]')) {
    if (found.size >= maxLinks) break
    const target = absolute(link.getAttribute('href') ?? '', base)
    if (target) found.add(target)
  }
  return [...found]
}

export function canonicalOf(page: DomNode, url: string): string | null {
  const href = page.querySelector('link[rel~=canonical][href]')?.getAttribute('href')
  return (href && absolute(href, url)) || null
}

/** Its only h1, else its title without the site's name. */
export function titleOf(page: DomNode): string {
  const headings = [...page.querySelectorAll('h1')].map(heading => oneLine(heading.textContent)).filter(Boolean)
  const title = oneLine(page.querySelector('title')?.textContent ?? '')
  const [only = ''] = headings
  const best = headings.length === 1 && only.length <= 120 ? only : title.split(/\s+[|–—]\s+/)[0] || only
  return [...oneLine(tidyText(best))].slice(0, 180).join('')
}

function absolute(href: string, base: string): string | undefined {
  const trimmed = href.trim()
  if (trimmed === '' || trimmed.startsWith('#') || !URL.canParse(trimmed, base)) return undefined
  const target = new URL(trimmed, base)
  return target.protocol === 'http:' || target.protocol === 'https:' ? target.href : undefined
}
