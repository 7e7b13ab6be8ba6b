// One GET of nested lists once took 1.4 GB: an answer's size is bounded while it is built.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { programForTests } from '#tests/setup/program.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { teachManyPassages } from './many-passages.ts'

describe('lists within lists', () => {
  const program = programForTests()
  let owner: Owner

  before(async () => {
    owner = await makeOwner(program.platform)
    await teachManyPassages(program.platform, owner)
  })

  async function get(address: string) {
    const headers = { ...owner.headers, apikey: program.platform.tokens.anonKey }
    const began = performance.now()
    const answer = await program.app.inject({ url: `/rest/v1/${address}`, headers })
    return { status: answer.statusCode, body: answer.json<unknown>(), ms: performance.now() - began }
  }

  const tooLong = 'the answer is too long'

  for (const [what, address, code] of [
    ['lists within lists', 'passages?select=id,sources(passages(sources(passages(id))))&limit=1000', '54000'],
    ['the same, spread', 'passages?select=id,...sources(passages(...sources(passages(id))))&limit=1000', '54000'],
    ['many lists of one row each', 'passages?select=id,sources(passages(text))&limit=1000', '54000'],
    ['lists that share a name', 'passages?select=id,id:sources(passages(text)),id:text&limit=1000', '54000'],
    [
      'lists within lists within lists',
      `sources?select=${'passages(sources('.repeat(4)}id${'))'.repeat(4)}`,
      'PGRST100',
    ],
  ] as const)
    test(`${what}: refused before they are gathered`, async () => {
      const { status, body, ms } = await get(address)
      const { code: given, message } = body as { code: string; message: string }
      assert.deepEqual([status, given], [400, code])
      if (code === '54000') assert.equal(message, tooLong)
      assert.ok(ms < 5000, `${ms} ms`)
    })

  test('what an answer can hold is given whole', async () => {
    const { status, body } = await get(
      'passages?select=position,sources(title,passages(position))&order=position&limit=20',
    )
    assert.equal(status, 200)
    const rows = body as { position: number; sources: { title: string; passages: { position: number }[] } }[]
    assert.deepEqual(
      rows.map(row => row.position),
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    assert.ok(rows.every(row => row.sources.title === 'a' && row.sources.passages.length === 1000))
  })
})
