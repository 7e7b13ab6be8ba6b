import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { makePdf, rawDocx } from '#tests/fixtures/documents.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { runs } from '#tests/setup/property-runs.ts'
import { splitPassages } from '../passages/split-passages.ts'
import { splitUnits } from '../passages/split-units.ts'
import { docx } from './docx/docx.ts'
import { ExtractError, type Extracted } from './extractor.ts'
import { pdf } from './pdf/pdf.ts'
import { txt } from './txt.ts'

const word = fc.constantFrom(
  'Giá',
  'nhổ răng',
  'Trà đào',
  '25.000đ',
  '1.500',
  '8h–21h;',
  'CN nghỉ',
  'Hỏi:',
  'Đáp:',
  'Q:',
  '?',
  '.',
  ':',
  '1.',
  '2)',
  '-',
  '  - ',
  '+',
  '|',
  '| --- | --- |',
  '+---+',
  '\t',
  ';',
  '**',
  '__',
  '## ',
  '# ',
  '........',
  '…',
  '_____',
  'Bảng 1:',
  'Điều 2.',
  'Trang 3/4',
  'BẢNG GIÁ',
  '\u0301',
  '\u00ad',
  '\u200b',
  '\u00a0',
  '😀',
  '\ud83d',
  '¸',
  'gi¸',
  'dòch',
  '<br>',
  '\\|',
  '&',
  '<',
  'a'.repeat(1_300),
)
const line = fc.array(fc.oneof({ weight: 5, arbitrary: word }, fc.string({ unit: 'grapheme', maxLength: 20 })), {
  maxLength: 8,
})
const lines = fc.array(
  line.map(parts => parts.join(' ')),
  { maxLength: 25 },
)

function checkRanges({ text, pages = [] }: Extracted): void {
  const clean = cleanText(text)
  assert.equal(clean, text, 'the kept text is the one that ranges count in')
  for (const { number, start } of pages) assert.ok(number >= 1 && start >= 0 && start <= text.length)
  let last = 0
  for (const passage of splitPassages({ title: 'Bảng giá', text })) {
    assert.ok(passage.text.length <= 1_200 && passage.start < passage.end, JSON.stringify(passage))
    assert.ok(passage.start >= last, 'passages never overlap')
    assert.ok(passage.text.endsWith(clean.slice(passage.start, passage.end)))
    last = passage.end
    for (const unit of splitUnits(passage.text)) {
      assert.ok(unit.start >= 0 && unit.start < unit.end && unit.end <= passage.text.length, JSON.stringify(unit))
      assert.match(unit.text, /[\p{L}\p{N}]/u)
    }
  }
}

async function readOrRefused(reading: Promise<Extracted>): Promise<void> {
  const read = await reading.catch((error: unknown) => {
    assert.ok(error instanceof ExtractError, String(error))
    return undefined
  })
  if (read) checkRanges(read)
}

describe('whatever a file holds, it is read or its reason told, and every range is exact', () => {
  test('text', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async parts => readOrRefused(txt.extract(Buffer.from(parts.join('\n'))))),
      runs(100),
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async bytes => readOrRefused(txt.extract(bytes))),
      runs(40),
    )
  })

  test('PDF: words anywhere on the pages', async () => {
    const placed = fc.record({
      text: fc.constantFrom(
        'Trà đào',
        '25.000đ',
        'Giá',
        'Hỏi: có ship không?',
        'và giao trong ngày',
        '•',
        'Trang 1',
        '12 Trần Phú, Hà Nội',
        'war-',
      ),
      x: fc.integer({ min: 0, max: 560 }),
      y: fc.integer({ min: 0, max: 60 }).map(y => y * 14),
      size: fc.constantFrom(8, 11, 18),
      turn: fc.constantFrom(0, 0, 0, 90, 30),
      page: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(placed, { maxLength: 40 }), async pieces => {
        const bytes = await makePdf(page => {
          for (const { text, x, y, size, turn, page: fresh } of pieces) {
            if (fresh && x > 500) page.addPage()
            page
              .rotate(turn, { origin: [x, y] })
              .fontSize(size)
              .text(text, x, y, { lineBreak: false })
            page.rotate(-turn, { origin: [x, y] })
          }
        })
        await readOrRefused(pdf.extract(bytes))
      }),
      runs(10),
    )
  })

  test('Word: nested tables, merged cells and lists in any order', async () => {
    const escape = (text: string): string => text.replace(/[<>&\p{Cc}\p{Cs}]/gu, ' ')
    const paragraph = line.map(
      parts => `<w:p><w:r><w:t xml:space="preserve">${escape(parts.join(' '))}</w:t></w:r></w:p>`,
    )
    const { block } = fc.letrec<{ block: string; table: string }>(tie => ({
      block: fc.oneof({ depthSize: 'small', withCrossShrink: true }, paragraph, tie('table')),
      table: fc
        .array(
          fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), tie('block')), {
            minLength: 1,
            maxLength: 4,
          }),
          { minLength: 1, maxLength: 4 },
        )
        .map(rows => {
          const cell = ([span, merged, inner]: [number, boolean, string]): string =>
            `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/>${merged ? '<w:vMerge/>' : ''}</w:tcPr>${inner}</w:tc>`
          return `<w:tbl>${rows.map(cells => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
        }),
    }))
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 8 }), async blocks =>
        readOrRefused(docx.extract(rawDocx(blocks.join('')))),
      ),
      runs(25),
    )
  })
})
