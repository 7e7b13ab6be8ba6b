import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asLines, buttonsIn, type CampaignButton, isWhole } from './campaign-buttons.ts'

const link: CampaignButton = {
  is: 'link',
  title: { vi: 'Xem thẻ', en: 'See the card' },
  url: 'https://may.example/the',
}
const answer: CampaignButton = { is: 'answer', title: { vi: 'Giữ chỗ giúp em' } }
const tag: CampaignButton = { is: 'tag', title: { vi: 'Em quan tâm' }, tag_id: 'n' }
const sequence: CampaignButton = { is: 'sequence', title: { vi: 'Nhận lời nhắc' }, sequence_id: 'f' }

test('a button is whole in the languages of the text: short words of its own, and somewhere to lead', () => {
  const all = [link, answer, sequence, tag]
  for (const button of all) assert.equal(isWhole(button, all, ['vi']), true, button.is)
  assert.equal(isWhole(answer, all, ['vi', 'en']), false)
  assert.equal(isWhole({ ...answer, title: { vi: 'x'.repeat(20) } }, [], ['vi']), true)
  const wrong: CampaignButton[] = [
    { ...answer, title: { vi: ' ' } },
    { ...answer, title: { vi: 'Một cái tên quá là dài' } },
    { ...answer, title: { vi: 'Chào {{ten}}' } },
    { ...link, url: 'may.example' },
    { ...link, url: 'https://bank.example@evil.example/' },
    { ...link, url: 'https://may.example/?ten={{customer_name}}' },
    { is: 'sequence', title: { vi: 'Nhận' }, sequence_id: null },
    { is: 'tag', title: { vi: 'Nhận' }, tag_id: null },
  ]
  for (const button of wrong) assert.equal(isWhole(button, [button], ['vi']), false, JSON.stringify(button))
  assert.equal(isWhole(answer, [answer, { ...link, title: { vi: 'giữ chỗ giúp EM' } }], ['vi']), false)
})

test('where nothing can be pressed a number answers, and a link stands there', () => {
  assert.equal(
    asLines(buttonsIn([link, answer, sequence], 'vi')),
    '\n\n1. Giữ chỗ giúp em\n2. Nhận lời nhắc\nXem thẻ: https://may.example/the',
  )
  assert.equal(asLines([]), '')
  const unfinished = [
    { ...tag, tag_id: null },
    { ...sequence, sequence_id: null },
  ]
  assert.deepEqual(buttonsIn([...unfinished, tag], 'vi'), [{ title: 'Em quan tâm', is: 'tag', tag_id: 'n' }])
})
