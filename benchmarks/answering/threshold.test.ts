import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerMessage } from '#features/bot/messages/answer-message.ts'
import { filesOf, developmentFolder, readSets } from './evaluation-sets.ts'
import { holdsOneOf, knowledgeOfBusiness } from './known-texts.ts'

/** With few answers, one more moves the share this much. */
const noise = 0.02

test('a higher threshold never answers more, and what it answers is not more often wrong', () => {
  const shops = readSets(filesOf(developmentFolder)).businesses.map(set => ({
    set,
    knowledge: knowledgeOfBusiness(set),
  }))
  const rates = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1].map(threshold => {
    let all = 0
    let answered = 0
    let wrong = 0
    for (const { set, knowledge } of shops)
      for (const { text, history, expect, answer_any: answers } of set.questions) {
        if (expect !== 'answer' && expect !== 'abstain') continue
        const { act, reply } = answerMessage(knowledge, { text, history, threshold })
        all += 1
        if (act !== 'answer' && act !== 'clarify') continue
        answered += 1
        if (expect !== 'answer' || !holdsOneOf(reply, answers)) wrong += 1
      }
    return { threshold, answered: answered / all, wrong: answered ? wrong / answered : 0 }
  })
  for (const [at, rate] of rates.entries()) {
    const below = rates[at - 1]
    if (!below) continue
    assert.ok(rate.answered <= below.answered, `${rate.threshold}: more answered than at ${below.threshold}`)
    assert.ok(rate.wrong <= below.wrong + noise, `${rate.threshold}: more wrong than at ${below.threshold}`)
  }
  assert.ok(rates[0]!.answered > rates.at(-1)!.answered)
  assert.ok(rates[0]!.wrong > rates[6]!.wrong)
})
