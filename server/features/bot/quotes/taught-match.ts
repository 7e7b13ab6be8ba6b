import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { type Query, readQuery } from '#features/training/search/query.ts'
import { isStop } from '#features/training/language/stop-words.ts'
import { type Token, tokens } from '#features/training/language/tokens.ts'

type TaughtQuestion = { position: number; text: string; terms: ReadonlySet<string>; figures: string }

/** Shares of words in common. */
const minMessageShare = 0.8
const minTaughtShare = 0.5

const read = new WeakMap<Knowledge, TaughtQuestion[]>()

/** A taught question in nearly the same words, without another number or kind of thing; undefined if none, or two are equally near. */
export function taughtMatch(knowledge: Knowledge, query: Query): number | undefined {
  const asked = content(query)
  if (asked.length === 0) return undefined
  const meant = new Set([...query.tokens, ...query.alternatives.flatMap(other => other.tokens)].map(({ term }) => term))
  const figures = figuresOf(query.tokens)
  const weightOf = (terms: Iterable<string>): number =>
    [...terms].reduce((sum, term) => sum + knowledge.index.weight({ raw: term, term }), 0)
  const all = weightOf(asked)
  const near = taughtQuestionsOf(knowledge)
    .filter(taught => taught.figures === figures)
    .map(({ position, text, terms }) => ({
      position,
      text,
      messageShare: weightOf(asked.filter(term => terms.has(term))) / all,
      taughtShare: weightOf([...terms].filter(term => meant.has(term))) / (weightOf(terms) || 1),
    }))
    .filter(({ messageShare, taughtShare }) => messageShare >= minMessageShare && taughtShare >= minTaughtShare)
    .filter(({ text }) => readQuery(text).type === query.type)
    .sort((a, b) => b.messageShare + b.taughtShare - a.messageShare - a.taughtShare)
  const [best, next] = near
  const isTied =
    next &&
    next.position !== best!.position &&
    next.messageShare + next.taughtShare === best!.messageShare + best!.taughtShare
  return isTied ? undefined : best?.position
}

function taughtQuestionsOf(knowledge: Knowledge): TaughtQuestion[] {
  const known = read.get(knowledge)
  if (known) return known
  const taught = knowledge.passages.flatMap(({ pair, heading, questions = [] }, position) =>
    [...(pair ? [heading] : []), ...questions].map((text): TaughtQuestion => {
      const words = tokens(text)
      const terms = new Set(words.filter(token => !isStop(token)).map(({ term }) => term))
      return { position, text, terms, figures: figuresOf(words) }
    }),
  )
  read.set(knowledge, taught)
  return taught
}

function content({ tokens, asking }: Query): string[] {
  return tokens.flatMap((token, at) => (isStop(token) || asking.has(at) ? [] : [token.term]))
}

function figuresOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ raw }) => /\d/u.test(raw))
    .map(({ term }) => term)
    .sort()
    .join(' ')
}
