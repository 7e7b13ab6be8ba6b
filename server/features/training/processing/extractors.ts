import type { FileType } from '#shared/contracts/training/training.contract.ts'
import type { Extracted, Extractor } from '../extract/extractor.ts'
import type { PageHints } from '../extract/page/page.ts'
import { readPhoto, readScan } from './read-pictures.ts'

// A process reads one file: it loads what that kind needs, which is most of the time that a short file takes.

const photo: Extractor['extract'] = async bytes => ({ text: '', recognised: await readPhoto(bytes) })

/** Every kind of file that can be read. A new kind: one file in `extract/`, one line here, its signature in `file-type.ts`. */
export const extractors: Record<FileType | 'scan', Extractor['extract']> = {
  pdf: async bytes => (await import('../extract/pdf/pdf.ts')).pdf.extract(bytes),
  docx: async bytes => (await import('../extract/docx/docx.ts')).docx.extract(bytes),
  txt: async bytes => (await import('../extract/txt.ts')).txt.extract(bytes),
  jpg: photo,
  png: photo,
  webp: photo,
  scan: async bytes => ({ text: '', recognised: await readScan(bytes) }),
}

/** What is fetched from a website. Read in the same bounded child process. */
export type WebType = 'html' | 'sitemap'
export const webExtractors: Record<WebType, (bytes: Uint8Array, hints: PageHints) => Promise<Extracted>> = {
  html: async (bytes, hints) => (await import('../extract/page/html.ts')).readPage(bytes, hints),
  sitemap: async bytes => (await import('../extract/page/sitemap.ts')).readSitemap(bytes),
}
