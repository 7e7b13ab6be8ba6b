import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDistinctNames } from './channel-names.ts'

test('channels of the same name are told apart, others keep theirs', () => {
  const shop = [
    { id: '1', kind: 'facebook', name: 'Gốm Mộc An', account_id: '10001' },
    { id: '2', kind: 'zalo', name: 'Gốm Mộc An', account_id: '20002' },
    { id: '3', kind: 'facebook', name: 'Mộc An Hội An', account_id: '10003' },
    { id: '4', kind: 'facebook', name: 'Mộc An Hội An', account_id: '10004' },
    { id: '5', kind: 'website', name: 'mocan.vn' },
    { id: '6', kind: 'website', name: 'Tiệm gội Mây', account_id: 'wgt_6zhqx' },
    { id: '7', kind: 'website', name: 'Tiệm gội Mây', account_id: 'wgt_7f9c5', hosted: true },
  ]
  const channels = withDistinctNames(shop, 'vi')
  assert.deepEqual(
    channels.map(one => one.name),
    [
      'Gốm Mộc An · Messenger',
      'Gốm Mộc An · Zalo',
      'Mộc An Hội An · Messenger …0003',
      'Mộc An Hội An · Messenger …0004',
      'mocan.vn',
      'Tiệm gội Mây · Website',
      'Tiệm gội Mây · Trang chat',
    ],
  )
  assert.equal(withDistinctNames(shop, 'en').at(-1)?.name, 'Tiệm gội Mây · Chat page')
})
