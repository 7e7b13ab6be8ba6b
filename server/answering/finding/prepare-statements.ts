import type { Place, Statement } from '../compiling/entries.ts'
import { topicsIn } from '../compiling/read-statements.ts'
import type { Topic } from '../lexicon/topic-words.ts'
import { hasDiacritics } from '#shared/rules/text/fold.ts'
import { markedWords, wordsIn } from '../reading/plain-text.ts'

export type Above = {
  near: ReadonlySet<string>
  far: ReadonlySet<string>
  nearTopics: ReadonlySet<Topic>
  farTopics: ReadonlySet<Topic>
  statements: number[]
}

export type StatementIndex = {
  statements: readonly Statement[]
  /** statements with a word, see `keysOf` */
  byWord: ReadonlyMap<string, readonly number[]>
  above: readonly Above[]
  aboveOf: readonly number[]
  stories: ReadonlyMap<number, readonly Place[]>
}

export function prepareStatements(statements: readonly Statement[]): StatementIndex {
  const byWord = new Map<string, number[]>()
  const paths = new Map<readonly string[], number>()
  const above: Above[] = []
  const aboveOf: number[] = []
  for (const [at, { text, about, path }] of statements.entries()) {
    for (const word of keysOf([text, ...about].join(' ; '))) {
      const known = byWord.get(word)
      if (known) known.push(at)
      else byWord.set(word, [at])
    }
    let place = paths.get(path)
    if (place === undefined) {
      place = above.push(readAbove(path)) - 1
      paths.set(path, place)
    }
    above[place]!.statements.push(at)
    aboveOf.push(place)
  }
  const stories = Map.groupBy(
    statements.flatMap(({ isStory, place }) => (isStory ? [place] : [])),
    ({ passage }) => passage,
  )
  return { statements, byWord, above, aboveOf, stories }
}

function readAbove(path: readonly string[]): Above {
  const near = path.length > 1 ? path.at(-1)! : ''
  const far = path.slice(0, near ? -1 : undefined).join(' ; ')
  return {
    near: new Set(keysOf(near)),
    far: new Set(keysOf(far)),
    nearTopics: topicsIn(near),
    farTopics: topicsIn(far),
    statements: [],
  }
}

/** Folded words; "=" before accented words; "~" before words written without accents. */
function keysOf(text: string): Set<string> {
  const bare = (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter(word => !hasDiacritics(word))
  return new Set([
    ...wordsIn(text),
    ...markedWords(text).map(word => `=${word}`),
    ...bare.flatMap(wordsIn).map(word => `~${word}`),
  ])
}
