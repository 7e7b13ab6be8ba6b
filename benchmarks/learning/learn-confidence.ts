/** `node benchmarks/learning/learn-confidence.ts [vi|en]`, after learn-ranking.ts: writes confidence-weights.ts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { confidenceMeasures } from '#features/bot/answers/confidence-measures.ts'
import { measureConfidence } from '#features/bot/answers/confidence.ts'
import { confidenceWeights } from '#features/bot/answers/confidence-weights.ts'
import { findPassages } from '#features/training/search/find-passages.ts'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { readQuery, type Turn } from '#features/training/search/query.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { Language } from '#shared/words.ts'
import {
  type BusinessSet,
  developmentFolder,
  filesOf,
  readSets,
  smallShopsFolder,
} from '../answering/evaluation-sets.ts'
import { fitLogistic, type Labelled } from './fit.ts'
import {
  holdsAnswer,
  holdsEvidence,
  holdsOneOf,
  knowledgeOfBusiness,
  knowledgeOfPassages,
  passagesOf,
} from '../answering/known-texts.ts'

type Case = { text: string; history?: Turn[]; answers: string[]; hidden?: Set<number>; weight: number; shop?: boolean }

const encyclopedia = 1.5

const distinctiveGoods: Record<string, string[]> = {
  moclam: ['m16', 'm17', 'm18', 'm19', 'm20', 'm21', 'm24', 'm26'],
  saomai: ['s04', 's05', 's06', 's07', 's08', 's10', 's11', 's12', 's13', 's14', 's16', 's17', 's26', 's28', 's39'],
  lacay: ['lacay01', 'lacay02', 'lacay03', 'lacay10', 'lacay14'],
  tiensua: ['tiensua01', 'tiensua02', 'tiensua03', 'tiensua04'],
  moctu: ['moctu01', 'moctu02', 'moctu10'],
  songxanh: ['songxanh01', 'songxanh02', 'songxanh08', 'songxanh10'],
}
const speaksFor = [
  'metWords',
  'run',
  'numbersMet',
  'bm25',
  'unitShare',
  'passageShare',
  'rankLead',
  'window',
  'novelType',
  'typeAlone',
]
const speaksAgainst = [
  'missedWords',
  'twoMissed',
  'worstMissed',
  'missedHere',
  'pairsMissed',
  'typeMissed',
  'strange',
  'clash',
  'headUnknown',
]
const signs = confidenceMeasures.map(name => (speaksFor.includes(name) ? 1 : speaksAgainst.includes(name) ? -1 : 0))
const examples: Record<Language, Labelled[]> = { vi: [], en: [] }
const sets = readSets([...filesOf(developmentFolder), ...filesOf(smallShopsFolder)])

for (const { passages, questions } of sets.parallel) {
  for (const language of ['vi', 'en'] as const) {
    const knowledge = knowledgeOfPassages(passages, language)
    const articles = Map.groupBy(passages, passage => passage.article)
    const small = new Map([...articles].map(([name, own]) => [name, knowledgeOfPassages(own, language)]))
    const names = [...small.keys()]
    questions.forEach((question, i) => {
      const answers = language === 'vi' ? question.vi_answers : question.en_answers
      const article = passages.find(passage => passage.id === question.pid)!.article
      const inArticle = new Set(articles.get(article)!.map(passage => passage.id))
      const texts = language === 'vi' ? [question.vi, fold(question.vi)] : [question.en]
      for (const text of texts) {
        const weight = 1 / texts.length
        learn(knowledge, { text, answers, weight })
        learn(knowledge, {
          text,
          answers: [],
          hidden: where(knowledge, id => id === question.pid),
          weight: weight * 0.5,
        })
        learn(knowledge, { text, answers: [], hidden: where(knowledge, id => inArticle.has(id)), weight: weight * 0.5 })
        const own = small.get(article)!
        learn(own, { text, answers, weight: weight * 0.3 })
        learn(own, { text, answers: [], hidden: where(own, id => id === question.pid), weight: weight * 0.15 })
        learn(small.get(names[(names.indexOf(article) + 1 + (i % 20)) % names.length]!)!, {
          text,
          answers: [],
          weight: weight * 0.15,
        })
      }
    })
  }
}
for (const { passages, questions } of sets.english) {
  const knowledge = knowledgeOfPassages(passages, 'en')
  for (const question of questions.filter(({ answerable }) => answerable)) {
    learn(knowledge, { text: question.en, answers: question.en_answers, weight: 0.5 })
    learn(knowledge, {
      text: question.en,
      answers: [],
      hidden: where(knowledge, id => id === question.pid),
      weight: 0.5,
    })
  }
}
const shops = sets.businesses.map(set => ({ set, knowledge: knowledgeOfBusiness(set) }))
for (const { set, knowledge } of shops) {
  for (const question of set.questions) {
    if (question.expect === 'abstain') learn(knowledge, { ...question, answers: [], weight: 6, shop: true })
    if (question.expect !== 'answer') continue
    learn(knowledge, { ...question, answers: question.answer_any, weight: 6, shop: true })
    const hidden = where(knowledge, (_id, text) => holdsEvidence(text, question.gold))
    learn(knowledge, { ...question, answers: [], hidden, weight: 0.6, shop: true })
    if (question.history.length === 0) askTiny(set, question)
    if (distinctiveGoods[set.business.id]?.includes(question.id)) askElsewhere(set, question)
  }
}

function askTiny({ docs }: BusinessSet, question: BusinessSet['questions'][number]): void {
  const all = docs.flatMap(passagesOf)
  const gold = all.filter(({ text }) => holdsEvidence(text, question.gold))
  const others = all.filter(passage => !gold.includes(passage))
  const number = Number(question.id.replace(/\D/g, ''))
  const one = others.slice((number * 7) % Math.max(1, others.length)).slice(0, 1)
  const two = others.slice((number * 11 + 3) % Math.max(1, others.length)).slice(0, 1)
  const cases = [
    { passages: gold, answers: question.answer_any, weight: 1 },
    { passages: [...gold, ...one], answers: question.answer_any, weight: 1 },
    { passages: one, answers: [], weight: 0.5 },
    { passages: [...one, ...two], answers: [], weight: 0.5 },
  ]
  for (const { passages, answers, weight } of cases.slice(0, others.length ? 4 : 1)) {
    learn(new Knowledge(passages), { text: question.text, answers: [...answers], weight, shop: true })
  }
}

function askElsewhere(home: BusinessSet, question: BusinessSet['questions'][number]): void {
  for (const { set, knowledge } of shops) {
    if (set !== home) learn(knowledge, { text: question.text, answers: [], weight: 1, shop: true })
  }
}

function learn(knowledge: Knowledge, one: Case): void {
  const found = findPassages(knowledge, readQuery(one.text, one.history), { hidden: one.hidden })
  const measures = measureConfidence(found)
  if (!measures) return
  const holds = one.shop ? holdsOneOf : holdsAnswer
  const right = one.answers.length > 0 && found.units.slice(0, 2).some(({ unit }) => holds(unit.text, one.answers))
  const { language } = found.measure.query
  const weight = one.shop ? one.weight : one.weight * encyclopedia
  const example = { features: confidenceMeasures.map(name => measures[name]), right, weight }
  examples[language].push(example)
  // Shops' questions are few: both languages learn from them, the other one at half weight.
  if (one.shop) examples[language === 'vi' ? 'en' : 'vi'].push({ ...example, weight: one.weight / 2 })
}

function where(knowledge: Knowledge, hide: (id: string, text: string) => boolean): Set<number> {
  return new Set(knowledge.passages.flatMap(({ id, text }, position) => (hide(id, text) ? [position] : [])))
}

const learned = Object.fromEntries(
  Object.entries(examples).map(([language, own]) => {
    if (process.argv[2] && process.argv[2] !== language) return [language, confidenceWeights[language as Language]]
    const weights = fitLogistic(own, confidenceMeasures.length, { steps: 1_500, rate: 0.05, shrink: 1e-4, signs })
    return [
      language,
      Object.fromEntries(confidenceMeasures.map((name, i) => [name, Math.round(weights[i]! * 1000) / 1000])),
    ]
  }),
)
const file = join(import.meta.dirname, '../../server/features/bot/answers/confidence-weights.ts')
writeFileSync(
  file,
  `import type { Language } from '#shared/words.ts'
import type { ConfidenceMeasures } from './confidence-measures.ts'

/** Learned by benchmarks/learning/learn-confidence.ts from the development sets; not edited by hand. */
export const confidenceWeights: Record<Language, ConfidenceMeasures> = ${JSON.stringify(learned, null, 2)
    .replace(/"(\w+)":/g, '$1:')
    .replace(/(\d|\})(?=\n\s*\})/g, '$1,')}
`,
)
