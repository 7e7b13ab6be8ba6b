import { remembered } from '#server/answering/reading/read-once.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import type { Language } from '#shared/words.ts'
import { measureAlternatives } from './measure-words.ts'
import { respelled } from './fix-typos.ts'
import {
  askingWords,
  compoundsIn,
  englishAlternatives,
  partedTown,
  placeAlternatives,
  vietnameseAlternatives,
  wordsMeant,
  type Alternative,
} from '../language/phrases.ts'
import { type QuestionType, questionType } from './question-type.ts'
import type { WeightedRun } from './search-index.ts'
import { expandAbbreviations } from '../language/spell-out.ts'
import { isOnePiece, isStop, isStopWord } from '../language/stop-words.ts'
import { termOf, tokens, type Token } from '../language/tokens.ts'

/** Further words are ignored. */
const maxWords = 150

export type Turn = { role: 'customer' | 'bot'; text: string }

export type Query = {
  text: string
  language: Language
  tokens: Token[]
  alternatives: Alternative[]
  compounds: { at: number; length: number }[]
  asking: Set<number>
  type: QuestionType
  context: Token[]
  runs: WeightedRun[]
}

/** History oldest first. */
export function readQuery(text: string, history: Turn[] = []): Query {
  return history.length === 0 ? readAlone(text) : readWithin(text, history)
}

const readAlone = remembered((text: string): Query => readWithin(text, []))

function readWithin(text: string, history: Turn[]): Query {
  const language = languageOf(text)
  const reply = history.findLast(turn => turn.role === 'bot')
  const pointed = reply ? pointedAt(text, reply.text) : null
  // "the last one" is searched by the name it points at.
  const typed = tokens(pointed ? `${text}\n${pointed}` : text)
    .slice(0, maxWords)
    .flatMap(partedTown)
  const spelled =
    language === 'vi' ? expandAbbreviations(typed.map(meantToken), text) : { tokens: typed, alternatives: [] }
  const meant = wordsMeant(spelled.tokens, language)
  const written = {
    ...spelled,
    tokens: spelled.tokens.map((token, at) => ({
      ...token,
      stop: isStopWord(meant.get(at)?.raw ?? token.raw, language) || isOnePiece(spelled.tokens, at),
    })),
  }
  const alternatives = withoutRepeats(written.tokens, [
    ...written.alternatives,
    ...(language === 'vi' ? vietnameseAlternatives(written.tokens) : englishAlternatives(written.tokens)),
    ...placeAlternatives(written.tokens, history.length ? tokens(history.at(-2)?.text ?? '') : []),
    ...measureAlternatives(written.tokens),
  ])
  const context = contextRuns(written.tokens, history)
  return {
    text,
    language,
    tokens: written.tokens,
    alternatives,
    compounds: compoundsIn(written.tokens),
    asking: askingWords(written.tokens),
    type: typeAsked(written.tokens, text, history),
    context: context.flatMap(run => run.tokens),
    runs: [{ tokens: written.tokens, weight: 1 }, ...context],
  }
}

function meantToken(token: Token): Token {
  const raw = respelled(token.raw)
  return raw === token.raw ? token : { raw, term: termOf(raw) }
}

function withoutRepeats(message: Token[], alternatives: Alternative[]): Alternative[] {
  const seen = new Set<string>()
  const written = (words: Token[]): string => words.map(word => word.raw).join(' ')
  return alternatives.filter(({ at, length, tokens: words }) => {
    const key = `${written(message.slice(at, at + length))} = ${written(words)}`
    return !seen.has(key) && seen.add(key)
  })
}

/** A follow-up ("còn quận 3?") keeps the previous turn's type. */
function typeAsked(message: Token[], typed: string, history: Turn[]): QuestionType {
  const own = questionType(message.map(token => token.raw).join(' '), typed)
  const asked = history.findLast(turn => turn.role === 'customer')
  const short = message.filter(token => !isStop(token)).length <= 3
  if (own !== 'other' || !asked || !short) return own
  return questionType(
    expanded(asked.text)
      .map(token => token.raw)
      .join(' '),
    asked.text,
  )
}

/** The last customer turn and reply, at 0.3 to 0.4; more for shorter messages. */
function contextRuns(message: Token[], history: Turn[]): WeightedRun[] {
  const reply = history.findLast(turn => turn.role === 'bot')
  const asked = history.findLast(turn => turn.role === 'customer')
  const content = message.filter(token => !isStop(token)).length
  const weight = content <= 3 ? 0.4 : 0.3
  const runs: WeightedRun[] = []
  if (asked) runs.push({ tokens: expanded(asked.text), weight })
  if (reply) runs.push({ tokens: tokens(reply.text), weight })
  return runs
}

function expanded(text: string): Token[] {
  const typed = tokens(text).flatMap(partedTown)
  return languageOf(text) === 'vi' ? expandAbbreviations(typed, text).tokens : typed
}

function pointedAt(text: string, reply: string): string | null {
  const items = reply
    .replace(/^[^:]{0,60}:\s/, '')
    .split(/[,;\n]\s*|\s(?:và|and|hoặc|or)\s/)
    .filter(item => /\p{L}/u.test(item))
  if (items.length < 2) return null
  if (/\b(?:last|latter)\b|(?:cái|loại|gói|hạng|mẫu|cai|loai|goi|hang|mau) (?:cuối|sau|cuoi|sau cung)/i.test(text))
    return items.at(-1)!
  if (/\bfirst one\b|\bformer\b|(?:cái|loại|gói|hạng|mẫu|cai|loai|goi|hang|mau) (?:đầu|dau)/i.test(text))
    return items[0]!
  return null
}
