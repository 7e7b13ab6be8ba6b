import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { validityWords } from '../lexicon/validity-words.ts'
import { type Day, daysIn } from '../reading/days.ts'
import { entriesOf, isSameName, type NamedValues } from './named-values.ts'
import type { Section } from './section.ts'

type Document = {
  id: string
  title: string
  head: string[]
  /** day it took effect or was written; undefined: unknown */
  since: Day | undefined
  about: Set<string>
  entries: NamedValues[]
}

const alternatives = (words: readonly string[]): string => `(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`
const replaced = new RegExp(alternatives(validityWords.replaced), 'u')
/** In brackets, or at the end: "[CŨ] …", "… (bảng cũ)". */
const oldTitle = new RegExp(
  `[([][^)\\]]*(?:${validityWords.oldTitle.join('|')})[^)\\]]*[)\\]]|(?: - | – )(?:${validityWords.oldTitle.join('|')})$`,
  'u',
)
const sinceWords = new RegExp(alternatives(validityWords.since), 'u')

const headLines = 4
/** The newer document must share this part of the older one's names, with this part of those changed in value. */
const minSharedShare = 0.3
const minOther = 0.2
const minSharedEntries = 2

/** Outdated documents: by their own words, or because a newer one of the same kind has other values for the same names. */
export function replacedDocuments(sections: readonly Section[], today: Day): Set<string> {
  const documents = [...Map.groupBy(sections, section => section.document)].map(([id, own]) =>
    documentOf(id, own, today),
  )
  const found = new Set(documents.filter(announcesReplacement).map(({ id }) => id))
  for (const older of documents) {
    if (found.has(older.id)) continue
    if (documents.some(newer => newer !== older && !found.has(newer.id) && stands(newer, older, today)))
      found.add(older.id)
  }
  return found
}

function documentOf(id: string, sections: readonly Section[], today: Day): Document {
  const [first] = sections
  const title = first?.title.replace(/\.(?:txt|docx|pdf)$/i, '') ?? ''
  const head = [
    ...new Set(sections.slice(0, 2).flatMap(({ heading, text }) => [...heading.split(' › '), ...text.split('\n')])),
  ]
    .map(line => cleanText(line).trim())
    .filter(Boolean)
    .slice(0, headLines)
  return {
    id,
    title,
    head,
    since: sinceOf(title, head, today),
    about: aboutOf(title, today),
    entries: sections.flatMap(({ text }) => entriesOf(text)),
  }
}

function announcesReplacement({ title, head }: Document): boolean {
  const plain = fold(title)
  if (replaced.test(plain) || oldTitle.test(plain)) return true
  return head.some(line => {
    const plain = fold(line)
    // "… hết hiệu lực" must refer to the document itself.
    return (
      replaced.test(plain) &&
      (/^[^\p{L}]*(?:trang|bang|ban|tai lieu|van ban|quy dinh|thong bao|this|\[|\()/u.test(plain) ||
        plain === plain.toUpperCase() ||
        /^[^\p{L}]*\p{Lu}[^\p{Ll}]+$/u.test(line))
    )
  })
}

function sinceOf(title: string, head: readonly string[], today: Day): Day | undefined {
  for (const line of head) {
    const plain = fold(line)
    const word = sinceWords.exec(plain)
    const day = word && daysIn(plain, today).find(({ start, unit }) => start > word.index && unit !== 'year')
    if (day) return day.from
  }
  const named = [...daysIn(fold(title), today, true), ...head.flatMap(line => daysIn(fold(line), today))]
  const exact = named.filter(({ unit }) => unit !== 'year')
  const of = exact.length ? exact : named
  return of
    .map(({ from }) => from)
    .sort()
    .filter(day => day <= today)
    .at(-1)
}

function aboutOf(title: string, today: Day): Set<string> {
  const plain = fold(cleanText(title))
  let rest = plain
  for (const { start, end } of daysIn(plain, today, true))
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  return new Set((rest.match(/\p{L}{2,}/gu) ?? []).filter(word => !framing.has(word)))
}

const framing = new Set('thang nam ngay ban moi cu cap nhat up update version hieu luc ap dung tu den'.split(' '))

function stands(newer: Document, older: Document, today: Day): boolean {
  if (!newer.since || !older.since || newer.since <= older.since || newer.since > today) return false
  if (!isSameKind(newer, older)) return false
  let shared = 0
  let other = 0
  for (const entry of older.entries) {
    const same = newer.entries.filter(one => isSameName(one, entry))
    if (same.length === 0) continue
    shared++
    if (same.every(one => [...entry.values].every(value => !one.values.has(value)))) other++
  }
  return shared >= minSharedEntries && shared >= minSharedShare * older.entries.length && other >= minOther * shared
}

/** Equal titles apart from dates and versions; a branch or another price list makes a different title. */
function isSameKind(newer: Document, older: Document): boolean {
  const both = [...older.about].filter(word => newer.about.has(word)).length
  const all = new Set([...older.about, ...newer.about]).size
  return both > 0 && (both / all >= 0.5 || both === older.about.size)
}
