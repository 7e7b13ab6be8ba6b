import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorCatalogue } from '#shared/errors.ts'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import { zaloFindingsVi } from '#shared/texts/channels/zalo.vi.ts'
import { meaningOf } from './zalo-answers.ts'

const source = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')

test('whatever code we tell is explained, and whatever is explained can be told', () => {
  const reported = new Set([...source.matchAll(/'(zalo\.[a-z_]+)'/g)].map(([, code]) => code ?? ''))
  const explained = new Set(Object.keys(zaloFindingsVi))
  const missing = [...reported].filter(code => !explained.has(code) && !(code in errorCatalogue))
  assert.deepEqual(missing, [])
  assert.deepEqual(
    [...explained].filter(code => !reported.has(code)),
    [],
  )
})

test('every number of Zalo’s table is explained in both languages, and each says what to do', () => {
  const numbers = [
    -216, -220, -124, 452, -32, -230, -232, -213, -217, -218, -227, -244, -209, -212, -219, -223, -221, -224, -235,
    -204, -205, -320, -321, -201, -210, -233, -248, -240, -242, -100, -211, -234, -14_002, -14_003,
  ]
  for (const number of numbers) {
    const { code } = meaningOf(number)
    assert.notEqual(code, 'zalo.error', String(number))
    const [vi, en] = (['vi', 'en'] as const).map(language => explainChannelCode(language, code))
    assert.ok(vi && en && vi.text.length > 20 && en.text.length > 20 && vi.text !== en.text, code)
  }
  assert.equal(meaningOf(-1).code, 'zalo.error')
})
