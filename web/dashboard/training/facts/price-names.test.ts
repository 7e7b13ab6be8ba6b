import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { priceNames } from './price-names.ts'

test('a spa has services, a pottery has goods; who has not said what it does has prices', () => {
  const named = (trade: string | null) => priceNames(trade, trainingTexts('vi'))[0]
  assert.deepEqual(['spa', 'craft', 'other', null].map(named), ['1 dịch vụ', '1 mặt hàng', '1 mục giá', '1 mục giá'])
})
