import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export type BusinessQuestion = {
  id: string
  style: string
  lang: string
  expect: string
  history: { role: 'customer' | 'bot'; text: string }[]
  text: string
  gold: { evidence: string; doc_ids: string[] }[]
  answer_any: string[]
  /** lists of variants, each of which needs one hit; takes precedence over `answer_any` */
  answer_all?: string[][]
  forbid: string[]
  entities: string[]
  sentiment: string
}
export type BusinessSet = {
  business: { id: string; name: string }
  /** `file`: the real document, beside the set; `text` is what a person reads in it */
  docs: { doc_id: string; title: string; text: string; file?: string }[]
  questions: BusinessQuestion[]
  folder: string
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

export const developmentFolder = join(import.meta.dirname, '../data', 'answering')

/** Shops by other authors, and the day their documents and questions assume. */
export const otherShopsFolder = join(developmentFolder, 'shops')
export const otherShopsToday = '2026-11-23T03:00:00Z'

export const smallShopsFolder = join(import.meta.dirname, '../data', 'small-shops')

export function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => join(folder, name))
}

export function otherShops(): string[] {
  return readdirSync(otherShopsFolder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => join(otherShopsFolder, name, 'business.json'))
    .sort()
}

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
  if ('business' in data) sets.businesses.push({ ...(data as unknown as BusinessSet), folder: dirname(resolve(file)) })
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
