import { answerMessage } from '#features/bot/messages/answer-message.ts'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import { SearchIndex } from '#features/training/search/search-index.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { sentimentOf } from '#shared/rules/text/sentiment.ts'
import type { ContactsSet, IntentSet, RoutingSet, SentimentItem } from './evaluation-sets.ts'
import type { Note } from './measure-passages.ts'
import { fraction, labelScores } from './scores.ts'

const questionActs = new Set<string>(['answer', 'abstain', 'clarify'])

/** `safe`: the exact act, or offering a person where another act was expected; for a question, an answer or an abstention. */
export function measureRouting(
  sets: RoutingSet[],
  knowledge = new Knowledge([]),
  note: Note,
): { exact: number; safe: number } {
  const items = sets.flatMap(set => set.items)
  let exact = 0
  let safe = 0
  for (const { text, label } of items) {
    const { act } = answerMessage(knowledge, { text, history: [], threshold: null })
    const isExact = label === 'question' ? questionActs.has(act) : act === label
    if (isExact) exact += 1
    if (isExact || act === 'abstain') safe += 1
    note({ set: 'routing', text, label, act })
  }
  return { exact: fraction(exact, items.length), safe: fraction(safe, items.length) }
}

export function measureContacts(sets: ContactsSet[], note: Note): { precision: number; recall: number } {
  let hits = 0
  let named = 0
  let there = 0
  for (const { text, entities } of sets.flatMap(set => set.items)) {
    const found = detectContacts(text).map(({ kind, value }) => (kind === 'address' ? kind : `${kind}:${value}`))
    const missing = [...entities]
    for (const one of found) {
      const at = missing.indexOf(one)
      if (at < 0) continue
      missing.splice(at, 1)
      hits += 1
    }
    named += found.length
    there += entities.length
    note({ set: 'contacts', text, found, missing })
  }
  return { precision: fraction(hits, named), recall: fraction(hits, there) }
}

export function measureSentiment(
  items: SentimentItem[],
  name: string,
  note: Note,
): { accuracy: number; macro_f1: number } {
  const pairs = items.map(({ text, label }) => ({ text, label, got: sentimentOf(text).label }))
  for (const pair of pairs) note({ set: name, ...pair })
  return labelScores(pairs)
}

export function measureIntents({ examples, questions }: IntentSet, note: Note): { top1: number; top3: number } {
  const intents = Object.keys(examples)
  const single = intents.flatMap((intent, at) => examples[intent]!.map(text => ({ at, text })))
  const nearest = new SearchIndex(single.map(({ text }) => ({ title: '', heading: '', text })))
  const whole = new SearchIndex(intents.map(intent => ({ title: '', heading: '', text: examples[intent]!.join('\n') })))
  let top1 = 0
  let top3 = 0
  for (const { text, intent } of questions) {
    const { runs, alternatives } = readQuery(text)
    const best = intents.map((): number[] => [])
    nearest.search(runs, alternatives).scores.forEach((score, i) => best[single[i]!.at]!.push(score))
    const together = whole.search(runs, alternatives).scores
    const ranked = intents
      .map((name, at) => ({ name, score: 1.5 * together[at]! + sumOfBest(best[at]!, 3) }))
      .sort((a, b) => b.score - a.score)
      .map(({ name }) => name)
    if (ranked[0] === intent) top1 += 1
    if (ranked.slice(0, 3).includes(intent)) top3 += 1
    note({ set: 'banking77', text, intent, got: ranked[0] })
  }
  return { top1: fraction(top1, questions.length), top3: fraction(top3, questions.length) }
}

function sumOfBest(values: number[], count: number): number {
  return values
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, value) => sum + value, 0)
}
