import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerMessage } from '#features/bot/messages/answer-message.ts'
import type { Meaning } from '#features/bot/answers/seek.ts'
import { storedVectorOf, likeness, pack } from '#features/bot/vectors/likeness.ts'
import { vectorText } from '#features/bot/vectors/passage-vectors.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { meaningOf } from '#tests/drivers/model-driver.ts'
import { type BusinessQuestion, developmentFolder, filesOf, readSets } from '../answering/evaluation-sets.ts'
import { holdsEvidence, holdsOneOf, knowledgeOfBusiness } from '../answering/known-texts.ts'

type Scores = { right: number; wrong: number; first: number; asked: number }

const shops = readSets(filesOf(developmentFolder)).businesses.map(set => ({ set, knowledge: knowledgeOfBusiness(set) }))

function little(knowledge: Knowledge): Meaning {
  const stored = knowledge.passages.map(passage =>
    storedVectorOf(pack(Float32Array.from(meaningOf(vectorText(passage))))),
  )
  return question => {
    const vector = Float32Array.from(meaningOf(question))
    return Float64Array.from(stored, one => likeness(vector, one))
  }
}

function scoresWith(meaningFor: (knowledge: Knowledge, question: BusinessQuestion) => Meaning | undefined): Scores {
  const scores: Scores = { right: 0, wrong: 0, first: 0, asked: 0 }
  for (const { set, knowledge } of shops)
    for (const question of set.questions) {
      const { text, history, expect, answer_any: wanted, forbid, gold } = question
      const meaning = meaningFor(knowledge, question)
      const { act, reply, retrieved } = answerMessage(knowledge, { text, history, threshold: null, meaning })
      const right = act === 'answer' && holdsOneOf(reply, wanted) && !forbid.some(words => reply.includes(words))
      if (expect === 'answer') scores.asked += 1
      if (expect === 'answer' && retrieved[0] && holdsEvidence(retrieved[0].text, gold)) scores.first += 1
      if (right) scores.right += 1
      if (act === 'answer' && (!right || expect !== 'answer')) scores.wrong += 1
    }
  return scores
}

const chance = 1

describe('the search by meaning', () => {
  const words = scoresWith(() => undefined)

  it('with vectors that know the passage: it comes first, and no answer gets worse', () => {
    const knowing = scoresWith(
      (knowledge, { gold }) =>
        () =>
          knowledge.passages.map(({ text }) => Number(holdsEvidence(text, gold))),
    )
    assert.ok(knowing.first / knowing.asked >= 0.98, JSON.stringify(knowing))
    assert.ok(knowing.right >= words.right && knowing.wrong <= words.wrong, JSON.stringify({ words, knowing }))
  })

  it('with vectors that know little, or know it wrongly: what is quoted is as right as by words alone', () => {
    const vague = new Map(shops.map(({ knowledge }) => [knowledge, little(knowledge)]))
    const dim = scoresWith(knowledge => vague.get(knowledge))
    const turned = scoresWith(
      knowledge => question => Float64Array.from(vague.get(knowledge)!(question)!, value => -value),
    )
    for (const scores of [dim, turned])
      assert.ok(scores.right >= words.right && scores.wrong <= words.wrong + chance, JSON.stringify({ words, scores }))
  })

  it('with vectors that are missing, some or all: as by words alone where nothing is known', () => {
    const none = scoresWith(knowledge => () => knowledge.passages.map(() => Number.NaN))
    assert.deepEqual(none, words)
    const half = scoresWith(
      (knowledge, { gold }) =>
        () =>
          knowledge.passages.map(({ text }, at) => (at % 2 ? Number.NaN : Number(holdsEvidence(text, gold)))),
    )
    assert.ok(half.right >= words.right && half.wrong <= words.wrong, JSON.stringify({ words, half }))
  })
})
