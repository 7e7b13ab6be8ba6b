import type { FileType } from '#shared/contracts/training/training.contract.ts'
import type { Extracted, Extractor } from '../extract/extractor.ts'
import type { PageHints } from '../extract/page/page.ts'
import { readPhoto, readScan } from './read-pictures.ts'

// Lazy: loading dominates the time of a short file.

const photo: Extractor['extract'] = async bytes => ({ text: '', recognised: await readPhoto(bytes) })

/** A new kind: a file in `extract/`, a line here, its signature in `file-type.ts`. */
export const extractors: Record<FileType | 'scan', Extractor['extract']> = {
  pdf: async bytes => (await import('../extract/pdf/pdf.ts')).pdf.extract(bytes),
  docx: async bytes => (await import('../extract/docx/docx.ts')).docx.extract(bytes),
  txt: async bytes => (await import('../extract/txt.ts')).txt.extract(bytes),
  jpg: photo,
  png: photo,
  webp: photo,
  scan: async bytes => ({ text: '', recognised: await readScan(bytes) }),
}

export type WebType = 'html' | 'sitemap'
export const webExtractors: Record<WebType, (bytes: Uint8Array, hints: PageHints) => Promise<Extracted>> = {
  html: async (bytes, hints) => (await import('../extract/page/html.ts')).readPage(bytes, hints),
  sitemap: async bytes => (await import('../extract/page/sitemap.ts')).readSitemap(bytes),
}
