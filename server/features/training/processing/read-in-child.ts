// Run by `extract-text.ts`: `node … read-in-child.ts <type> <path> <title> [<hints>]`; prints one JSON line.
import { readFileSync } from 'node:fs'
import { type Extracted, ExtractError } from '../extract/extractor.ts'
import type { PageHints } from '../extract/page/page.ts'
import type { FileType } from '#shared/contracts/training/training.contract.ts'
import { closeNetwork } from './close-network.ts'
import { extractors, webExtractors, type WebType } from './extractors.ts'
import { splitPassages } from '../passages/split-passages.ts'

closeNetwork()
// stdout is for the answer alone.
console.log = console.info = console.debug = console.error
process.stdin.on('close', () => process.exit(0)).resume()

const [type, path = '', title = '', hints = ''] = process.argv.slice(2)

try {
  const { text, pages = [], page, recognised } = await read(readFileSync(path))
  answer({ text, pages, page, recognised, passages: splitPassages({ title: page?.title || title, text }) })
} catch (error) {
  if (!(error instanceof ExtractError)) console.error(error)
  answer({ reason: error instanceof ExtractError ? error.reason : 'file_damaged' })
}

function read(bytes: Uint8Array): Promise<Extracted> {
  if (!hints) return extractors[type as FileType | 'scan'](bytes)
  return webExtractors[type as WebType](bytes, JSON.parse(hints) as PageHints)
}

function answer(result: object): void {
  process.stdout.write(JSON.stringify(result), () => process.exit(0))
}
