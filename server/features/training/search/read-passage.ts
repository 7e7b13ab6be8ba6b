import { languageOf } from '#shared/rules/text/language.ts'
import type { Language } from '#shared/words.ts'
import { viewOf, type View } from './text-view.ts'
import { nameTokens } from './other-variant.ts'
import type { Unit } from '../passages/split-units.ts'
import { type Token, tokens } from '../language/tokens.ts'

export type ReadPassage = {
  language: Language
  units: Unit[]
  unitViews: View[]
  names: Token[][]
  view: View
  headingView: View
}

export function readPassage(passage: { title: string; heading: string; text: string }, units: Unit[]): ReadPassage {
  const unitViews = units.map(unit => viewOf(tokens(unit.text)))
  const headingView = viewOf(tokens(`${passage.title}\n${passage.heading}`))
  const view = viewOf([...headingView.tokens, ...unitViews.flatMap(unit => unit.tokens)])
  const names = units.map(unit => nameTokens(unit.text))
  return { language: languageOf(passage.text), units, unitViews, names, view, headingView }
}
