import type { Answer } from '#features/bot/messages/asked-answer.ts'
import { findPassages } from '#features/training/search/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import type { BusinessQuestion, BusinessSet } from './evaluation-sets.ts'
import { holdsEvidence } from './known-texts.ts'
import type { Note } from './measure-passages.ts'
import { replyIsRight } from './score-reply.ts'
import { fraction } from './scores.ts'

export type ShopScores = {
  hit1: number
  hit3: number
  answerable: number
  right: number
  answered: number
  wrong_share: number
  unanswerable: number
  unanswerable_abstained: number
  by_style: Record<string, { right: number; of: number }>
  bands: Band[]
}
export type Band = { from: number; answers: number; said: number; true: number }

export type Asked = { question: BusinessQuestion; answer: Answer }

export async function askShop(
  set: BusinessSet,
  answerOf: (question: BusinessQuestion) => Answer | Promise<Answer>,
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const question of set.questions) asked.push({ question, answer: await answerOf(question) })
  return asked
}

export function scoreShop(set: BusinessSet, asked: readonly Asked[], knowledge: Knowledge, note: Note): ShopScores {
  const ranks: number[] = []
  for (const { question, answer } of asked) {
    if (question.expect === 'answer') ranks.push(rankOfEvidence(knowledge, question))
    note({
      set: set.business.id,
      id: question.id,
      style: question.style,
      history: question.history.map(({ text }) => text),
      text: question.text,
      expect: question.expect,
      act: answer.act,
      right: replyIsRight(question, answer),
      confidence: answer.confidence,
      path: answer.path,
      why: (answer.trace['model'] as { why?: string } | undefined)?.why,
      reply: answer.reply,
      wanted: question.answer_all ?? question.answer_any,
      forbid: question.forbid,
    })
  }
  return {
    hit1: fraction(ranks.filter(rank => rank === 0).length, ranks.length),
    hit3: fraction(ranks.filter(rank => rank >= 0 && rank < 3).length, ranks.length),
    ...scoreAnswers(asked),
  }
}

export function scoreAnswers(asked: readonly Asked[]): Omit<ShopScores, 'hit1' | 'hit3'> {
  const wanted = asked.filter(({ question }) => question.expect === 'answer')
  const hopeless = asked.filter(({ question }) => question.expect === 'abstain')
  const given = asked.filter(({ answer }) => answer.act === 'answer')
  const isRight = ({ question, answer }: Asked): boolean => replyIsRight(question, answer)
  return {
    answerable: wanted.length,
    right: fraction(wanted.filter(isRight).length, wanted.length),
    answered: given.length,
    wrong_share: fraction(given.filter(one => !isRight(one)).length, given.length),
    unanswerable: hopeless.length,
    unanswerable_abstained: hopeless.filter(({ answer }) => answer.act !== 'answer').length,
    by_style: Object.fromEntries(
      [...Map.groupBy(wanted, ({ question }) => question.style)].map(([style, own]) => [
        style,
        { right: fraction(own.filter(isRight).length, own.length), of: own.length },
      ]),
    ),
    bands: [...Map.groupBy(given, ({ answer }) => Math.min(9, Math.floor(answer.confidence * 10)))]
      .sort(([a], [b]) => a - b)
      .map(([band, own]) => ({
        from: band / 10,
        answers: own.length,
        said: fraction(
          own.reduce((sum, { answer }) => sum + answer.confidence, 0),
          own.length,
        ),
        true: fraction(own.filter(isRight).length, own.length),
      })),
  }
}

function rankOfEvidence(knowledge: Knowledge, question: BusinessQuestion): number {
  const { passages } = findPassages(knowledge, readQuery(question.text, question.history))
  return passages.findIndex(({ position }) => holdsEvidence(knowledge.passages[position]!.text, question.gold))
}
