import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileFacts } from '../compiling/compile-facts.ts'
import { writeExam } from './write-exam.ts'

const passage = (heading: string, text: string) => ({ document: 'd', title: 'Bảng giá', heading, text })

describe('the opening examination', () => {
  const { entries, frequency } = compileFacts([
    passage('Nến thơm', '| Tên | Giá |\n|---|---|\n| Nến quế | 120.000đ |\n| Nến sả | 95.000đ |'),
    passage('Tinh dầu', '| Tên | Giá |\n|---|---|\n| Tinh dầu tràm | 80.000đ |'),
    passage('Liên hệ', 'Giờ mở cửa: 8h00 – 20h30\nĐiện thoại: 0905 218 447'),
  ])
  const exam = writeExam(entries, frequency)

  test('asks for the price of each thing, table by table, with the value that is right', () => {
    const prices = exam.filter(({ topic }) => topic === 'price')
    assert.deepEqual(
      prices.map(({ expected }) => expected),
      ['120.000đ', '80.000đ', '95.000đ'],
    )
    assert.match(prices[1]!.text, /tinh dầu tràm/)
  })

  test('tells rows of one name apart', () => {
    const table = '| Tên | Cỡ | Giá |\n|---|---|---|\n| Nến quế | 100g | 70.000đ |\n| Nến quế | 200g | 120.000đ |'
    const rows = compileFacts([passage('Nến thơm', table)])
    const asked = writeExam(rows.entries, rows.frequency).filter(({ topic }) => topic === 'price')
    assert.deepEqual(
      asked.map(({ text, expected }) => [/\d+g/.exec(text)?.[0], expected]),
      [
        ['100g', '70.000đ'],
        ['200g', '120.000đ'],
      ],
    )
  })

  test('tells rows of one name apart by their section where nothing else does', () => {
    const list = compileFacts([
      passage('Giá', 'Tóc ngắn\n- Gội sả: 50.000đ\n- Gội hoa: 60.000đ\nTóc dài\n- Gội sả: 80.000đ\n- Uốn: 300.000đ'),
    ])
    const asked = writeExam(list.entries, list.frequency).filter(({ topic }) => topic === 'price')
    assert.deepEqual(
      asked.map(({ text, expected }) => [/\(.*\)/.exec(text)?.[0], expected]),
      [
        ['(tóc ngắn)', '50.000đ'],
        ['(tóc dài)', '80.000đ'],
        [undefined, '60.000đ'],
        [undefined, '300.000đ'],
      ],
    )
  })

  test('does not ask for a whole section, by which only its labels are named', () => {
    const rules = compileFacts([
      passage('Quy định', 'Thời gian: sửa thường 3 ngày, gấp thêm 50%\nBảo hành nến: 7 ngày'),
    ])
    const asked = writeExam(rules.entries, rules.frequency).filter(({ topic }) => topic === 'other')
    assert.deepEqual(
      asked.map(({ expected }) => expected),
      ['7 ngày'],
    )
  })

  test('asks for the list, the hours, the phone, and for one thing that is not there', () => {
    const topics = new Set(exam.map(({ topic }) => topic))
    for (const topic of ['list', 'place', 'absent'] as const) assert.ok(topics.has(topic), topic)
    assert.equal(exam.filter(({ topic }) => topic === 'absent').length, 1)
  })

  test('the absent thing is near to what such a shop has, and not in its documents', () => {
    const absentOf = (known: ReadonlyMap<string, number>) =>
      writeExam(entries, known, 'spa').find(({ topic }) => topic === 'absent')?.text
    assert.equal(absentOf(frequency), 'shop có triệt lông không ạ')
    assert.equal(absentOf(new Map([...frequency, ['triet', 1]])), 'shop có phun môi không ạ')
  })

  test('a heading that only says that it lists prices is no kind of thing', () => {
    const list = compileFacts([
      passage(
        'Bảng giá',
        '| Tên | Giá |\n|---|---|\n| Nến quế | 120.000đ |\n| Nến sả | 95.000đ |\n| Nến trà | 90.000đ |',
      ),
    ])
    const texts = writeExam(list.entries, list.frequency)
      .filter(({ topic }) => topic === 'list')
      .map(({ text }) => text)
    assert.deepEqual(texts, ['cho coi bảng giá'])
  })

  test('is the same again, never asks twice, and never more than thirty', () => {
    assert.deepEqual(writeExam(entries, frequency), exam)
    const rows = Array.from({ length: 90 }, (_, n) => `| Món số ${n} lạ | ${n + 10}.000đ |`).join('\n')
    const many = compileFacts([passage('Món', `| Tên | Giá |\n|---|---|\n${rows}`)])
    const long = writeExam(many.entries, many.frequency)
    assert.ok(long.length <= 30)
    assert.equal(new Set(long.map(({ text }) => text)).size, long.length)
  })

  test('of nothing there is nothing to ask', () => {
    assert.deepEqual(writeExam([], new Map()), [])
  })
})
