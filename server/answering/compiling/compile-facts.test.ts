import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileFacts } from './compile-facts.ts'
import type { Entry, FactSource } from './entries.ts'

function source(text: string, heading = '', title = 'Bảng giá.txt'): FactSource {
  return { document: title, title, heading, text }
}

function shown({ name, aliases, cells }: Entry): string {
  const called = aliases.length ? `${name} (${aliases.join(', ')})` : name
  return [called, ...cells.map(({ head, value }) => (head ? `${head}: ${value}` : value))].join(' | ')
}

const read = (text: string, heading?: string): string[] => compileFacts([source(text, heading)]).entries.map(shown)

describe('what a document says of its things', () => {
  for (const [name, text, expected] of [
    [
      'a table of pipes, with a code before the name',
      '| Mã | Món | Ly nhỏ | Ly lớn |\n| --- | --- | --- | --- |\n| T1 | Trà vải | 30.000 | 42.000 |\n| T2 | Trà đào | 32.000 | - |',
      ['Trà vải (T1) | Ly nhỏ: 30.000 | Ly lớn: 42.000', 'Trà đào (T2) | Ly nhỏ: 32.000'],
    ],
    [
      'a pasted sheet, whose columns have figures in their heads',
      'Sân\t60 phút\t90 phút\nSân 5\t250k\t360k\nSân 7\t400k\t580k',
      ['Sân 5 | 60 phút: 250k | 90 phút: 360k', 'Sân 7 | 60 phút: 400k | 90 phút: 580k'],
    ],
    [
      'gaps, with a head over the values alone',
      '                    hội viên       khách lẻ\nThảm tập            90k            120k\nDây kháng lực       45k            60k',
      ['Thảm tập | hội viên: 90k | khách lẻ: 120k', 'Dây kháng lực | hội viên: 45k | khách lẻ: 60k'],
    ],
    ['dotted leaders', 'Cắt móng ........ 40k\nTắm khô ....... 70k', ['Cắt móng | 40k', 'Tắm khô | 70k']],
    ['a labelled line', '- Rửa xe 7 chỗ: 80.000đ', ['Rửa xe 7 chỗ | 80.000đ']],
    ['a dash', '• Giũa móng – 25k', ['Giũa móng | 25k']],
    [
      'several of a line',
      'Nến nhỏ 45k, nến lớn 90k, đèn xông 210k.',
      ['Nến nhỏ | 45k', 'nến lớn | 90k', 'đèn xông | 210k'],
    ],
    ['values with labels of their own', 'Gửi xe: xe máy 5k, ô tô 30k', ['Gửi xe | xe máy: 5k | ô tô: 30k']],
    ['no sentence without a value', 'Tiệm mở từ năm ngoái và rất vui được gặp bạn.', []],
  ] as [string, string, string[]][])
    it(name, () => {
      assert.deepEqual(read(text), expected)
    })

  it('columns of a slash, by the heading above', () => {
    assert.deepEqual(read('Cà phê đen ..... 20k / 28k\nBạc xỉu ..... 25k / 33k', 'Cà phê (nhỏ / lớn)'), [
      'Cà phê đen | nhỏ: 20k | lớn: 28k',
      'Bạc xỉu | nhỏ: 25k | lớn: 33k',
    ])
  })

  it('title, headings and caption stand over a row, and a table goes on below a group', () => {
    const { entries } = compileFacts([
      source(
        'Phòng\tNgày\tĐêm\nPhòng Sen\t300k\t400k\nTầng trệt\nPhòng Súng\t350k\t450k',
        'Giá phòng › Nhà vườn',
        'Bảng 2026.docx',
      ),
    ])
    assert.deepEqual(
      entries.map(({ path }) => path),
      [
        ['Bảng 2026', 'Giá phòng', 'Nhà vườn'],
        ['Bảng 2026', 'Giá phòng', 'Nhà vườn', 'Tầng trệt'],
      ],
    )
    assert.equal(shown(entries[1]!), 'Phòng Súng | Ngày: 350k | Đêm: 450k')
  })

  it('a plain line over rows is their heading, and of nothing after them', () => {
    const { entries, statements } = compileFacts([
      source(
        'Quần\n- Lên lai: 40.000đ\n- Bóp ống: 80.000đ\nÁo dài và đầm\n- Bóp eo: 90k\n- Lên lai: 120k\nPhí giao: 20k',
        'Giá sửa',
      ),
      source(
        'Tiệm mở từ sáng sớm.\nGội thường 50k\nGội gừng 70k\nTóc dài, quá 40 cm\nGội thường 80k\nGội gừng 99k',
        'Gội',
      ),
    ])
    assert.deepEqual(
      entries.map(({ name, path }) => `${path.slice(2).join(' › ')}: ${name}`),
      [
        'Quần: Lên lai',
        'Quần: Bóp ống',
        'Áo dài và đầm: Bóp eo',
        'Áo dài và đầm: Lên lai',
        ': Phí giao',
        ': Gội thường',
        ': Gội gừng',
        'Tóc dài, quá 40 cm: Gội thường',
        'Tóc dài, quá 40 cm: Gội gừng',
      ],
    )
    assert.ok(statements.every(({ text }) => text !== 'Quần'))
  })

  it('bare figures are thousands where the document says so', () => {
    const { entries } = compileFacts([
      source('ĐVT: 1.000đ, chưa VAT', '', 'Kệ.txt'),
      source('Kệ treo\t1.250/bộ\nKệ góc\t880/bộ', '', 'Kệ.txt'),
      source('Ghế\t15.000\nBàn\t20.000', '', 'Khác.txt'),
    ])
    const kinds = entries.filter(({ shape }) => shape === 'row').map(({ scale, cells }) => [scale, cells[0]?.kind])
    assert.deepEqual(kinds, [
      [1000, 'money'],
      [1000, 'money'],
      [1, 'money'],
      [1, 'money'],
    ])
  })

  it('a label that names no thing is about what the heading names', () => {
    assert.deepEqual(read('Phí: 200k', 'Giữ hành lý'), ['Giữ hành lý | Phí: 200k'])
  })

  it('a table that goes on in the next passage keeps its heads', () => {
    const { entries } = compileFacts([
      source('Loại\tLẻ\tThùng\nNước suối\t6k\t90k'),
      source('Nước cam\t12k\t200k\nNước dừa\t15k\t260k'),
    ])
    assert.equal(shown(entries.at(-1)!), 'Nước dừa | Lẻ: 15k | Thùng: 260k')
  })

  it('a day is no price, whatever its column is called', () => {
    const [entry] = compileFacts([
      source('Dịp\tNgày tính giá lễ\nGiỗ Tổ\t25/04 – 26/04/2026\nTrung thu\t25/09/2026'),
    ]).entries
    assert.equal(entry?.cells[0]?.kind, 'time')
  })

  it('lines with figures that are no facts are told', () => {
    const text = 'Hồi 2019 tiệm chỉ có 120 cái ghế và một cái bếp cũ kỹ mà ai ghé qua cũng nhớ mãi không quên được'
    assert.deepEqual(compileFacts([source(text)]).unread, [{ passage: 0, start: 0, end: text.length }])
  })
})

const cell = fc.constantFrom('Trà', '30k', '1.200.000', '', '2 giờ', 'có đá', '15%', 'Gói (lẻ / lớn)', '90k / 120k')
const mark = fc.constantFrom(' | ', '\t', '    ', ' ..... ', ': ', ' – ', ', ', '; ')

it('a place holds exactly its value, whatever the text', () => {
  const line = fc.array(fc.tuple(cell, mark), { maxLength: 6 }).map(all => all.flat().join(''))
  const text = fc.array(fc.oneof(line, fc.string({ unit: 'grapheme', maxLength: 30 })), { maxLength: 12 })
  fc.assert(
    fc.property(text, lines => {
      const passage = source(lines.join('\n'))
      const facts = compileFacts([passage])
      for (const { cells } of facts.entries)
        for (const { value, place } of cells) assert.equal(passage.text.slice(place.start, place.end), value)
      assert.deepEqual(compileFacts([passage]), facts)
    }),
    { numRuns: 200 },
  )
})
