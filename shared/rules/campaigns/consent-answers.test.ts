import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consentAnswerOf } from './consent-answers.ts'

test('yes and no are heard with and without marks and manners, as whole messages', () => {
  for (const yes of [
    'Đồng ý',
    'dong y',
    'Dạ em đồng ý ạ',
    'ok đồng ý nhé',
    'đồng ý nhận tin',
    'Có',
    'dạ có ạ',
    'Yes please',
    'I agree.',
    '1',
  ])
    assert.equal(consentAnswerOf(yes), 'agree', yes)
  for (const no of [
    'Không',
    'ko',
    'dạ không ạ',
    'Không, cảm ơn',
    'không đồng ý',
    'ko nhận nha',
    'No, thanks',
    'i don’t agree',
    '2',
  ])
    assert.equal(consentAnswerOf(no), 'decline', no)
})

test('manners alone, questions, conditions and other subjects agree to nothing', () => {
  for (const text of [
    'ok',
    'dạ',
    'vâng ạ',
    'ừ',
    'cô ơi',
    'Cô',
    '👍',
    'đồng ý nhưng mỗi tháng 1 tin',
    'đồng ý giá 200k',
    'có ship không',
    'không biết',
    'đồng ý?',
    'có gì hot không',
    '12',
    'size 1',
    '',
    'yes but no calls',
    `${'dạ '.repeat(20)}đồng ý`,
  ])
    assert.equal(consentAnswerOf(text), 'none', text)
})
