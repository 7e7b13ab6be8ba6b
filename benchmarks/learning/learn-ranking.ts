/** `node benchmarks/learning/learn-ranking.ts [vi|en]`: writes server/features/training/search/ranking-weights.ts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passageFeatures, unitFeatures, type MeasuredPassage } from '#features/training/search/candidates.ts'
import { measurePassages } from '#features/training/search/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { readQuery, type Turn } from '#features/training/search/query.ts'
import { rankingWeights } from '#features/training/search/ranking-weights.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { Language } from '#shared/words.ts'
import { developmentFolder, filesOf, readSets, smallShopsFolder } from '../answering/evaluation-sets.ts'
import { dot, fitRanking, type Listed } from './fit.ts'
import { holdsAnswer, holdsEvidence, knowledgeOfBusiness, knowledgeOfPassages } from '../answering/known-texts.ts'

type Example = {
  language: Language
  business: boolean
  weight: number
  passages: { measured: MeasuredPassage; right: boolean; rightUnits: boolean[] }[]
}

const settings = { steps: 800, rate: 0.1, shrink: 1e-5 }
const unitSettings = { steps: 800, rate: 0.1, shrink: 1e-4 }
const examples: Example[] = []
const sets = readSets([...filesOf(developmentFolder), ...filesOf(smallShopsFolder)])

for (const set of sets.parallel) {
  const vi = knowledgeOfPassages(set.passages, 'vi')
  const en = knowledgeOfPassages(set.passages, 'en')
  for (const question of set.questions) {
    const inVi = (text: string) => ({ text, gold: (id: string) => id === question.pid, answers: question.vi_answers })
    learnFrom(vi, { ...inVi(question.vi), weight: 1 })
    learnFrom(vi, { ...inVi(fold(question.vi)), weight: 0.5 })
    learnFrom(vi, { ...inVi(question.en), weight: 0.5 })
    learnFrom(en, { text: question.en, gold: id => id === question.pid, answers: question.en_answers, weight: 1 })
  }
}
for (const set of sets.english) {
  const knowledge = knowledgeOfPassages(set.passages, 'en')
  for (const question of set.questions.filter(({ answerable }) => answerable)) {
    learnFrom(knowledge, {
      text: question.en,
      gold: id => id === question.pid,
      answers: question.en_answers,
      weight: 1,
    })
  }
}
for (const set of sets.businesses) {
  const knowledge = knowledgeOfBusiness(set)
  for (const question of set.questions.filter(({ expect }) => expect === 'answer')) {
    learnFrom(knowledge, {
      ...question,
      gold: (_id, text) => holdsEvidence(text, question.gold),
      answers: question.answer_any,
      weight: 1,
      business: true,
    })
  }
}

type Question = {
  text: string
  history?: Turn[]
  gold: (id: string, text: string) => boolean
  answers: string[]
  weight: number
  business?: boolean
}

function learnFrom(knowledge: Knowledge, question: Question): void {
  const query = readQuery(question.text, question.history)
  const { measured } = measurePassages(knowledge, query)
  examples.push({
    language: query.language,
    business: question.business ?? false,
    weight: question.weight,
    passages: measured.map(passage => {
      const { id, text } = knowledge.passages[passage.position]!
      const right = question.gold(id, text)
      const rightUnits = passage.units.map(
        ({ unit }) => holdsAnswer(unit.text, question.answers) && (right || !question.business),
      )
      return { measured: passage, right, rightUnits }
    }),
  })
}

const learned: Record<string, { passage: Record<string, number>; unit: Record<string, number> }> = { ...rankingWeights }
const wanted = (['vi', 'en'] as const).filter(language => !process.argv[2] || process.argv[2] === language)
for (const language of wanted) {
  const own = examples.filter(example => example.business || example.language === language)
  const passage = fitRanking(
    own.map(example => passageList(example, language)),
    passageFeatures.length,
    settings,
  )
  const unit = fitRanking(
    own.map(example => unitList(example, passage, language)),
    unitFeatures.length + 1,
    unitSettings,
  )
  learned[language] = { passage: named(passageFeatures, passage), unit: named(['rank', ...unitFeatures], unit) }
}
const file = join(import.meta.dirname, '../../server/features/training/search/ranking-weights.ts')
writeFileSync(
  file,
  `import type { passageFeatures, unitFeatures } from './candidates.ts'

type Weights = {
  passage: Record<(typeof passageFeatures)[number], number>
  unit: Record<(typeof unitFeatures)[number] | 'rank', number>
}

/** Learned by benchmarks/learning/learn-ranking.ts from the development sets; not edited by hand. */
export const rankingWeights: Record<'vi' | 'en', Weights> = ${written(learned)}
`,
)

/** Similarity is known for English words only. */
function counted(name: string, value: number, language: Language): number {
  return language === 'en' || !/^(?:like|near)(?:Cover|Unit|Window)$/.test(name) ? value : 0
}

function passageList({ passages, weight }: Example, language: Language): Listed {
  return {
    weight,
    choices: passages.map(({ measured, right }) => ({
      features: passageFeatures.map(name => counted(name, measured.measures[name], language)),
      right,
    })),
  }
}

function unitList({ passages, weight }: Example, weights: number[], language: Language): Listed {
  const ranks = passages.map(({ measured }) =>
    dot(
      passageFeatures.map(name => counted(name, measured.measures[name], language)),
      weights,
    ),
  )
  const top = Math.max(...ranks)
  return {
    weight,
    choices: passages.flatMap(({ measured, rightUnits }, at) =>
      measured.units.map(({ measures }, i) => ({
        features: [ranks[at]! - top, ...unitFeatures.map(name => counted(name, measures[name], language))],
        right: rightUnits[i]!,
      })),
    ),
  }
}

function named(names: readonly string[], values: number[]): Record<string, number> {
  return Object.fromEntries(names.map((name, i) => [name, Math.round(values[i]! * 1000) / 1000]))
}

function written(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/"(\w+)":/g, '$1:')
    .replace(/(\d|\})(?=\n\s*\})/g, '$1,')
}
