import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { sentimentOf } from '#shared/rules/text/sentiment.ts'
import { answerMessage } from '../messages/answer-message.ts'

const little = 0.2

const words = Object.getOwnPropertyNames(Object.prototype)
const text = words.map((word, n) => `${word}: ${n + 1}0.000đ. Bảo hành ${word} ${n + 1} năm.`).join('\n')
const knowledge = new Knowledge(
  splitPassages({ title: 'constructor', text }).map(passage => ({
    ...passage,
    id: `p${passage.position}`,
    source_id: 's',
    title: 'constructor',
  })),
)

test('are words like any other to whoever reads a message', () => {
  for (const word of words.flatMap(one => [one, one.toLowerCase()])) {
    assert.equal(sentimentOf(word).label, 'neutral', word)
    assert.ok(['vi', 'en'].includes(languageOf(word)), word)
    assert.deepEqual(detectContacts(`không chín một ${word}`), [], word)
  }
})

test('are answered, or not known', () => {
  for (const word of words)
    for (const text of [
      word,
      `${word} giá bao nhiêu ạ?`,
      `bao hanh ${word} may nam`,
      `2 ${word} 3 ${word}`,
      `how much is ${word}?`,
    ]) {
      const { reply } = answerMessage(knowledge, { text: text, history: [], threshold: little })
      assert.doesNotMatch(reply, /native code|\[object/, text)
    }
})
