import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { minutes } from '#platform/clock.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { type ModelSimulator, startModelSimulator } from '#tests/drivers/model-driver.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { proposeWordings } from './propose-wordings.ts'

describe('ways to ask that a model proposes', () => {
  let platform: TestPlatform
  let simulator: ModelSimulator
  let shop: TestWorkspace
  before(async () => {
    simulator = await startModelSimulator()
    const model = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'tiny', LLM_BASE_URL: `${simulator.address}/v1` }
    platform = await testPlatform({ settings: { ...model, LLM_TOKENS_PER_DAY: '3000' } })
  })
  after(async () => {
    await platform.close()
    await simulator.close()
  })
  beforeEach(async () => {
    const questions = ['xe để đâu shop', 'Có chỗ gửi xe không', 'is there parking?', '', 'gửi xe chỗ nào']
    Object.assign(simulator, {
      fault: undefined,
      faultsLeft: Infinity,
      calls: [],
      script: { questions: questions.filter(Boolean) },
    })
    platform.clock.advance(minutes(2))
    shop = await makeWorkspace(platform)
  })

  const propose = async (model: boolean) =>
    (await proposeWordings(platform, shop.admin, { question: 'Có chỗ gửi xe không?', model })).wordings

  test('are added where they ask otherwise, for a person to look at; without asking it, Sen’s own are there', async () => {
    assert.deepEqual(await propose(true), [
      { text: 'xe để đâu shop', from: 'model', surely: false },
      { text: 'is there parking?', from: 'model', surely: false },
      { text: 'gửi xe chỗ nào', from: 'model', surely: false },
    ])
    assert.equal(simulator.calls.length, 1)
    assert.ok((await propose(false)).every(one => one.from === 'sen'))
    assert.equal(simulator.calls.length, 1)
  })

  test('none where the model fails, says something else, or the day’s tokens are used up', async () => {
    simulator.script = undefined
    assert.deepEqual(await propose(true), [])
    Object.assign(simulator, { fault: '401' })
    assert.deepEqual(await propose(true), [])
    Object.assign(simulator, { fault: undefined, script: { questions: ['xe để đâu shop'] } })
    const counts = []
    for (let n = 0; n < 8; n++) counts.push((await propose(true)).length)
    assert.equal(counts.at(-1), 0)
  })
})
