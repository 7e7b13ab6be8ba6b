/** `node benchmarks/learning/learn-opt-out.ts`: prints what each author's messages get when left out, writes shared/rules/opt-out-weights.ts. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clausesOf } from '#shared/rules/opt-out-clauses.ts'
import { featuresOf, optOutBits } from '#shared/rules/opt-out-score.ts'
import { ruledOptOut } from '#shared/rules/opt-out-words.ts'
import { developmentFolder, filesOf, otherShops, readSets } from '../answering/evaluation-sets.ts'
import { logistic } from './fit.ts'

type Message = { text: string; kind: 'stop' | 'not-stop'; after_campaign: boolean }
type Example = Message & { features: number[]; ruled: string }
type Model = { bias: number; weights: Float64Array }

const settings = { rounds: 30, rate: 0.1, shrink: 1e-4, biasRate: 0.01, length: 3 }
const folder = join(import.meta.dirname, '../../tests/data/opt-out')
const measured = (message: Message): Example => ({
  ...message,
  features: featuresOf(message.text, clausesOf(message.text)),
  ruled: ruledOptOut(message.text),
})
const authors = readdirSync(join(folder, 'learning')).map(file =>
  (JSON.parse(readFileSync(join(folder, 'learning', file), 'utf8')) as Message[]).map(measured),
)
const { businesses, contacts, sentimentChat } = readSets([...filesOf(developmentFolder), ...otherShops()])
/** What customers ask shops, always learned from. */
const ordinary = [
  ...businesses.flatMap(one => one.questions),
  ...contacts.flatMap(one => one.items),
  ...sentimentChat,
].map(({ text }) => measured({ text, kind: 'not-stop', after_campaign: false }))
console.log(`${ordinary.length} ordinary messages`)

const leftOut: (Example & { score: number })[] = []
for (const [at, author] of authors.entries()) {
  const model = fit([...ordinary, ...authors.flatMap((other, index) => (index === at ? [] : other))])
  const scored = author.map(example => ({ ...example, score: scoreBy(model, example) }))
  report(String(at + 1), scored)
  leftOut.push(...scored)
}
report('all', leftOut)
write(fit([...ordinary, ...authors.flat()]))

/** Stochastic, with rates of each weight's own (Adagrad); the same each time. */
function fit(examples: Example[]): Model {
  const model: Model = { bias: 0, weights: new Float64Array(2 ** optOutBits) }
  const { weights } = model
  const squares = new Float64Array(weights.length).fill(1e-8)
  let seed = 1
  const below = (bound: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff) % bound
  const order = [...examples.keys()]
  for (let round = 0; round < settings.rounds; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = below(at + 1)
      ;[order[at], order[other]] = [order[other]!, order[at]!]
    }
    for (const at of order) {
      const example = examples[at]!
      const pull = logistic(scoreBy(model, example)) - Number(example.kind === 'stop')
      const each = (pull * settings.length) / Math.sqrt(example.features.length)
      model.bias -= settings.biasRate * pull
      for (const feature of example.features) {
        const slope = each + settings.shrink * weights[feature]!
        squares[feature]! += slope * slope
        weights[feature]! -= (settings.rate * slope) / Math.sqrt(squares[feature]!)
      }
    }
  }
  return model
}

function scoreBy({ bias, weights }: Model, { features }: Example): number {
  const sum = features.reduce((so, feature) => so + weights[feature]!, 0)
  return bias + (sum * settings.length) / Math.sqrt(features.length)
}

function report(name: string, scored: (Example & { score: number })[]): void {
  const share = (kind: Message['kind'], of: Example[], counts: (one: Example & { score: number }) => boolean) =>
    `${((100 * scored.filter(one => one.kind === kind && counts(one)).length) / of.filter(one => one.kind === kind).length).toFixed(1)}`
  const columns = [Infinity, -1, 0, 1, 2, 3, 4].map(bound => {
    const counts = (one: Example & { score: number }) =>
      one.ruled === 'sure' || (one.after_campaign && (one.ruled === 'doubtful' || one.score >= bound))
    return `${bound}: ${share('stop', scored, counts)}/${share('not-stop', scored, counts)}`
  })
  const elsewhere = scored.filter(one => !one.after_campaign)
  const anywhere = [3, 4, 5, 6].map(bound => {
    const counts = (one: Example & { score: number }) =>
      !one.after_campaign && (one.ruled === 'sure' || one.score >= bound)
    return `${bound}: ${share('stop', elsewhere, counts)}/${share('not-stop', elsewhere, counts)}`
  })
  console.log(`${name} (${scored.length}) after a campaign ${columns.join(', ')}; elsewhere ${anywhere.join(', ')}`)
}

function write({ bias, weights }: Model): void {
  const largest = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0)
  const unit = Math.min(largest, 1) / 127
  const bytes = Int8Array.from(weights, weight => Math.max(-127, Math.min(127, Math.round(weight / unit))))
  const values = Buffer.from(bytes.buffer).toString('base64')
  console.log(`largest weight ${largest.toFixed(2)}, ${bytes.filter(byte => byte !== 0).length} not zero`)
  writeFileSync(
    join(import.meta.dirname, '../../shared/rules/opt-out-weights.ts'),
    `/** Generated by benchmarks/learning/learn-opt-out.ts. */
export const optOutWeights = {
  bias: ${Number(bias.toFixed(4))},
  scale: ${Number((unit * settings.length).toFixed(6))},
  values:
    '${values}',
}
`,
  )
}
