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
    { id: '6', kind: 'website', name: 'Tiệm gội Mây', account_id: 'wgt_6zhqx', place: null },
    { id: '7', kind: 'website', name: 'Tiệm gội Mây', account_id: 'wgt_7f9c5', hosted: true },
    { id: '8', kind: 'website', name: 'Gốm Mộc An', account_id: 'wgt_8aaaa', place: 'xn--tim-gm-jk8b7c.vn' },
    { id: '9', kind: 'website', name: 'Gốm Mộc An', account_id: 'wgt_9bbbb', place: 'hoian.vn' },
    { id: '10', kind: 'website', name: 'Gốm Mộc An', account_id: 'wgt_acccc', place: 'hoian.vn' },
    { id: '11', kind: 'website', name: 'Gốm Mộc An', account_id: 'wgt_bdddd', hosted: true, place: '/c/goi-may' },
  ]
  const channels = withDistinctNames(shop, 'vi', 'sen.vn')
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
      'tiệm-gốm.vn',
      'hoian.vn · Website …bbbb',
      'hoian.vn · Website …cccc',
      'sen.vn/c/goi-may',
    ],
  )
  assert.equal(withDistinctNames(shop, 'en', 'sen.vn')[6]?.name, 'Tiệm gội Mây · Chat page')
})
