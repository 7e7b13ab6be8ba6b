/**
 * Learns how sure an answer is, from what could be said to the questions of all shops at hand, and writes
 * server/answering/judging/judge-weights.ts. Takes some minutes. node benchmarks/learn-judge.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTrees } from '#server/answering/judging/trees.ts'
import { judgedOptions, materialOfOthers, materialOfOwn, otherSets } from './judge-examples.ts'
import { learnJudge } from './judge-folds.ts'

const material = [...(await materialOfOthers(otherSets())), ...materialOfOwn()]
const { measures, trees, calibration } = learnJudge(material.flatMap(judgedOptions))
writeFileSync(
  join(import.meta.dirname, '../server/answering/judging/judge-weights.ts'),
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
