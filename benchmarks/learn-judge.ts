/**
 * Learns how sure an answer is, from what could be said to the questions of all shops at hand, and writes
 * server/answering/judging/judge-weights.ts. Then asks each shop of another author by a judge that has not seen it, and writes what a threshold
 * makes of those answers: server/features/bot/error-rate/development-rates.ts. Takes some minutes. node benchmarks/learn-judge.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerMessage } from '#features/bot/answer-message.ts'
import { type Judged, stepsOf } from '#features/bot/error-rate/rates.ts'
import { writeTrees } from '#server/answering/judging/trees.ts'
import { judgedOptions, materialOfOthers, materialOfOwn, otherSets, today } from './judge-examples.ts'
import { judgesWithout, learnJudge } from './judge-folds.ts'
import { replyIsRight } from './score-reply.ts'

const sets = otherSets()
const others = await materialOfOthers(sets)
const examples = [...others, ...materialOfOwn()].flatMap(judgedOptions)
const { measures, trees, calibration } = learnJudge(examples)
write(
  'answering/judging/judge-weights.ts',
  `/** Learned by benchmarks/learn-judge.ts from the development shops; not edited by hand. */
export const judgeWeights = {
  measures: \`${measures.join(' ')}\`.split(' '),
  start: ${trees.start},
  calibration: { factor: ${calibration.factor}, shift: ${calibration.shift} },
  trees: \`
${writeTrees(trees.trees)}
\`,
}
`,
)

const judges = judgesWithout(
  examples,
  others.map(({ shop }) => shop),
)
const judged = sets.flatMap((set, at) => {
  const { knowledge, shop } = others[at]!
  return set.questions
    .filter(({ expect }) => expect === 'answer' || expect === 'abstain')
    .map((question): Judged => {
      const { text, history } = question
      const answer = answerMessage(knowledge, { text, history, threshold: 0, today, judge: judges.get(shop) })
      const answers = answer.act === 'answer'
      return { confidence: answer.confidence, answers, right: replyIsRight(question, answer), weight: 1 }
    })
})
const steps = stepsOf(judged).map(
  ({ allowed, threshold, answered, wrong }) =>
    `  { allowed: ${allowed}, threshold: ${threshold}, answered: ${answered}, wrong: ${wrong} },`,
)
write(
  'features/bot/error-rate/development-rates.ts',
  `import type { RateStep } from '#shared/contracts/gate.contract.ts'

/** Measured by benchmarks/learn-judge.ts on shops of other authors, each by a judge that had not seen it; not edited by hand. */
export const developmentRates: readonly RateStep[] = [
${steps.join('\n')}
]
`,
)

function write(file: string, text: string): void {
  writeFileSync(join(import.meta.dirname, '../server', file), text)
}
