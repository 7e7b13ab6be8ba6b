import type { Answer } from '#features/bot/messages/asked-answer.ts'
import { canonicalNumbers } from '#features/training/language/numbers.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { BusinessQuestion } from './evaluation-sets.ts'

const maxLength = { embedded: 600, provider: 900 }
const maxUnits = 3

type Scored = Pick<Answer, 'act' | 'reply' | 'path'> & { citations: readonly unknown[] }

export function replyIsRight(question: BusinessQuestion, answer: Scored): boolean {
  const { reply, citations, path } = answer
  if (answer.act !== 'answer' || question.expect !== 'answer') return false
  if (reply.length > maxLength[path]) return false
  // A list has as many units as lines; a question about one thing gets at most three.
  if (path === 'embedded' && !question.answer_all && citations.length > maxUnits) return false
  if (holdsAny(reply, question.forbid)) return false
  return question.answer_all
    ? question.answer_all.every(variants => holdsAny(reply, variants))
    : holdsAny(reply, question.answer_any)
}

/** Numbers are compared by value and only as whole ones: "99k" is not in "399k". */
export function holdsAny(text: string, variants: readonly string[]): boolean {
  const plain = flat(text)
  const canonical = same(text)
  return variants.some(variant => stands(plain, flat(variant)) || stands(canonical, same(variant)))
}

function stands(text: string, part: string): boolean {
  if (part === '') return false
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const begins = !/^\d/.test(part) || !/\d[.,]?$/.test(text.slice(Math.max(0, at - 2), at))
    const ends = !/\d$/.test(part) || !/^\d/.test(text.slice(at + part.length))
    if (begins && ends) return true
  }
  return false
}

function flat(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

function same(text: string): string {
  return fold(canonicalNumbers(text.normalize('NFC').toLowerCase()))
    .replace(/\s+/g, ' ')
    .trim()
}
