import { type Answer, answerMessage } from '#features/bot/answer-message.ts'
import { findPassages } from '#features/training/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { readQuery } from '#features/training/query.ts'
import type { BusinessQuestion, BusinessSet } from './evaluation-sets.ts'
import { holdsEvidence, holdsOneOf } from './known-texts.ts'
import type { Note } from './measure-passages.ts'
import { fraction } from './scores.ts'

const longestReply = 600
const mostUnits = 3

export type ShopScores = {
  hit1: number
  hit3: number
  right: number
  wrong_share: number
  unanswerable: number
  unanswerable_kept: number
  by_style: Record<string, { right: number }>
}

/** A shop's questions through the path that customers get. */
export function measureShop(set: BusinessSet, knowledge: Knowledge, note: Note): ShopScores {
  const asked = set.questions.filter(question => question.expect === 'answer')
  const unanswerable = set.questions.filter(question => question.expect === 'abstain')
  const styles = new Map<string, { right: number; of: number }>()
  let hit1 = 0
  let hit3 = 0
  let right = 0
  let answered = 0
  let wrong = 0
  let kept = 0
  for (const question of set.questions) {
    const answer = answerMessage(knowledge, { text: question.text, history: question.history, threshold: null })
    const isRight = answer.act === 'answer' && replyIsRight(question, answer)
    if (answer.act === 'answer') {
      answered += 1
      if (!isRight || question.expect !== 'answer') wrong += 1
    }
    if (question.expect === 'abstain' && answer.act !== 'answer') kept += 1
    if (question.expect === 'answer') {
      const rank = rankOfEvidence(knowledge, question)
      if (rank === 0) hit1 += 1
      if (rank >= 0 && rank < 3) hit3 += 1
      if (isRight) right += 1
      const style = styles.get(question.style) ?? { right: 0, of: 0 }
      styles.set(question.style, { right: style.right + Number(isRight), of: style.of + 1 })
    }
    note({
      set: set.business.id,
      id: question.id,
      text: question.text,
      expect: question.expect,
      act: answer.act,
      right: isRight,
      confidence: answer.confidence,
      reply: answer.reply,
    })
  }
  return {
    hit1: fraction(hit1, asked.length),
    hit3: fraction(hit3, asked.length),
    right: fraction(right, asked.length),
    wrong_share: fraction(wrong, answered),
    unanswerable: unanswerable.length,
    unanswerable_kept: kept,
    by_style: Object.fromEntries([...styles].map(([style, { right: ok, of }]) => [style, { right: fraction(ok, of) }])),
  }
}

function replyIsRight(question: BusinessQuestion, { reply, citations }: Answer): boolean {
  if (reply.length > longestReply || citations.length > mostUnits) return false
  if (question.forbid.some(text => reply.includes(text))) return false
  return holdsOneOf(reply, question.answer_any)
}

function rankOfEvidence(knowledge: Knowledge, question: BusinessQuestion): number {
  const { passages } = findPassages(knowledge, readQuery(question.text, question.history))
  return passages.findIndex(({ position }) => holdsEvidence(knowledge.passages[position]!.text, question.gold))
}
