import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionBefore, mentionChoices, mentionedIn, splitByNames } from './mentions.ts'

const team = [
  { person_id: 'a', name: 'Nguyễn Thu Hạnh' },
  { person_id: 'b', name: 'Lê Minh' },
  { person_id: null, name: 'Chưa nhận lời' },
]

test('an @ at the beginning of a word names somebody; in an address it does not', () => {
  assert.deepEqual(mentionBefore('nhờ @Mi', 7), { start: 4, typed: 'Mi' })
  assert.deepEqual(mentionBefore('@', 1), { start: 0, typed: '' })
  assert.equal(mentionBefore('minh@shop', 9), undefined)
  assert.equal(mentionBefore('@Minh giữ', 9), undefined)
})

test('any word of a name is enough, without marks; who has not come yet is not offered', () => {
  assert.deepEqual(
    mentionChoices(team, 'han').map(who => who.person_id),
    ['a'],
  )
  assert.deepEqual(
    mentionChoices(team, '').map(who => who.person_id),
    ['a', 'b'],
  )
  assert.deepEqual(mentionChoices(team, 'chua'), [])
})

test('whose whole name stands behind an @ is mentioned', () => {
  assert.deepEqual(mentionedIn('@Lê Minh giữ hàng cho Nguyễn Thu Hạnh', team), ['b'])
  assert.deepEqual(mentionedIn('không ai', team), [])
})

test('names stand out where they were named, the longest first; other signs stay as they are', () => {
  const parts = (text: string) =>
    splitByNames(text, ['Lê Minh', 'Lê Minh Tú']).map(part => (part.named ? `[${part.text}]` : part.text))
  assert.deepEqual(parts('Nhờ @Lê Minh Tú và @Lê Minh nhé'), ['Nhờ ', '[@Lê Minh Tú]', ' và ', '[@Lê Minh]', ' nhé'])
  assert.deepEqual(parts('@Hạnh, a@b.vn'), ['@Hạnh, a@b.vn'])
  assert.deepEqual(parts(''), [])
})
