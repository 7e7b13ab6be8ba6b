import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { confirmedParts, costWords } from './campaign-costs.ts'

test('a listed price and an estimate are two sums where both occur', () => {
  const vi = (exact: number, estimated: number) => costWords({ exact, estimated }, campaignScreensTexts('vi'), 'vi')
  assert.match(vi(11_000, 5500), /11\.000.*cộng khoảng.*5\.500/)
  assert.doesNotMatch(vi(11_000, 5500), /16\.500/)
  assert.match(vi(11_000, 0), /^11\.000/)
  assert.match(vi(0, 0), /^0/)
  assert.match(costWords({ exact: 11_000, estimated: 5500 }, campaignScreensTexts('en'), 'en'), /plus about/)
})

test('of what was confirmed the parts are known while its preview is', () => {
  const cost = { exact: 11_000, estimated: 5500 }
  assert.deepEqual(confirmedParts(cost, 16_500), cost)
  assert.equal(confirmedParts(cost, 16_000), undefined)
  assert.equal(confirmedParts({ exact: 0, estimated: 5500 }, 5500), undefined)
  assert.equal(confirmedParts(undefined, 0), undefined)
})
