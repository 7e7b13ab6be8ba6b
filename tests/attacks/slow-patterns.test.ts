// Patterns over every row once blocked everybody for 20 s: their length and number are limited.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { programForTests } from '#tests/setup/program.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { teachManyPassages } from './many-passages.ts'

describe('patterns over every row', () => {
  const program = programForTests()
  let owner: Owner

  before(async () => {
    owner = await makeOwner(program.platform)
    await teachManyPassages(program.platform, owner)
    await get('passages?select=id&limit=1') // the tables are looked up once
  })

  async function get(address: string) {
    const headers = { ...owner.headers, apikey: program.platform.tokens.anonKey }
    const began = performance.now()
    const answer = await program.app.inject({ url: `/rest/v1/${address}`, headers })
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code, ms: performance.now() - began }
  }

  const numbers = (max: number) => Array.from({ length: max }, (_, at) => at)
  const manyA = (count: number) => `*${'a'.repeat(count)}b*`
  const either = (patterns: string[]) => `or=(${patterns.map(pattern => `text.like.${pattern}`).join(',')})`

  for (const [what, address] of [
    ['long ones', `passages?select=id&${either(numbers(10).map(n => manyA(600 + n)))}`],
    ['a long one', `passages?select=id&text=like.${manyA(600)}`],
    ['a long one that ignores case', `passages?select=id&text=not.ilike.${manyA(600)}`],
    ['a long one in a list', `passages?select=id&text=like(any).{a*,${manyA(600)}}`],
    ['a long one of an embedded relation', `sources?select=id,passages(id)&passages.text=like.${manyA(600)}`],
    ['a long search for words', `passages?select=id&text=wfts.${'a '.repeat(300)}`],
    ['many', `passages?select=id&${either(numbers(21).map(n => manyA(n)))}`],
    ['many in a list', `passages?select=id&text=like(any).{${numbers(21).map(manyA).join(',')}}`],
    [
      'many, here and in what is embedded',
      `sources?select=id,passages(id)&title=like(any).{${numbers(11).map(manyA).join(',')}}&passages.${either(numbers(11).map(manyA))}`,
    ],
  ] as const)
    test(`patterns are refused: ${what}`, async () => {
      let min = Infinity
      // Other load only adds.
      for (let tries = 0; tries < 5 && min >= 1000; tries++) {
        const { status, code, ms } = await get(encodeURI(address))
        assert.deepEqual([status, code], [400, 'PGRST100'])
        min = Math.min(min, ms)
      }
      assert.ok(min < 1000, `${min} ms`)
    })
})
