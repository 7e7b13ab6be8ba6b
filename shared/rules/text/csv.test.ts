import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableAsCsv } from './csv.ts'

test('a table opens in the language’s spreadsheets, and no text becomes a formula', () => {
  const rows = [
    ['Ngày', '=HYPERLINK("x")'],
    ['@a', 12.5],
    ['Gốm "Mộc"', null],
  ]
  assert.equal(tableAsCsv(rows, 'vi'), '\uFEFF"Ngày";"\'=HYPERLINK(""x"")"\r\n"\'@a";12,5\r\n"Gốm ""Mộc""";\r\n')
  assert.equal(tableAsCsv([['-1', -1]], 'en'), '\uFEFF"\'-1",-1\r\n')
})
