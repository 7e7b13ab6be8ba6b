import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTokens, type PricedPlan, siteValues } from './site-values.ts'
import { refundPolicy } from '../refund.ts'

const settings = {
  brand: 'Sen',
  address: 'https://sen.example',
  supportEmail: '',
  supportPhone: '024 7300 8866',
  postalAddress: '',
  zaloUrl: 'https://zalo.me/1',
  messengerUrl: '',
  pays: ['bank', 'stripe', 'payoneer'],
} as const
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

test('the ways to pay that are set up are named, and no other', () => {
  const waysOf = (...pays: ('bank' | 'stripe' | 'payoneer')[]) => siteValues({ ...settings, pays }, [], 'vi')
  assert.equal(
    waysOf('bank', 'stripe', 'payoneer')['pay.ways'],
    'Có ba cách trả tiền: chuyển khoản ngân hàng bằng mã VietQR, thẻ Visa, Mastercard hoặc JCB qua Stripe và Payoneer.',
  )
  const some = waysOf('payoneer', 'bank')
  assert.equal(some['pay.ways'], 'Có hai cách trả tiền: chuyển khoản ngân hàng bằng mã VietQR và Payoneer.')
  assert.deepEqual([some['look.payoneer'], some['look.bank']], ['btn-filled', 'btn-outline'])
  const shown = (values: Record<string, string>) =>
    fillTokens(
      '{{#pays.stripe}}thẻ{{/pays.stripe}}{{#pays.bank}}VietQR{{/pays.bank}}{{#pays.none}}không{{/pays.none}}',
      values,
    )
  assert.deepEqual([shown(some), shown(waysOf()), shown(waysOf('stripe'))], ['VietQR', 'không', 'thẻ'])
  assert.equal(waysOf()['phone_link'], '02473008866')
})
