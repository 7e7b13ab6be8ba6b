import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameOf } from './frame.ts'

const countedIn = (text: string): string | undefined =>
  frameOf({ text, words: text.split(' ').map(raw => ({ raw, worth: 1 })), others: [] }).counted

test('who is spoken to at the end of a message is not what is counted', () => {
  for (const text of [
    'gội bầu bao nhiêu shop',
    'goi bau bao nhieu sop oi',
    'gội bầu bao nhiêu em',
    'gội bầu nhiêu vậy ad',
    'gội bầu bao nhiêu tiệm nhỉ',
    'gội bầu bao nhiêu bạn ơi',
    'vé mấy shop',
  ])
    assert.equal(countedIn(text), undefined, text)
})

test('people and things are counted', () => {
  for (const [text, counted] of [
    ['bao nhiêu bạn một lớp', 'ban'],
    ['lớp có bao nhiêu bạn ạ', 'ban'],
    ['lớp mấy em vậy', 'em'],
    ['tối đa mấy người', 'nguoi'],
    ['còn bao nhiêu bàn shop', 'ban'],
    ['bao nhiêu chị em đăng ký', 'chi'],
    ['có bao nhiêu bác sĩ', 'bac'],
    ['một lớp bao nhiêu bạn', 'ban'],
    ['lớp còn bao nhiêu em', 'em'],
    ['con bao nhieu ban', 'ban'],
    ['bên mình có mấy quán ạ', 'quan'],
    ['có mấy tiệm vậy', 'tiem'],
  ] as const)
    assert.equal(countedIn(text), counted, text)
})
