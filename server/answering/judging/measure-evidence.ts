import type { Candidate } from './candidate.ts'
import { measureAmounts } from './measure-amounts.ts'
import { measureCases } from './measure-cases.ts'
import { measureFact, measureStatement, measureCompiled } from './measure-facts.ts'
import { measureKinds } from './measure-kinds.ts'
import { measureNames } from './measure-names.ts'
import { measureWords } from './measure-asked-words.ts'

export type Evidence = Readonly<Record<string, number>>

/** Each group can be left out to measure its worth. */
export const groups = {
  words: measureWords,
  names: measureNames,
  amounts: measureAmounts,
  cases: measureCases,
  kinds: measureKinds,
  compiled: measureCompiled,
  fact: measureFact,
  statement: measureStatement,
  manner: measureManner,
  found: measureFound,
} satisfies Record<string, (candidate: Candidate) => Record<string, number>>

export function evidenceOf(candidate: Candidate): Evidence {
  return Object.assign({}, ...Object.values(groups).map(measure => measure(candidate))) as Evidence
}

function measureManner({ question, reply, headings, title, shop }: Candidate) {
  const length = shop.terms(reply.text).length
  return {
    saidLength: Math.min(120, length),
    lineLength: Math.min(100, shop.terms(reply.line).length),
    lines: reply.lines,
    isRow: Number(reply.isRow),
    isNarrowed: Number(reply.isNarrowed),
    cells: Math.min(10, reply.isRow ? reply.line.split('; ').length : 0),
    isQuestion: Number(/\?["”*]*$/u.test(reply.line.trim())),
    headings: headings.filter(Boolean).length,
    askedLength: Math.min(60, shop.terms(question.text).length),
    isOfPastYear: Number(isOfPastYear(`${reply.line} ${headings.join(' ')} ${title}`, question)),
    isDated: Number(/\d{1,2}[/.]\d{1,2}|20\d\d|tháng \d/u.test(`${headings.join(' ')} ${title}`)),
  }
}

/** "2025 per day: …": only past years, and the question names none. */
function isOfPastYear(text: string, { text: asked, year }: Candidate['question']): boolean {
  if (year === undefined || /20\d\d/u.test(asked)) return false
  const named = text.match(/(?<!\d)20\d\d(?!\d)/gu) ?? []
  return named.length > 0 && named.every(one => Number(one) < year)
}

function measureFound({ found, rivals }: Candidate) {
  return { ...found, rivals: Math.min(10, rivals.length) }
}
