import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { type ModelSimulator, startModelSimulator } from '#tests/drivers/model-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { ask } from '../messages/ask.ts'
import { embedPassages } from './embed-passages.ts'
import { findMeaning } from './find-meaning.ts'
import { storedVectorOf, likeness, pack } from './likeness.ts'

const policy = `# Chính sách
## Phí giao hàng
Nội thành Hà Nội: phí ship 20.000đ.
## Đổi trả
Hàng nứt vỡ được đổi trong 30 ngày.
## Giờ mở cửa
Mở cửa từ 8h đến 21h hằng ngày.
`

for (const [provider, path] of [
  ['openai-compatible', '/v1'],
  ['gemini', ''],
] as const) {
  describe(`passages are found by their meaning (${provider})`, () => {
    let platform: TestPlatform
    let simulator: ModelSimulator
    let shop: TestWorkspace
    before(async () => {
      simulator = await startModelSimulator()
      platform = await testPlatform({
        settings: {
          EMBEDDING_PROVIDER: provider,
          EMBEDDING_BASE_URL: simulator.address + path,
          EMBEDDING_API_KEY: 'vector-key',
          EMBEDDING_MODEL: 'tiny',
        },
      })
    })
    after(async () => {
      await platform.close()
      await simulator.close()
    })
    beforeEach(async () => {
      Object.assign(simulator, { vectorFault: undefined, vectorCalls: [] })
      Object.assign(platform.config, { EMBEDDING_MODEL: 'tiny' })
      platform.clock.advance(minutes(2))
      shop = await makeWorkspace(platform)
    })

    async function storedVectors(): Promise<{ model: string; text_hash: string }[]> {
      const { rows } = await platform.db.asService(shop.workspaceId, tx =>
        sql<{ model: string; text_hash: string }>`select model, text_hash from private.passage_vectors
          where workspace_id = ${shop.workspaceId} order by text_hash`.execute(tx),
      )
      return rows
    }
    async function settle(): Promise<void> {
      platform.clock.advance(seconds(2))
      await platform.jobs.drain()
    }
    async function first(text: string): Promise<string | undefined> {
      const { knowledge } = await loadKnowledge(platform, shop.workspaceId)
      const meaning = await findMeaning(platform, shop.workspaceId, knowledge, { text, history: [] })
      const scores = meaning?.(text)
      if (!scores) return undefined
      const best = knowledge.passages
        .map((passage, at) => ({ passage, score: scores[at]! }))
        .sort((a, b) => b.score - a.score)
      return best[0]?.passage.heading.split(' › ').at(-1)
    }

    test('new passages answer at once by their words, and get their vectors in the background, once', async () => {
      await teach(platform, shop.workspaceId, 'Chính sách', policy)
      assert.equal(await first('how much is delivery?'), undefined)
      await settle()
      assert.equal((await storedVectors()).length, 3)
      assert.equal(await first('how much is delivery?'), 'Phí giao hàng')
      assert.equal(await first('what are your opening hours?'), 'Giờ mở cửa')
      const calls = simulator.vectorCalls.length
      await embedPassages(platform, { workspace_id: shop.workspaceId })
      assert.equal(simulator.vectorCalls.length, calls, 'a second run computes nothing again')
    })

    test('only what has changed is computed again; another model computes anew, and unused vectors go after a week', async () => {
      await teach(platform, shop.workspaceId, 'Chính sách', policy)
      await settle()
      simulator.vectorCalls = []
      await teach(platform, shop.workspaceId, 'Tin mới', '## Khuyến mãi\nGiảm 10% đơn từ 500.000đ.')
      await settle()
      assert.deepEqual(simulator.vectorCalls.flat().length, 1)
      Object.assign(platform.config, { EMBEDDING_MODEL: 'other' })
      assert.equal(
        await first('how much is delivery?'),
        undefined,
        'words alone, until the new model has computed them',
      )
      await settle()
      assert.equal((await storedVectors()).length, 8)
      assert.equal(await first('how much is delivery fee?'), 'Phí giao hàng')
      platform.clock.advance(hours(24 * 8))
      await embedPassages(platform, { workspace_id: shop.workspaceId })
      assert.equal((await storedVectors()).length, 4)
    })

    test('many passages come in bounded steps', async () => {
      const long = Array.from({ length: 300 }, (_, i) => `## Món ${i}\nMón số ${i} giá ${i}.000đ.`).join('\n')
      await teach(platform, shop.workspaceId, 'Thực đơn', long)
      platform.clock.advance(seconds(2))
      await embedPassages(platform, { workspace_id: shop.workspaceId })
      assert.equal(simulator.vectorCalls.length, 8)
      assert.ok(simulator.vectorCalls.every(texts => texts.length <= 32))
      await settle()
      assert.equal((await storedVectors()).length, 300)
    })

    for (const fault of ['500', '401', 'one missing', 'other length'] as const)
      test(`${fault}: the words answer, and it is tried again later`, async () => {
        simulator.vectorFault = fault
        await teach(platform, shop.workspaceId, 'Chính sách', policy)
        await settle()
        assert.deepEqual(await storedVectors(), [])
        assert.equal(await first('phí ship bao nhiêu'), undefined)
        simulator.vectorFault = undefined
        platform.clock.advance(seconds(31))
        await platform.jobs.drain()
        assert.equal((await storedVectors()).length, 3)
        const { rows } = await platform.db.asService(null, tx =>
          sql`select from dead_letters where workspace_id = ${shop.workspaceId}`.execute(tx),
        )
        assert.equal(rows.length, 0)
      })

    test('nobody waits for a provider that is slow', async () => {
      await teach(platform, shop.workspaceId, 'Chính sách', policy)
      await settle()
      simulator.vectorFault = 'silent'
      const { act, reply } = (await ask(platform, shop.admin, {
        text: 'phí ship nội thành bao nhiêu ạ',
        history: [],
      })) as {
        act: string
        reply: string
      }
      assert.equal(act, 'answer')
      assert.match(reply, /20\.000đ/)
    })

    test('what tells who the customer is does not go out', async () => {
      await teach(platform, shop.workspaceId, 'Chính sách', policy)
      await settle()
      simulator.vectorCalls = []
      await ask(platform, shop.admin, {
        text: 'em là Nguyễn Thị Hoa, sdt 0912345678, giao về 12 Nguyễn Trãi, quận 1 thì phí ship bao nhiêu?',
        history: [],
      })
      const sent = JSON.stringify(simulator.vectorCalls)
      assert.match(sent, /phí ship bao nhiêu/)
      assert.doesNotMatch(sent, /Hoa|0912345678|Nguyễn Trãi/)
    })

    test('workspaces share nothing', async () => {
      const other = await makeWorkspace(platform)
      await teach(platform, other.workspaceId, 'Chính sách', policy)
      await teach(platform, shop.workspaceId, 'Chính sách', policy.replace('20.000đ', '45.000đ'))
      await settle()
      assert.equal((await storedVectors()).length, 3)
      const { reply } = (await ask(platform, shop.admin, { text: 'phí ship bao nhiêu', history: [] })) as {
        reply: string
      }
      assert.match(reply, /45\.000đ/)
    })
  })
}

test('a vector in bytes is nearly as like as the vector', () => {
  const wave = (step: number): Float32Array => Float32Array.from({ length: 300 }, (_, i) => Math.sin(i * step) / 17)
  const [one, other] = [wave(0.7), wave(0.72)]
  assert.ok(Math.abs(likeness(one, storedVectorOf(pack(one))) - 1) < 0.001)
  const exact = one.reduce((sum, value, i) => sum + value * other[i]!, 0) / Math.hypot(...one) / Math.hypot(...other)
  assert.ok(Math.abs(likeness(one, storedVectorOf(pack(other))) - exact) < 0.01)
  assert.ok(Number.isNaN(likeness(wave(1).subarray(1), storedVectorOf(pack(one)))))
  assert.ok(Number.isNaN(likeness(one, storedVectorOf(new Int8Array(300)))))
})
