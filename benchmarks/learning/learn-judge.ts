/** `node benchmarks/learning/learn-judge.ts` (takes minutes): writes judging/*-weights.ts and development-rates.ts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerMessage } from '#features/bot/messages/answer-message.ts'
import { type Judged, stepsOf } from '#features/bot/error-rate/rates.ts'
import type { Learned } from '#server/answering/judging/judge.ts'
import { writeTrees } from '#server/answering/judging/trees.ts'
import {
  judgedOptions,
  materialOfFew,
  materialOfOthers,
  developmentMaterial,
  otherSets,
  today,
} from './judge-examples.ts'
import { judgesWithout, learnJudge } from './judge-folds.ts'
import { replyIsRight } from '../answering/score-reply.ts'
import { fraction, rightWithin } from '../answering/scores.ts'

/** Percent of given answers, when the owner has chosen nothing. */
const defaultErrorRate = 6

const sets = otherSets()
const others = await materialOfOthers(sets)
const examples = [...others, ...developmentMaterial(), ...materialOfFew(sets, others)].flatMap(judgedOptions)
const learned = learnJudge(examples)
for (const [kind, name] of [
  ['facts', 'fact'],
  ['quotes', 'quote'],
] as const)
  write(
    `answering/judging/${name}-weights.ts`,
    `/** Learned by benchmarks/learning/learn-judge.ts from the development shops; not edited by hand. */
export const ${name}Weights = ${written(learned[kind])}
`,
  )

const judges = judgesWithout(
  examples,
  others.map(({ shop }) => shop),
  learned,
)
const judged = sets.flatMap((set, at) => {
  const { knowledge, shop } = others[at]!
  return set.questions
    .filter(({ expect }) => expect === 'answer' || expect === 'abstain')
    .map((question): Judged & { expect: string } => {
      const { text, history } = question
      const answer = answerMessage(knowledge, { text, history, threshold: 0, today, judge: judges.get(shop) })
      const answers = answer.act === 'answer'
      return {
        confidence: answer.confidence,
        answers,
        right: replyIsRight(question, answer),
        weight: 1,
        expect: question.expect,
      }
    })
})
const steps = stepsOf(judged)
const defaultStep = steps.find(({ allowed }) => allowed === defaultErrorRate)!
write(
  'features/bot/error-rate/development-rates.ts',
  `import type { RateStep } from '#shared/contracts/bot/gate.contract.ts'

/** Measured by benchmarks/learning/learn-judge.ts on shops of other authors, each by a judge that had not seen it; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
${steps.map(({ allowed, threshold, answered, wrong }) => `  { allowed: ${allowed}, threshold: ${threshold}, answered: ${answered}, wrong: ${wrong} },`).join('\n')}
]

/** Where the owner has chosen nothing: at most ${defaultErrorRate} in a hundred answers were wrong. */
export const defaultThreshold = ${defaultStep.threshold}
`,
)
report()

function report(): void {
  const answerable = sets.flatMap(({ questions }) => questions).filter(({ expect }) => expect === 'answer').length
  const curve = [4, 6, 8, 10, 15, 20].map(percent => [
    percent,
    rightWithin(
      judged.filter(({ answers }) => answers),
      percent / 100,
      answerable,
    ),
  ])
  const bands = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95].map((from, at, all) => {
    const own = judged.filter(
      ({ answers, confidence }) => answers && confidence >= from && confidence < (all[at + 1] ?? 2),
    )
    return { from, answers: own.length, true: fraction(own.filter(({ right }) => right).length, own.length) }
  })
  const hopeless = judged.filter(({ expect }) => expect === 'abstain')
  const remaining = hopeless.filter(({ answers, confidence }) => !answers || confidence < defaultStep.threshold).length
  process.stdout.write(`${JSON.stringify({ curve, bands, steps, hopeless: hopeless.length, remaining })}\n`)
}

function written({ measures, trees, calibration }: Learned): string {
  return `{
    measures: \`${measures.join(' ')}\`.split(' '),
    start: ${trees.start},
    calibration: { factor: ${calibration.factor}, shift: ${calibration.shift} },
    trees: \`
${writeTrees(trees.trees)}
\`,
  }`
}

function write(file: string, text: string): void {
  writeFileSync(join(import.meta.dirname, '../../server', file), text)
}
