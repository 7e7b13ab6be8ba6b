import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTokens, type PricedPlan, siteValues } from './site-values.ts'
import { refundPolicy } from './refund.ts'

const settings = {
  brand: 'Sen',
  address: 'https://sen.example',
  supportEmail: '',
  zaloUrl: 'https://zalo.me/1',
  messengerUrl: '',
}
const hobby: PricedPlan = {
  code: 'hobby',
  messages: 1500,
  campaigns: 1500,
  connections: 2,
  documents: 20,
  members: null,
  crawl_pages: 20,
  trial_days: null,
  prices: [
    { interval: 'month', currency: 'VND', amount: 299_000 },
    { interval: 'year', currency: 'VND', amount: 3_049_800 },
    { interval: 'year', currency: 'USD', amount: 12_240 },
  ],
}

test('prices and limits in the words of the language', () => {
  const vi = siteValues(settings, [hobby], 'vi')
  assert.equal(vi['price.hobby.month.VND'], '299.000đ')
  assert.equal(vi['monthly.hobby.VND'], '254.150đ')
  assert.equal(vi['limit.hobby.messages'], '1.500')
  assert.equal(vi['limit.hobby.members'], '∞')
  assert.equal(vi['host'], 'sen.example')
  assert.equal(vi['refund.usage'], `${refundPolicy.maxUsageRatio * 100}%`)
  assert.equal(vi['referral.first'], '20%')
  assert.equal(vi['referral.least'], '200.000đ / 10 USD')
  const en = siteValues(settings, [hobby], 'en')
  assert.equal(en['monthly.hobby.USD'], '$10.20')
  assert.equal(en['amount.hobby.year.USD'], '122.40')
  assert.equal(en['limit.hobby.messages'], '1,500')
})

test('tokens are filled and escaped, parts without a value are left out, holes are refused', () => {
  const values = { brand: '<Sen>', zalo_url: 'z', support_email: '' }
  const text = 'Hi {{brand}}.{{#zalo_url}} Zalo: {{zalo_url}}.{{/zalo_url}}{{#support_email}} Mail{{/support_email}}'
  assert.equal(
    fillTokens(text, values, value => value.replace('<', '&lt;')),
    'Hi &lt;Sen>. Zalo: z.',
  )
  assert.throws(() => fillTokens('{{price.gold.month.VND}}', values), /price\.gold/)
})
