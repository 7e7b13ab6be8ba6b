import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRecords } from '#platform/text/csv-records.ts'
import type { FieldKind } from '#shared/contracts/customers/customer-fields.contract.ts'
import type { ImportColumn } from '#shared/contracts/customers/imports.contract.ts'
import { cellValue } from './cell-value.ts'
import { guessColumns } from './guess-columns.ts'
import { readLine } from './read-line.ts'
import { readList } from './read-list.ts'

const list = 'Họ và tên;SĐT;Ghi chú\r\nĐỗ Thị Ánh;0912345678;khách quen\r\n"Trần; Hùng";987654321;\r\n'
const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le')
const windows1258 = Buffer.from([
  ...[0xd0, 0xf4, 0xde, 0x20, 0x54, 0x68, 0x69, 0xf2, 0x20, 0xc1, 0x6e, 0x68],
  ...Buffer.from(';0912345678\r\n'),
])

test('a list is read as spreadsheets and old programs write it, with the line of each row', async () => {
  const swapped = utf16(list).swap16()
  for (const bytes of [Buffer.from(list), Buffer.from(`\ufeff${list}`), utf16(list), utf16(list, ''), swapped]) {
    const rows = await readList(bytes)
    assert.deepEqual(
      rows.map(({ line, cells }) => [line, cells[0], cells[1]]),
      [
        [1, 'Họ và tên', 'SĐT'],
        [2, 'Đỗ Thị Ánh', '0912345678'],
        [3, 'Trần; Hùng', '987654321'],
      ],
    )
  }
  for (const sign of [',', '\t']) {
    const rows = await readList(Buffer.from(`Tên${sign}Phone\nLan${sign}0912345678\n`))
    assert.deepEqual(rows[1]?.cells, ['Lan', '0912345678'])
  }
  assert.deepEqual((await readList(windows1258))[0]?.cells, ['Đỗ Thị Ánh'.normalize('NFC'), '0912345678'])
  assert.deepEqual((await readList(Buffer.from('0912345678\n\n0987654321')))[1], { cells: ['0987654321'], line: 3 })
})

test('what is no list is refused in a word', async () => {
  for (const bytes of [
    Buffer.from('PK\u0003\u0004\u0000\u0000'),
    Buffer.from(''),
    Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]),
  ])
    await assert.rejects(readList(bytes), { code: 'customer.import_unreadable' })
  const wide = Array.from({ length: 61 }, (_, i) => `c${i}`).join(';')
  await assert.rejects(readList(Buffer.from(`${wide}\n${wide}`)), { code: 'customer.import_unreadable' })
  const long = 'a;0912345678\n'.repeat(50_002)
  await assert.rejects(readList(Buffer.from(long)), { code: 'customer.import_too_large' })
})

test('a row that is too wide is the last that is read, and is not kept whole; cells are cleaned as they are read', async () => {
  const wide = Array.from({ length: 500 }, (_, i) => `c${i}`).join(';')
  const records = await csvRecords(`A;b\n${wide}\nd;e\n`, {
    maxRecords: 10,
    widest: 60,
    clean: cell => cell.toLowerCase(),
  })
  assert.deepEqual(
    records?.map(({ record }) => [record.length, record[0]]),
    [
      [2, 'a'],
      [61, 'c0'],
    ],
  )
})

test('what the columns hold is told by their names, or by what stands in them', async () => {
  const guess = async (text: string) => guessColumns(await readList(Buffer.from(text)))
  const named = await guess(list)
  assert.deepEqual([named.hasNames, named.map, named.columns[1]], [true, ['name', 'phone', 'none'], 'SĐT'])
  assert.deepEqual((await guess('Email,Phone,Full name,Name\na@b.vn,0912345678,L,M')).map, [
    'email',
    'phone',
    'name',
    'none',
  ])
  const bare = await guess('Lan;912345678;lan@tiem.vn\nHoa;0987654321;\nMai;0987654322;mai@tiem.vn')
  assert.deepEqual([bare.hasNames, bare.map], [false, ['none', 'phone', 'email']])
})

