import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { type DataRequestIntent, dataRequestOf } from './data-request-words.ts'

type Written = { text: string; kind: DataRequestIntent }
const data = join(import.meta.dirname, '../../tests/data/data-requests')
const written = (file: string) => JSON.parse(readFileSync(join(data, file), 'utf8')) as Written[]

describe('a message that asks for one’s data, or for its erasure', () => {
  test('is known with and without marks and manners, in both languages, and is not read into other talk', () => {
    const wrong = written('messages.json').filter(({ text, kind }) => dataRequestOf(text) !== kind)
    assert.deepEqual(wrong, [])
    assert.equal(dataRequestOf(''), 'none')
  })

  test('is mostly known where nobody looked, and other talk is not taken for it', () => {
    const of = written('unseen.json')
    const share = (list: Written[]) =>
      list.filter(({ text, kind }) => dataRequestOf(text) === kind).length / list.length
    const known = share(of.filter(({ kind }) => kind !== 'none'))
    assert.ok(known >= 0.9, `known ${known}`)
    assert.deepEqual(
      of.filter(({ text, kind }) => kind === 'none' && dataRequestOf(text) !== 'none'),
      [],
    )
  })

  test('is judged at once, however it is made up', () => {
    for (const words of [
      'xoá giúp em ',
      'cho em ',
      'xoá hết số và tên ',
      'all of the my ',
      'please the ',
      'lam on ',
      'remove my data and my ',
      'what data ',
    ])
      for (const length of [60, 400, 100_000]) {
        const text = words.repeat(length).slice(0, length)
        assert.ok(fastestRun(200, () => dataRequestOf(text)) < 200, words)
      }
  })
})
