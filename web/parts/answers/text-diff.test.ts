import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textDiff } from './text-diff.ts'

const showDiff = (before: string, after: string) =>
  textDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'taken' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

test('what changed is told word by word, what stayed stands once', () => {
  assert.equal(showDiff('Dạ giá 760.000đ ạ.', 'Dạ giá 780.000đ ạ.'), 'Dạ giá [-760.000đ -][+780.000đ +]ạ.')
  assert.equal(showDiff('như cũ', 'như cũ'), 'như cũ')
  assert.equal(showDiff('một hai ba', 'một ba hai ba'), 'một [+ba +]hai ba')
  assert.equal(showDiff('a b c d', 'b c d a'), '[-a -]b c [-d-][+d a+]')
  assert.equal(showDiff('a b c ', 'c a b '), '[+c +]a b [-c -]')
  const long = 'chữ '.repeat(401)
  assert.deepEqual(textDiff(long, long), [{ kind: 'same', text: long }])
  assert.deepEqual(
    textDiff('chữ ', long).map(part => part.kind),
    ['taken', 'added'],
    'one long text is enough',
  )
  assert.equal(showDiff('', 'mới'), '[+mới+]')
  assert.equal(showDiff('', ''), '')
})

test('taken and added parts together give both texts back', () => {
  const [before, after] = ['Nội thành 20.000đ, giao trong ngày.', 'Giao trong ngày (nội thành): 25.000đ!']
  const parts = textDiff(before, after)
  const without = (kind: string) =>
    parts
      .filter(part => part.kind !== kind)
      .map(part => part.text)
      .join('')
  assert.deepEqual([without('added'), without('taken')], [before, after])
  const long = 'chữ '.repeat(500)
  assert.deepEqual(
    textDiff(long, `${long}thêm`).map(part => part.kind),
    ['taken', 'added'],
  )
})
