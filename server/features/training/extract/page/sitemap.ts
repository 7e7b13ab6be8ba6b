import { XMLParser } from 'fast-xml-parser'
import { ExtractError, type Extracted } from '../extractor.ts'
import { decodePage } from './page-charset.ts'

const maxLinks = 2_000

/** Pages or further sitemaps. Custom entities are not expanded. */
export async function readSitemap(bytes: Uint8Array): Promise<Extracted> {
  const links: string[] = []
  try {
    const parsed = new XMLParser({ ignoreAttributes: true, processEntities: true, removeNSPrefix: true }).parse(
      decodePage(bytes),
    ) as Tree
    for (const [list, entry] of [
      ['urlset', 'url'],
      ['sitemapindex', 'sitemap'],
    ] as const) {
      const found = branch(parsed[list])?.[entry]
      for (const one of [found].flat()) {
        const address = branch(one)?.['loc']
        if (typeof address === 'string' && links.length < maxLinks) links.push(address.trim())
      }
    }
  } catch {
    throw new ExtractError('page_type')
  }
  return { text: '', page: { title: '', canonical: null, links } }
}

type Tree = Record<string, unknown>

function branch(value: unknown): Tree | undefined {
  return typeof value === 'object' && value !== null ? (value as Tree) : undefined
}
