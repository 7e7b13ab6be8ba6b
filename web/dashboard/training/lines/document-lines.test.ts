import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fact, Facts } from '#shared/contracts/training/facts.results.ts'
import type { Passage } from '#web/data/wire-rows.ts'
import { type DocumentLine, lineAt, linesOf, nextToCheck, placesToCheck } from './document-lines.ts'

const rows = ['| Gội bầu | 150 |', '| Sấy | 90 |', '| Uốn | 800 |']
const text = ['Bảng giá', '| Tên | Giá |', '|---|---|', ...rows, 'Chủ nhật mở 8:30 đến 21:30.'].join('\n')
const passage = { id: 'p', position: 0, text, heading: '', start: 40, end: 40 + text.length } as Passage
const place = (row: string) => ({
  passage_id: 'p',
  position: 0,
  start: text.indexOf(row),
  end: text.indexOf(row) + row.length,
})
const fact = (row: string, more: Partial<Fact> = {}): Fact => ({
  source_id: 's',
  subject: row,
  name: row,
  path: [],
  line: row,
  group: 1,
  said: row,
  state: 'valid',
  doubt: null,
  differs: null,
  confirmed_at: null,
  place: place(row),
  values: [],
  ...more,
})
const known = (facts: Fact[], more: Partial<Facts> = {}): Facts => ({
  version: 1,
  sources: [],
  facts,
  unread: [],
  off: [],
  total: facts.length,
  next: null,
  ...more,
})
const all = (facts?: Facts): DocumentLine[] => linesOf(passage, facts).flatMap(({ lines }) => lines)

test('each line has what the bot takes it to mean, rows their cells', () => {
  const lines = all(known([fact(rows[0]!), fact(rows[2]!, { doubt: 'far_off' })]))
  assert.deepEqual(
    lines.map(({ cells, text: own, state }) => [cells ?? own, state]),
    [
      ['Bảng giá', 'none'],
      [['Gội bầu', '150'], 'used'],
      [['Sấy', '90'], 'none'],
      [['Uốn', '800'], 'doubtful'],
      ['Chủ nhật mở 8:30 đến 21:30.', 'quoted'],
    ],
  )
  assert.deepEqual(
    placesToCheck(known([fact(rows[2]!, { doubt: 'far_off' }), fact(rows[0]!, { doubt: 'no_unit' })])).map(
      ({ start }) => start,
    ),
    [text.indexOf(rows[0]!), text.indexOf(rows[2]!)],
  )
})

test('what an owner decided stands before what the bot means, and what differs before a doubt', () => {
  const off = { id: 'o', was: rows[0]!, value: null, at: '', source_id: 's', place: place(rows[0]!) }
  const unread = (confirmed_at: string | null) => [{ ...fact(rows[2]!), confirmed_at }] as unknown as Facts['unread']
  const stateOf = (row: string, facts: Facts) => all(facts).find(({ text: own }) => own === row)?.state
  assert.equal(stateOf(rows[0]!, known([fact(rows[0]!)], { off: [off] })), 'off')
  const both = fact(rows[1]!, { doubt: 'far_off', differs: {} as Fact['differs'] })
  assert.equal(stateOf(rows[1]!, known([both])), 'differs')
  assert.equal(stateOf(rows[1]!, known([fact(rows[1]!, { state: 'past' as Fact['state'] })])), 'stale')
  assert.equal(stateOf(rows[2]!, known([], { unread: unread(null) })), 'unread')
  assert.equal(stateOf(rows[2]!, known([], { unread: unread('2026-11-20T03:00:00Z') })), 'quoted')
})

test('an address of the document’s text leads to its line, before and after corrections above it', () => {
  const at = (offset: number, facts?: Facts) => lineAt(all(facts), `p.${40 + offset}`)?.cells?.[0]
  assert.equal(at(text.indexOf(rows[2]!)), 'Uốn')
  assert.equal(lineAt(all(), 'other.40'), undefined)
  const edit = { id: 'e', was: '150', value: 'một trăm năm mươi nghìn đồng', at: '' }
  const edited = known([fact(rows[0]!, { values: [{ head: 'Giá', value: edit.value, kind: 'money', edit }] })])
  assert.equal(at(text.indexOf(rows[2]!) + edit.value.length - 3, edited), 'Uốn')
  const off = { id: 'o', was: rows[0]!, value: null, at: '', source_id: 's', place: place(rows[0]!) }
  assert.equal(at(text.indexOf(rows[2]!) - rows[0]!.length - 1, known([], { off: [off] })), 'Uốn')
})

test('the next line to check is another one, indented or not, and after the last comes the first', () => {
  const indented = ['  - Gội đầu 50k', '  - Sấy 20k', 'Uốn 800k'].join('\n')
  const places = ['- Gội', '- Sấy', '20k', 'Uốn'].map(words => ({ ...place(''), start: indented.indexOf(words) }))
  const lines = linesOf({ ...passage, text: indented } as Passage, undefined).flatMap(block => block.lines)
  assert.deepEqual(
    [undefined, ...lines].map(line => nextToCheck(places, line)),
    [places[0], places[1], places[3], places[0]],
  )
})
