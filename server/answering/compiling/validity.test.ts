import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Section } from './section.ts'
import { asksOtherTime, invalidOn } from './validity.ts'

const today = '2026-11-23'

function shop(documents: Record<string, string | [heading: string, text: string][]>): Section[] {
  return Object.entries(documents).flatMap(([title, parts]) =>
    (typeof parts === 'string' ? [['', parts] as const] : parts).map(([heading, text], i) => ({
      id: `${title}#${i}`,
      document: title,
      title: `${title}.txt`,
      heading,
      text,
    })),
  )
}
const hidden = (sections: Section[], day = today): Record<string, string> =>
  Object.fromEntries(invalidOn(sections, day).sections)

const cake = 'Bánh kem dâu: 250k\nBánh su kem: 45k\nBánh mì hoa cúc: 90k'
const higherPrices = 'Bánh kem dâu ..... 280.000đ\nBánh su kem ..... 50.000đ\nBánh mì hoa cúc ..... 90.000đ'

describe('a document in whose place a newer one stands', () => {
  for (const [name, documents, expected] of [
    [
      'says so in its title',
      { 'Học phí 2024 (đã thay thế)': cake, 'Học phí': higherPrices },
      ['Học phí 2024 (đã thay thế)'],
    ],
    ['is called old', { '[CŨ] Bảng giá': cake, 'Bảng giá': higherPrices }, ['[CŨ] Bảng giá']],
    ['says so at its beginning', { 'Quy định': `Bản này đã hết hiệu lực từ 01/03/2026.\n${cake}` }, ['Quy định']],
    [
      'has an older year',
      { 'Bảng giá bánh năm 2025': cake, 'Bảng giá bánh 03/2026': higherPrices },
      ['Bảng giá bánh năm 2025'],
    ],
    ['has an earlier day', { 'gia banh - up 5-9': cake, 'gia banh - up 2-11': higherPrices }, ['gia banh - up 5-9']],
    [
      'has an earlier version',
      { 'Bảo hành BH-01': `Ban hành 10/05/2024\n${cake}`, 'Bảo hành BH-02': `Ban hành 15/03/2026\n${higherPrices}` },
      ['Bảo hành BH-01'],
    ],
    [
      'not before the newer one holds',
      { 'Bảng giá bánh 2026': cake, 'Bảng giá bánh mới': `Áp dụng từ 01/12/2026\n${higherPrices}` },
      [],
    ],
    [
      'not where it is another branch',
      { 'Bảng giá Quận 1 năm 2025': cake, 'Bảng giá Thủ Đức năm 2026': higherPrices },
      [],
    ],
    ['not where it is another kind of list', { 'Bảng giá lẻ 2025': cake, 'Bảng sỉ 2026': higherPrices }, []],
    ['not where the values are the same', { 'Bảng giá bánh 2025': cake, 'Bảng giá bánh 2026': cake }, []],
    [
      'by names that the newer one says in more words',
      {
        'Giá gói 2025': 'Gói Vàng: 500k\nGói Bạc: 300k\nGói Đồng: 200k',
        'Giá gói 2026': 'Gói Vàng (30 ngày): 600k\nGói Bạc (30 ngày): 350k\nGói Đồng (30 ngày): 250k',
      },
      ['Giá gói 2025'],
    ],
    [
      'by names that the older one said in more words',
      {
        'Giá gói 2025': 'Gói Vàng (30 ngày): 500k\nGói Bạc (30 ngày): 300k\nGói Đồng (30 ngày): 200k',
        'Giá gói 2026': 'Gói Vàng: 600k\nGói Bạc: 350k\nGói Đồng: 250k',
      },
      ['Giá gói 2025'],
    ],
    [
      'by names of one word, and of one more',
      { 'Giá tóc 2025': 'Cắt: 50k\nGội: 30k\nNhuộm: 200k', 'Giá tóc 2026': 'Cắt: 60k\nGội đầu: 40k\nNhuộm tóc: 250k' },
      ['Giá tóc 2025'],
    ],
    [
      'by long names of which one word differs',
      {
        'Giá gội 2025': 'Gội đầu thảo dược túi nóng: 200k\nGội đầu bưởi sả chanh khô: 150k',
        'Giá gội 2026': 'Gội đầu thảo dược đá nóng: 220k\nGội đầu bưởi sả chanh tươi: 170k',
      },
      ['Giá gội 2025'],
    ],
    [
      'not by one word that many names share',
      {
        'Giá bánh 2025': 'Bánh: 30k\nTrà: 20k\nKem: 25k',
        'Giá bánh 2026': 'Bánh su kem: 45k\nTrà sen vàng: 50k\nKem dừa dẻo: 35k',
      },
      [],
    ],
    [
      'not where it has other goods',
      { 'Bảng giá bánh 2025': cake, 'Bảng giá bánh 2026': 'Bánh chưng: 90k\nBánh tét: 120k' },
      [],
    ],
    ['not for speaking of old things', { 'Đổi hàng': 'Khách cũ được giảm 5%. Hợp đồng hết hiệu lực thì ký lại.' }, []],
  ] as [string, Record<string, string>, string[]][])
    it(name, () => {
      const replaced = Object.entries(hidden(shop(documents))).filter(([, why]) => why === 'replaced')
      assert.deepEqual([...new Set(replaced.map(([id]) => id.split('#')[0]))], expected)
    })
})

