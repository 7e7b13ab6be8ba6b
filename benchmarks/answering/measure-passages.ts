import { sumOf } from '#features/bot/answers/confidence.ts'
import { type Found, findPassages } from '#features/training/search/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { EnglishSet, ParallelSet } from './evaluation-sets.ts'
import { holdsAnswer, knowledgeOfPassages } from './known-texts.ts'
import { areaUnderCurve, fraction, rightWithin } from './scores.ts'

export type Retrieval = { hit1: number; hit3: number; mrr: number }
export type Extraction = { in1: number; in2: number; in3: number }
type Question = { id: string; pid: string; text: string; answers: string[] }
export type Note = (line: Record<string, unknown>) => void

function measureRetrieval(
  name: string,
  knowledge: Knowledge,
  questions: Question[],
  note: Note,
): { retrieval: Retrieval; extraction: Extraction } {
  let hit1 = 0
  let hit3 = 0
  let mrr = 0
  const within = [0, 0, 0]
  for (const question of questions) {
    const found = findPassages(knowledge, readQuery(question.text))
    const rank = found.passages
      .slice(0, 10)
      .findIndex(({ position }) => knowledge.passages[position]!.id === question.pid)
    if (rank === 0) hit1 += 1
    if (rank >= 0 && rank < 3) hit3 += 1
    if (rank >= 0) mrr += 1 / (rank + 1)
    const unit = found.units.slice(0, 3).findIndex(one => holdsAnswer(one.unit.text, question.answers))
    for (let i = 0; i < 3; i++) if (unit >= 0 && unit <= i) within[i]! += 1
    note({ set: name, id: question.id, rank: rank + 1, unit: unit + 1, confidence: sumOf(found) })
  }
  const of = questions.length
  return {
    retrieval: { hit1: fraction(hit1, of), hit3: fraction(hit3, of), mrr: fraction(mrr, of) },
    extraction: { in1: fraction(within[0]!, of), in2: fraction(within[1]!, of), in3: fraction(within[2]!, of) },
  }
}

export function measureParallel(
  { passages, questions }: ParallelSet,
  note: Note,
): {
  retrieval: Record<string, Retrieval>
  extractive: Record<string, Extraction>
  abstention: { xquad_vi: Record<string, number> }
} {
  const vi = knowledgeOfPassages(passages, 'vi')
  const en = knowledgeOfPassages(passages, 'en')
  const asked = (
    text: (question: ParallelSet['questions'][number]) => string,
    answers: 'vi_answers' | 'en_answers',
  ): Question[] =>
    questions.map(question => ({
      id: question.id,
      pid: question.pid,
      text: text(question),
      answers: question[answers],
    }))
  const inVi = measureRetrieval(
    'xquad_vi',
    vi,
    asked(question => question.vi, 'vi_answers'),
    note,
  )
  const folded = measureRetrieval(
    'xquad_vi_folded',
    vi,
    asked(question => fold(question.vi), 'vi_answers'),
    note,
  )
  const inEn = measureRetrieval(
    'xquad_en',
    en,
    asked(question => question.en, 'en_answers'),
    note,
  )
  const across = measureRetrieval(
    'xquad_en_vi',
    vi,
    asked(question => question.en, 'vi_answers'),
    note,
  )
  return {
    retrieval: {
      xquad_vi: inVi.retrieval,
      xquad_vi_folded: folded.retrieval,
      xquad_en: inEn.retrieval,
      xquad_en_vi: across.retrieval,
    },
    extractive: { xquad_vi: inVi.extraction, xquad_en: inEn.extraction },
    abstention: {
      xquad_vi: measureHiding(
        vi,
        passages,
        asked(question => question.vi, 'vi_answers'),
      ),
    },
  }
}

function measureHiding(
  knowledge: Knowledge,
  passages: ParallelSet['passages'],
  questions: Question[],
): Record<string, number> {
  const articleOf = new Map(passages.map(({ id, article }) => [id, article]))
  const asIs: { confidence: number; right: boolean }[] = []
  const hiddenPassage: number[] = []
  const hiddenArticle: number[] = []
  for (const question of questions) {
    const query = readQuery(question.text)
    const found = findPassages(knowledge, query)
    asIs.push({ confidence: sumOf(found), right: twoSentencesHold(found, question.answers) })
    const hide = (matches: (id: string) => boolean): number =>
      sumOf(
        findPassages(knowledge, query, {
          hidden: new Set(knowledge.passages.flatMap(({ id }, at) => (matches(id) ? [at] : []))),
        }),
      )
    hiddenPassage.push(hide(id => id === question.pid))
    hiddenArticle.push(hide(id => articleOf.get(id) === articleOf.get(question.pid)))
  }
  const sure = asIs.map(one => one.confidence)
  const right10 = (hidden: number[]): number =>
    rightWithin([...asIs, ...hidden.map(confidence => ({ confidence, right: false }))], 0.1, questions.length)
  return {
    auroc_passage: areaUnderCurve(sure, hiddenPassage),
    auroc_article: areaUnderCurve(sure, hiddenArticle),
    right_at_10_passage: right10(hiddenPassage),
    right_at_10_article: right10(hiddenArticle),
  }
}

function twoSentencesHold(found: Found, answers: string[]): boolean {
  return found.units.slice(0, 2).some(one => holdsAnswer(one.unit.text, answers))
}

export function measureEnglish(
  { passages, questions }: EnglishSet,
  note: Note,
): { retrieval: Retrieval; auroc: number } {
  const knowledge = knowledgeOfPassages(passages, 'en')
  const asked = questions.map(({ id, pid, en, en_answers }) => ({ id, pid, text: en, answers: en_answers }))
  const answerable = new Set(questions.filter(question => question.answerable).map(({ id }) => id))
  const { retrieval } = measureRetrieval(
    'squad2_en',
    knowledge,
    asked.filter(({ id }) => answerable.has(id)),
    note,
  )
  const confidences = asked.map(({ id, text }) => ({
    id,
    confidence: sumOf(findPassages(knowledge, readQuery(text))),
  }))
  const of = (wanted: boolean): number[] =>
    confidences.filter(({ id }) => answerable.has(id) === wanted).map(({ confidence }) => confidence)
  return { retrieval, auroc: areaUnderCurve(of(true), of(false)) }
}
