import { conditionWords, insideWords, negationWords, storyWords } from '../lexicon/case-words.ts'
import { casesIn, spacedPattern, spacedText } from '../reading/cases.ts'
import type { Candidate } from './candidate.ts'

const conditions = spacedPattern(conditionWords)
const allConditions = new RegExp(conditions, 'gu')
const stories = new RegExp(spacedPattern(storyWords), 'gu')
const negations = spacedPattern(negationWords)
const inside = spacedPattern(insideWords)

/** "Chị Mai có hai con…": a story about somebody. */
const person = /(?<!\p{L})(?:Anh|Chị|Bạn|Cô|Chú|Bác|Bé|Mr|Ms|Mrs)\.? \p{Lu}\p{Ll}+/u

/** Days, people, places, ways and conditions in the question and in the reply. */
export function measureCases({ question, reply, headings, title, passage, shop }: Candidate) {
  const top = `${headings.join(' ')} ${title}`
  const asked = spacedText(question.text)
  const line = spacedText(reply.line)
  const above = spacedText(top)
  const around = spacedText(passage)
  const statedCases = casesIn(reply.line)
  const headedCases = casesIn(top)
  let met = 0
  let contradicted = 0
  let missed = 0
  let added = 0
  for (const [group, sought] of casesIn(question.text).entries()) {
    const stated = statedCases[group]!
    const headed = headedCases[group]!
    if (sought.length === 0) {
      if (stated.length === 1) added += 1
      continue
    }
    if (sought.some(member => stated.includes(member) || headed.includes(member))) met += 1
    else if (stated.length > 0) contradicted += 1
    else if (headed.length > 0) contradicted += 0.5
    else if (sought.some(member => casesIn(passage)[group]!.includes(member))) missed += 0.5
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
