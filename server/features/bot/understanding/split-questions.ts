import { remembered } from '#server/answering/reading/read-once.ts'
import { readQuery } from '#features/training/search/query.ts'
import { wordWorth } from '#features/training/language/stop-words.ts'
import { words } from '#features/training/language/tokens.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import { asksByItself, asksSomething, isPolite } from './understand.ts'

const maxQuestions = 3

/** Statements belong to the question before them (or after, at the start): "công lắp nhiu á / nhà mình ở Sa Đéc" is one question. */
export const splitQuestions = remembered((text: string): readonly string[] => {
  const parts = text
    .split(/\n+|(?<=[?!])\s+|(?<=\p{L}{2}\.)\s+(?=\p{Lu})/u)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part))
    .flatMap(atConjunctions)
  const questions: string[] = []
  let before = ''
  for (const part of parts) {
    if (isPolite(part)) continue
    if (asksSomething(part)) {
      questions.push(before ? `${before}\n${part}` : part)
      before = ''
    } else if (questions.length) questions[questions.length - 1] += `\n${part}`
    else before = before ? `${before}\n${part}` : part
  }
  if (before) questions.push(before)
  return questions.length > 0 && questions.length <= maxQuestions ? questions : [text]
})

/** "Giá bao nhiêu và mấy giờ mở cửa?" are two questions; "xe ga và xe số bao nhiêu" is one. */
function atConjunctions(part: string): string[] {
  const pieces = part.split(/(\s*,\s+|\s+)(?=(?:và|va|với lại|voi lai|rồi|còn|and)\s)|(,\s+)/iu).filter(Boolean)
  const asked: string[] = []
  let piece = ''
  for (const next of pieces) {
    piece += next
    if (!/\p{L}/u.test(next) || !asksByItself(piece) || !namesSomething(piece)) continue
    asked.push(piece.trim())
    piece = ''
  }
  const last = asked.length - 1
  if (piece.trim() && last >= 0) asked[last] += ` ${piece.trim()}`
  return last > 0 ? asked.map(one => one.replace(/^[,\s]+|^(?:và|va|với lại|voi lai|and)\s+|[,\s]+$/giu, '')) : [part]
}

function namesSomething(text: string): boolean {
  const { tokens, asking } = readQuery(text)
  return tokens.some((token, at) => wordWorth(token) === 1 && !asking.has(at))
}

export function leftLines(left: readonly string[], texts: BotTexts, callsPerson: boolean): string[] {
  const line = callsPerson ? texts.partUnknown : texts.partUnknownAlone
  return left.map(question => line.replace('{question}', () => shortened(question)))
}

function shortened(question: string): string {
  const line = oneLine(question)
  return line.length > 60 ? `${line.slice(0, 57).trimEnd()}…` : line
}

/** None if all are named, because then nothing was answered. */
export function leftOpen(questions: readonly string[], named: readonly string[]): string[] {
  if (questions.length < 2) return []
  const left = new Set<string>()
  for (const name of named) {
    const shares = questions.map(question => shareOf(name, question))
    const max = Math.max(...shares)
    if (max >= minShared) left.add(questions[shares.indexOf(max)]!)
  }
  return left.size === questions.length ? [] : questions.filter(question => left.has(question))
}

const minShared = 0.5

function shareOf(name: string, question: string): number {
  const there = new Set(words(question).map(fold))
  const sought = words(name).map(fold)
  return sought.filter(word => there.has(word)).length / Math.max(1, sought.length)
}
