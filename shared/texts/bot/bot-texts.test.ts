import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botTexts } from './bot-texts.ts'

const contracted = /(?:\b(?:I|you|we|they|it|that|here|what)’(?:m|re|ve|ll|d|s)|n’t)\b/i

test('the formal bot writes its words in full; the warm one as people do', () => {
  const short = (tone: 'formal' | 'warm') =>
    Object.entries(botTexts('en', tone)).flatMap(([key, text]) => (contracted.test(text) ? [key] : []))
  assert.deepEqual(short('formal'), [])
  assert.ok(short('warm').length > 10)
})
