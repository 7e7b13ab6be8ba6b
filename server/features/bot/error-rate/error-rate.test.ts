import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { casesNeeded } from '#shared/contracts/bot/gate.contract.ts'
import type { ErrorRate } from '#shared/contracts/bot/gate.results.ts'
import { memberAt, trainingDrivers } from '#tests/drivers/training-driver.ts'
import { developmentRates } from './development-rates.ts'
import { type Judged, rateAt, stepsOf } from './rates.ts'

describe('the share of wrong answers', () => {
  const desk = trainingDrivers()

  const judged = (...rows: [number, boolean][]): Judged[] =>
    rows.map(([confidence, right]) => ({ confidence, answers: true, right, weight: 1 }))
  const rate = async () => (await desk.call<ErrorRate>('GET', '/bot/error-rate')).json

  test('a step is the lowest threshold that keeps to its share, and all above it do', () => {
    const some = judged(
      ...Array.from({ length: 20 }, (): [number, boolean] => [0.9, true]),
      [0.6, false],
      [0.5, true],
      [0.2, false],
    )
    const steps = stepsOf(some)
    const at = (allowed: number) => steps.find(step => step.allowed === allowed)
    assert.equal(at(2)?.threshold, 0.61)
    assert.equal(at(5)?.threshold, 0.21)
    assert.equal(at(10)?.threshold, 0.05)
    assert.deepEqual(rateAt(some, 0.61), { answered: 20 / 23, wrong: 0 })
    assert.equal(stepsOf(some, 0.4).at(-1)?.threshold, 0.4)
    assert.deepEqual(
      stepsOf(judged([0.99, false])).map(step => step.answered),
      Array.from({ length: 10 }, () => 0),
    )
  })

  test('the more may be wrong, the more is answered: also by the development shops', () => {
    for (const [at, step] of developmentRates.entries()) {
      const before = developmentRates[at - 1]
      assert.ok(step.wrong <= step.allowed / 100 || step.answered === 0)
      assert.ok(!before || (before.threshold >= step.threshold && before.answered <= step.answered))
    }
  })

  test('with few test questions it is the development shops’ that are shown, and it says so', async () => {
    await desk.pair('Phí giao hàng nội thành?', 'Phí giao hàng nội thành 20.000đ.')
    await desk.saveTest('Phí giao hàng nội thành?', '20.000đ')
    const shown = await rate()
    assert.deepEqual(
      [shown.basis, shown.cases, shown.now, shown.steps],
      ['development', 1, null, [...developmentRates]],
    )
  })

  test('with enough of them it is one’s own: what is answered, what is wrong, now and at each step', async () => {
    await desk.pair('Phí giao hàng nội thành?', 'Phí giao hàng nội thành 20.000đ.')
    for (let n = 0; n < casesNeeded - 2; n++)
      await desk.saveTest(`Phí giao hàng nội thành${' ạ'.repeat(n)}?`, '20.000đ')
    await desk.call('POST', '/regression-cases', { question: 'có bán vé máy bay đi Huế không', act: 'abstain' })
    await desk.saveTest('Phí giao hàng nội thành vậy shop?', '99.000đ')
    const shown = await rate()
    assert.deepEqual([shown.basis, shown.cases, shown.unanswerable], ['own', casesNeeded, 1])
    assert.equal(shown.now?.answered, (casesNeeded - 1) / casesNeeded)
    assert.equal(shown.now?.wrong, 1 / (casesNeeded - 1))
    const [careful] = shown.steps
    assert.ok(careful && careful.threshold > 0.9 && shown.steps.at(-1)!.threshold < careful.threshold)
    await desk.call('PUT', '/bot/settings', { threshold: 1, confirm: true })
    assert.equal((await rate()).now?.answered, 0)
  })

  test('a member may look; a stranger sees their own', async () => {
    const looked = await (await memberAt(desk)).call<ErrorRate>('GET', '/bot/error-rate')
    assert.equal(looked.json.cases, 0)
  })
})
