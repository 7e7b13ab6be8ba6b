import type { FileType } from '#shared/contracts/training/training.contract.ts'
import { docx } from '../extract/docx/docx.ts'
import type { Extracted, Extractor } from '../extract/extractor.ts'
import { readPage } from '../extract/page/html.ts'
import type { PageHints } from '../extract/page/page.ts'
import { readSitemap } from '../extract/page/sitemap.ts'
import { pdf } from '../extract/pdf/pdf.ts'
import { txt } from '../extract/txt.ts'
import { readPhoto, readScan } from './read-pictures.ts'

const photo: Extractor['extract'] = async bytes => ({ text: '', recognised: await readPhoto(bytes) })

/** Every kind of file that can be read. A new kind: one file in `extract/`, one line here, its signature in `file-type.ts`. */
export const extractors: Record<FileType | 'scan', Extractor> = {
  pdf,
  docx,
  txt,
  jpg: { extension: 'jpg', extract: photo },
  png: { extension: 'png', extract: photo },
  webp: { extension: 'webp', extract: photo },
  scan: { extension: 'pdf', extract: async bytes => ({ text: '', recognised: await readScan(bytes) }) },
}

/** What is fetched from a website. Read in the same bounded child process. */
export type WebType = 'html' | 'sitemap'
export const webExtractors: Record<WebType, (bytes: Uint8Array, hints: PageHints) => Promise<Extracted>> = {
  html: readPage,
  sitemap: readSitemap,
}