const now = new Date('2026-11-23T05:00:00Z')
const columns: ImportColumn[] = ['name', 'phone', 'email', 'language', 'consent_at', 'consent_how', 'consent_words']
const consent = { channel_id: 'x', purpose: 'promotion' as const, how: '', words: 'Nhận tin khuyến mãi' }
const read = (...cells: string[]) => readLine(cells, { map: columns, consent }, now)
const resultOf = (...cells: string[]) => {
  const line = read(...cells)
  return 'problem' in line ? line.problem : line.problems
}

test('a line is a person who can be reached, or says why not', () => {
  const line = read('Lan', '912 345 678', 'Lan@Tiem.VN', 'Tiếng Việt')
  assert.ok('person' in line)
  assert.deepEqual(line.person, {
    name: 'Lan',
    language: 'vi',
    details: [
      { kind: 'phone', value: '+84912345678' },
      { kind: 'email', value: 'lan@tiem.vn' },
    ],
    fields: {},
    tags: [],
    consent: null,
  })
  assert.equal(resultOf('Lan'), 'no_contact')
  for (const number of ['12345', '9.12E+08', 'không có']) assert.equal(resultOf('Lan', number), 'phone_invalid', number)
  assert.equal(resultOf('Lan', '0912345678', 'lan tiem.vn'), 'email_invalid')
  assert.equal(resultOf('x'.repeat(201), '0912345678'), 'too_long')
  assert.deepEqual(resultOf('Lan', '84912345678', '', 'tiếng Lào'), ['language_unknown'])
})

test('a cell is read as its field is kept: numbers and days as they are written here, choices without marks', () => {
  const value = (kind: FieldKind, cell: string) => cellValue({ kind, choices: ['Bé trai', 'Bé gái'] }, cell)
  const numbers = ['1.200.000', '1,200,000.5', '3,5', '3.5', '3.500', '0.125', '250000đ', '-4', 'nhiều', '1.2.3']
  assert.deepEqual(
    numbers.map(cell => value('number', cell)),
    [1_200_000, 1_200_000.5, 3.5, 3.5, 3500, 0.125, 250_000, -4, undefined, undefined],
  )
  const days = ['05/03/2026', '2026-03-05 10:00', '5-3-1985', '05/03/85', '05/03', '31/02/2026']
  assert.deepEqual(
    days.map(cell => value('date', cell)),
    ['2026-03-05', '2026-03-05', '1985-03-05', undefined, undefined, undefined],
  )
  assert.deepEqual(
    ['Có', 'x', 'KHÔNG', 'chưa', 'chắc là có'].map(cell => value('yes_no', cell)),
    [true, true, false, false, undefined],
  )
  assert.deepEqual([value('choice', 'be trai'), value('choice', 'bé')], ['Bé trai', undefined])
  assert.deepEqual([value('text', 'Bin'), value('text', 'x'.repeat(201))], ['Bin', undefined])
})

test('a column that is called like one of the shop’s own fields is for it; tags stand apart from the staff', async () => {
  const rows = await readList(Buffer.from('Họ tên;SĐT;TEN BE;Nhãn;Nhân viên\nLan;0912345678;Bin;VIP;Hoa\n'))
  const { map } = guessColumns(rows, [{ id: 'b1', name: 'Tên bé' }])
  assert.deepEqual(map, ['name', 'phone', 'field:b1', 'tags', 'none'])
})

test('somebody agreed where it says when, how and in which words, and no other way', () => {
  const agreed = (...cells: string[]) => {
    const line = read('Lan', '0912345678', '', '', ...cells)
    return 'person' in line ? line.person.consent : null
  }
  const at = new Date('2026-03-05T00:00:00Z')
  assert.deepEqual(agreed('05/03/2026', 'phiếu 12'), { at, how: 'phiếu 12', words: 'Nhận tin khuyến mãi' })
  assert.deepEqual(agreed('2026-03-05 10:00', 'phiếu 12', 'Tin mới')?.words, 'Tin mới')
  for (const [when, how] of [
    ['31/02/2026', 'phiếu 12'],
    ['24/12/2026', 'phiếu 12'],
    ['có', 'phiếu 12'],
    ['05/03/2026', ''],
    ['', 'phiếu 12'],
  ] as const)
    assert.deepEqual(
      [agreed(when, how), resultOf('Lan', '0912345678', '', '', when, how)],
      [null, ['consent_incomplete']],
    )
  assert.deepEqual([agreed(), resultOf('Lan', '0912345678')], [null, []])
})
