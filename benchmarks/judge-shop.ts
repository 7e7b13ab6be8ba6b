import { answerMessage } from '#features/bot/answer-message.ts'
import type { Judged } from '#features/bot/error-rate/rates.ts'
import { Knowledge } from '#features/training/knowledge.ts'
import type { BusinessQuestion, BusinessSet } from './evaluation-sets.ts'
import { holdsEvidence, holdsOneOf, knowledgeOfBusiness, passagesOf } from './known-texts.ts'

/** What a question without an answer counts, of those made by taking the answer away. */
const takenAway = 0.15

/** A shop's questions, asked without a threshold: how sure the bot was, and whether it was right. */
export function judgeShop(set: BusinessSet): Judged[] {
  const knowledge = knowledgeOfBusiness(set)
  const passages = set.docs.flatMap(passagesOf)
  return set.questions
    .filter(question => question.expect === 'answer' || question.expect === 'abstain')
    .flatMap(question => {
      const asked = judge(knowledge, question, 1)
      if (question.expect === 'abstain') return [asked]
      const rest = passages.filter(passage => !holdsEvidence(passage.text, question.gold))
      return [asked, judge(new Knowledge(rest), question, takenAway)]
    })
}

function judge(knowledge: Knowledge, question: BusinessQuestion, weight: number): Judged {
  const { text, history, answer_any: answers, expect } = question
  const { act, reply, confidence } = answerMessage(knowledge, { text, history, threshold: 0 })
  const right = expect === 'answer' && holdsOneOf(reply, answers)
  return { confidence, answers: act === 'answer' || act === 'clarify', right, weight }
}
