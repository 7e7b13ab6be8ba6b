/** `npm run eval -- --set FILE... [--details FILE] [--model URL|replay:FOLDER]`; default: all sets. Key in EVAL_API_KEY. */
import { createWriteStream, type WriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Judge } from '#server/answering/judging/judge.ts'
import { openAnswerer } from './answering/eval-model.ts'
import {
  type BusinessSet,
  developmentFolder,
  type EvaluationSets,
  filesOf,
  otherShops,
  readSets,
  smallShopsFolder,
} from './answering/evaluation-sets.ts'
import {
  judgedOptions,
  materialOfFew,
  materialOfOthers,
  developmentMaterial,
  otherSets,
} from './learning/judge-examples.ts'
import { judgesWithout, learnJudge } from './learning/judge-folds.ts'
import { measureContacts, measureIntents, measureRouting, measureSentiment } from './answering/measure-messages.ts'
import { measureEnglish, measureParallel, type Note } from './answering/measure-passages.ts'
import { type Asked, askShop, scoreAnswers, scoreShop } from './answering/measure-shop.ts'
import { measureSpeed } from './answering/measure-speed.ts'
import { trainShop } from './answering/trained-shop.ts'

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    set: { type: 'string', multiple: true },
    details: { type: 'string' },
    model: { type: 'string' },
    'model-name': { type: 'string' },
  },
})
// `--set a.json b.json`: the second file arrives as a positional.
const named = [...(values.set ?? []), ...positionals]
const details = values.details ? createWriteStream(values.details) : null
const all = [...filesOf(developmentFolder), ...otherShops()]
const report = await measure(readSets(named.length ? named : values.model ? otherShops() : all), recordIn(details))
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
await new Promise<void>(done => (details ? details.end(done) : done()))

function recordIn(stream: WriteStream | null): Note {
  return line => {
    stream?.write(`${JSON.stringify(line)}\n`)
  }
}

async function measure(sets: EvaluationSets, note: Note): Promise<Record<string, unknown>> {
  const parallel = sets.parallel.map(set => measureParallel(set, note))
  const english = sets.english.map(set => measureEnglish(set, note))
  const shops = await measureShops(sets, note)
  const out: Record<string, unknown> = {}
  if (parallel.length || english.length) {
    out.retrieval = { ...parallel[0]?.retrieval, ...(english[0] && { squad2_en: english[0].retrieval }) }
    if (parallel[0]) out.extractive = parallel[0].extractive
    out.abstention = { ...parallel[0]?.abstention, ...(english[0] && { squad2_en: { auroc: english[0].auroc } }) }
  }
  if (sets.businesses.length) out.business = shops.scores
  if (sets.routing.length) out.routing = measureRouting(sets.routing, shops.knowledge, note)
  if (sets.contacts.length) out.contacts = measureContacts(sets.contacts, note)
  const sentiment = {
    ...(sets.sentimentChat.length && { chat: measureSentiment(sets.sentimentChat, 'sentiment_chat', note) }),
    ...(sets.sentimentOther.length && { xed: measureSentiment(sets.sentimentOther, 'sentiment_xed', note) }),
  }
  if (Object.keys(sentiment).length) out.sentiment = sentiment
  if (sets.intents[0]) out.banking77 = measureIntents(sets.intents[0], note)
  const texts = [
    ...sets.parallel.flatMap(set => set.passages.map(({ vi }) => vi)),
    ...sets.english.flatMap(set => set.passages.map(({ en }) => en)),
  ]
  const questions = [
    ...sets.parallel.flatMap(set => set.questions.map(({ vi }) => vi)),
    ...sets.english.flatMap(set => set.questions.map(({ en }) => en)),
  ]
  if (texts.length) out.speed = measureSpeed(texts, questions)
  return out
}

async function measureShops(
  { businesses }: EvaluationSets,
  note: Note,
): Promise<{ scores: Record<string, unknown>; knowledge: Knowledge | undefined }> {
  if (!businesses.length) return { scores: {}, knowledge: undefined }
  const answerer = await openAnswerer(values.model, { name: values['model-name'], key: process.env['EVAL_API_KEY'] })
  try {
    const scores: Record<string, unknown> = {}
    const others: Asked[] = []
    let first: Knowledge | undefined
    const judges = values.model ? undefined : await judgesNotOf(businesses)
    for (const set of businesses) {
      const shop = await trainShop(answerer.platform, set)
      const asked = await askShop(set, question => answerer.answer(set, shop, question, judges?.get(set.business.id)))
      first ??= shop.knowledge
      scores[set.business.id] = scoreShop(set, asked, shop.knowledge, note)
      if (!isDevelopment(set)) others.push(...asked)
    }
    if (others.length) scores['other_shops_together'] = scoreAnswers(others)
    if (answerer.replay) scores['replay'] = answerer.replay.counts
    return { scores, knowledge: first }
  } finally {
    await answerer.close()
  }
}

async function judgesNotOf(businesses: readonly BusinessSet[]): Promise<Map<string, Judge>> {
  const learned = otherSets()
  const shops = learned
    .map(({ business }) => business.id)
    .filter(id => businesses.some(({ business }) => business.id === id))
  if (!shops.length) return new Map()
  const others = await materialOfOthers(learned)
  const material = [...others, ...developmentMaterial(), ...materialOfFew(learned, others)]
  const examples = material.flatMap(judgedOptions)
  return judgesWithout(examples, shops, learnJudge(examples))
}

function isDevelopment({ folder }: BusinessSet): boolean {
  return folder === developmentFolder || folder === smallShopsFolder
}
