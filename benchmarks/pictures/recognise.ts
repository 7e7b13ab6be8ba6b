import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExtractError } from '#features/training/extract/extractor.ts'
import { extractText } from '#features/training/processing/extract-text.ts'
import { type Finding, median } from '../finding.ts'
import { renderPrices } from './price-pictures.ts'
import { scorePrices } from './score-prices.ts'

const aim = 0.95

/** Rendered photos of price lists, each read in its own bounded process. Photos that are not print should be declined. */
export async function benchRecognise(): Promise<Finding[]> {
  if (process.env['TEST_DATABASE_URL']) return []
  const folder = await mkdtemp(join(tmpdir(), 'sen-pictures-'))
  const pictures = await renderPrices()
  const kinds = Map.groupBy(pictures, picture => picture.kind)
  const findings: Finding[] = []
  try {
    for (const [kind, own] of kinds) {
      const sum = { lines: 0, prices: 0, whole: 0, wrong: 0 }
      const took: number[] = []
      let declined = 0
      for (const { bytes, list } of own) {
        const path = join(folder, 'photo.jpg')
        await writeFile(path, bytes)
        const began = performance.now()
        const read = await extractText('bench', { type: 'jpg', path, title: list.title }).catch(asDeclined)
        took.push(performance.now() - began)
        if (!read) declined++
        const score = scorePrices(list, read?.recognised?.lines ?? [])
        for (const name of ['lines', 'prices', 'whole', 'wrong'] as const) sum[name] += score[name]
      }
      const more = `${sum.lines} lines: ${sum.whole} right to the letter, ${sum.wrong} with another price; ${declined} of ${own.length} declined; ${Math.round(median(took))} ms each`
      if (own.every(picture => picture.readable === 'by hand')) {
        const value = 1 - sum.wrong / sum.lines
        findings.push({
          name: `recognise, ${kind}`,
          value,
          unit: 'of lines without another price',
          aim: 1,
          fails: value < 0.7,
          more,
        })
        continue
      }
      const readable = own.every(picture => picture.readable)
      const value = readable ? sum.prices / sum.lines : declined / own.length
      findings.push({
        name: `recognise, ${kind}`,
        value,
        unit: readable ? 'of prices right' : 'declined',
        aim: readable ? aim : 1,
        fails: readable ? value < 0.85 : sum.prices + sum.wrong > 0,
        more,
      })
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return findings
}

function asDeclined(error: unknown): undefined {
  if (error instanceof ExtractError && /^picture_(?:unreadable|handwritten)$/.test(error.reason)) return undefined
  throw error
}
