import { fold } from '#shared/rules/text/fold.ts'
import { caseWords, conditionWords, insideWords, negationWords, storyWords } from '../lexicon/case-words.ts'
import { remembered } from '../reading/read-once.ts'
import type { Candidate } from './candidate.ts'

const groups = Object.values(caseWords).map(members => members.map(member => patternOf(member.split('='))))
const conditions = patternOf(conditionWords)
const allConditions = new RegExp(conditions, 'gu')
const stories = new RegExp(patternOf(storyWords), 'gu')
const negations = patternOf(negationWords)
const inside = patternOf(insideWords)

/** "Chị Mai có hai con…": a story about somebody. */
const person = /(?<!\p{L})(?:Anh|Chị|Bạn|Cô|Chú|Bác|Bé|Mr|Ms|Mrs)\.? \p{Lu}\p{Ll}+/u

const read = remembered(
  (text: string): string =>
    ` ${fold(text)
      .toLowerCase()
      .replace(/[^\p{L}\d/%]+/gu, ' ')
      .trim()} `,
)

/** Days, people, places, ways and conditions in the question and in the reply. */
export function measureCases({ question, reply, headings, title, passage, shop }: Candidate) {
  const asked = read(question.text)
  const line = read(reply.line)
  const above = read(`${headings.join(' ')} ${title}`)
  const around = read(passage)
  let met = 0
  let contradicted = 0
  let missed = 0
  let added = 0
  for (const group of groups) {
    const sought = group.filter(member => member.test(asked))
    const stated = group.filter(member => member.test(line))
    const headed = group.filter(member => member.test(above))
    if (sought.length === 0) {
      if (stated.length === 1) added += 1
      continue
    }
    if (sought.some(member => stated.includes(member) || headed.includes(member))) met += 1
    else if (stated.length > 0) contradicted += 1
    else if (headed.length > 0) contradicted += 0.5
    else if (sought.some(member => member.test(around))) missed += 0.5
    else missed += 1
  }
  const isDenied = negations.test(line)
  const count = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0
  return {
    casesMet: met,
    casesContradicted: contradicted,
    casesMissed: missed,
    casesAdded: added,
    conditions: count(allConditions, line),
    conditionsAsked: Number(conditions.test(asked)),
    story: count(stories, line) + count(stories, above),
    person: Number(person.test(reply.line)),
    storyAround: count(stories, around),
    saysNo: Number(isDenied),
    saysNoToYesNo: Number(isDenied && question.wanted === 'yes_no'),
    inside: count(inside, above),
    isOwnCase: Number(question.isOwnCase),
    isForeign: Number(reply.isForeign),
    english: Number(question.language === 'en'),
    follows: Number(question.before.length > 0),
    followsFewWords: question.before.length > 0 ? 1 / (1 + question.words.filter(({ worth }) => worth >= 1).length) : 0,
    takenOver: takenOver(question, reply, headings, shop),
  }
}

function takenOver(
  { before }: Candidate['question'],
  { line }: Candidate['reply'],
  headings: readonly string[],
  shop: Candidate['shop'],
): number {
  if (before.length === 0) return 0
  const there = new Set(shop.terms(`${headings.join(' ')} ${line}`))
  const named = [...new Set(shop.terms(before.slice(-2).join(' ')))].filter(
    term => !shop.isStop(term) && !/\d/.test(term) && shop.rarity(term) > 0.3,
  )
  return named.length ? named.filter(term => there.has(term)).length / named.length : 0
}

function patternOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<= )(?:${words.join('|')})(?= )`, 'u')
}