describe('a promotion ends on its day', () => {
  const months = shop({
    'Khuyến mãi theo tháng': [
      ['KHUYẾN MÃI THÁNG 10/2026', 'Giảm 30% giá lẻ\nTừ 5/10 đến hết 31/10, cả hai cơ sở.'],
      ['KHUYẾN MÃI THÁNG 11/2026', 'Giảm 20%\nGiáo viên giảm 25%, chỉ từ 15/11 đến hết 20/11\nTừ 1/11 đến hết 30/11.'],
      ['KHUYẾN MÃI THÁNG 12/2026', 'Massage còn 370k'],
    ],
  })
  it('by the months of its heading, or by the line that says when it holds', () => {
    assert.deepEqual(hidden(months), { 'Khuyến mãi theo tháng#0': 'over', 'Khuyến mãi theo tháng#2': 'not yet' })
    assert.deepEqual(hidden(months, '2026-10-04'), {
      'Khuyến mãi theo tháng#0': 'not yet',
      'Khuyến mãi theo tháng#1': 'not yet',
      'Khuyến mãi theo tháng#2': 'not yet',
    })
    assert.deepEqual(Object.keys(hidden(months, '2026-12-31')), ['Khuyến mãi theo tháng#0', 'Khuyến mãi theo tháng#1'])
  })

  it('a line of a list by itself', () => {
    const { lines } = invalidOn(months, today)
    assert.deepEqual(
      [...(lines.get('Khuyến mãi theo tháng#1') ?? [])],
      ['Giáo viên giảm 25%, chỉ từ 15/11 đến hết 20/11'],
    )
    const list = shop({ 'Mã giảm giá': 'MANCHIN – giảm 70k, hạn đến 30/09/2026.\nQUAYLAI – giảm 8%.' })
    assert.deepEqual(
      [...invalidOn(list, today).lines.values()].flatMap(set => [...set]),
      ['MANCHIN – giảm 70k, hạn đến 30/09/2026.'],
    )
    assert.equal(invalidOn(list, '2026-09-30').lines.size, 0)
  })

  it('what is no promotion stays, whatever days it names', () => {
    const plain = shop({
      'Lịch nghỉ':
        'Tết nghỉ từ 03/02/2027 đến hết 10/02/2027.\nGiỗ Tổ 25/04 – 26/04/2026.\nNhận khách bầu từ tuần 14 đến hết tuần 34.',
    })
    const { sections, lines } = invalidOn(plain, today)
    assert.deepEqual([sections.size, lines.size], [0, 0])
  })
})

it('who asks for another time wants what held then', () => {
  for (const message of [
    'tháng sau có giảm không',
    'chương trình tháng 10 còn không',
    'giá năm ngoái bao nhiêu',
    'any deal next month?',
  ])
    assert.equal(asksOtherTime(message, today), true, message)
  for (const message of [
    'giá bao nhiêu',
    'tháng này có ưu đãi gì',
    'tháng 11 giảm gì',
    'khách cũ có giảm không',
    'thứ bảy này mở không',
  ])
    assert.equal(asksOtherTime(message, today), false, message)
})

it('any text is read without a fault, the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 40 }), (text, title) => {
      const sections = shop({ [title || 'a']: `${text}\n1/13 khuyến mãi đến 31/02/2026`, b: text })
      assert.deepEqual(invalidOn(sections, today), invalidOn(sections, today))
    }),
    { numRuns: 100 },
  )
})
