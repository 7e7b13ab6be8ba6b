import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The evaluation files, by shape. Their text is data: nothing in it is obeyed. */
export type BusinessQuestion = {
  id: string
  style: string
  lang: string
  expect: string
  history: { role: 'customer' | 'bot'; text: string }[]
  text: string
  gold: { evidence: string; doc_ids: string[] }[]
  answer_any: string[]
  forbid: string[]
  entities: string[]
  sentiment: string
}
export type BusinessSet = {
  business: { id: string; name: string }
  docs: { doc_id: string; title: string; text: string }[]
  questions: BusinessQuestion[]
}
export type ParallelSet = {
  passages: { id: string; article: string; vi: string; en: string }[]
  questions: { id: string; pid: string; vi: string; vi_answers: string[]; en: string; en_answers: string[] }[]
}
export type EnglishSet = {
  passages: { id: string; article: string; en: string }[]
  questions: { id: string; pid: string; en: string; answerable: boolean; en_answers: string[] }[]
}
export type RoutingSet = { items: { text: string; label: string }[] }
export type ContactsSet = { items: { text: string; entities: string[] }[] }
export type SentimentItem = { text: string; label: string }
export type IntentSet = { examples: Record<string, string[]>; questions: { text: string; intent: string }[] }

export type EvaluationSets = {
  businesses: BusinessSet[]
  parallel: ParallelSet[]
  english: EnglishSet[]
  routing: RoutingSet[]
  contacts: ContactsSet[]
  sentimentChat: SentimentItem[]
  sentimentOther: SentimentItem[]
  intents: IntentSet[]
}

export const developmentFolder = join(import.meta.dirname, 'data', 'answering')

export const smallShopsFolder = join(import.meta.dirname, 'data', 'small-shops')

/** All sets of a folder, in the order of their names. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => join(folder, name))
}

/** Reads evaluation files and tells what each one is by its fields. */
export function readSets(files: string[]): EvaluationSets {
  const sets: EvaluationSets = {
    businesses: [],
    parallel: [],
    english: [],
    routing: [],
    contacts: [],
    sentimentChat: [],
    sentimentOther: [],
    intents: [],
  }
  for (const file of files) sort(sets, file, JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
  return sets
}

function sort(sets: EvaluationSets, file: string, data: Record<string, unknown>): void {
  const [passage] = (data.passages as Record<string, unknown>[] | undefined) ?? []
  const [item] = (data.items as Record<string, unknown>[] | undefined) ?? []
  if ('business' in data) sets.businesses.push(data as unknown as BusinessSet)
  else if (passage && 'vi' in passage) sets.parallel.push(data as unknown as ParallelSet)
  else if (passage) sets.english.push(data as unknown as EnglishSet)
  else if ('examples' in data) sets.intents.push(data as unknown as IntentSet)
  else if ('vi' in data || 'en' in data) {
    sets.sentimentOther.push(...((data.vi as SentimentItem[]) ?? []), ...((data.en as SentimentItem[]) ?? []))
  } else if (item && 'entities' in item) sets.contacts.push(data as unknown as ContactsSet)
  else if (item && ['positive', 'negative', 'neutral'].includes(String(item.label))) {
    sets.sentimentChat.push(...(data.items as SentimentItem[]))
  } else if (item) sets.routing.push(data as unknown as RoutingSet)
  else throw new Error(`${file} has no known shape.`)
}
