import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRowsBody } from './read-body.ts'
import { readColumns } from './read-columns.ts'
import { RestError } from '../rest-error.ts'

const read = (text: string | Buffer, type = 'application/json') => readRowsBody({ type, bytes: Buffer.from(text) })

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof RestError) return `${error.status} ${error.code}`
    throw error
  }
  return 'read'
}

describe('rows of a body', () => {
  test('JSON stays as it was written', () => {
    assert.equal(read('{"n": 1.10, "big": 12345678901234567890}').json, '[{"n": 1.10, "big": 12345678901234567890}]')
    assert.equal(read('[{"n": 1.10}]').json, '[{"n": 1.10}]')
    assert.deepEqual([read('{}').isList, read('[]').isList, read('[]').rows.length], [false, true, 0])
  })

  test('CSV: quotes, blank lines, a byte order mark, NULL, names of every kind', () => {
    assert.deepEqual(read('\ufeffname,note\n"a, ""b""",NULL\n\nc,\n', 'text/csv').rows, [
      { name: 'a, "b"', note: null },
      { name: 'c', note: '' },
    ])
    assert.deepEqual(Object.keys(read('__proto__\nx\n', 'text/csv').rows[0] ?? {}), ['__proto__'])
    assert.deepEqual(read('name', 'text/csv').rows, [])
    assert.equal(
      refusal(() => read('a,b\n1\n', 'text/csv')),
      '400 PGRST102',
    )
    assert.equal(
      refusal(() => read('a\n"open', 'text/csv')),
      '400 PGRST102',
    )
  })

  test('what is nothing of the kind is refused', () => {
    for (const text of [
      '',
      ' ',
      'null',
      '1',
      '"x"',
      '[[]]',
      '[{},1]',
      '{"a":',
      `[${'{"a":'.repeat(70)}1${'}'.repeat(70)}]`,
    ])
      assert.equal(
        refusal(() => read(text)),
        '400 PGRST102',
        text,
      )
    assert.equal(
      refusal(() => read(Buffer.from([0x7b, 0xff, 0x7d]))),
      '400 PGRST102',
    )
    assert.equal(
      refusal(() => read('{}', 'image/png')),
      '400 PGRST102',
    )
    assert.equal(
      refusal(() => read(`[${'{},'.repeat(10_000)}{}]`)),
      '413 54000',
    )
  })

  test('brackets within texts are no levels', () => {
    assert.equal(read(`{"a":"${'['.repeat(200)}\\"${'{'.repeat(200)}"}`).rows.length, 1)
  })
})

test('columns are read with and without quotes, each once', () => {
  assert.deepEqual(readColumns('"a","b, \\"c\\"",d,a'), ['a', 'b, "c"', 'd'])
  assert.deepEqual([readColumns(null), readColumns('')], [undefined, undefined])
  assert.equal(
    refusal(() => readColumns('a,,b')),
    '400 PGRST100',
  )
  assert.equal(
    refusal(() => readColumns('a;b')),
    '400 PGRST100',
  )
})
