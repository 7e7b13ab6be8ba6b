import { askedCells, askedColumn } from '#server/answering/composing/asked-column.ts'
import { sayRow } from '#server/answering/composing/row-in-words.ts'
import { spelledOut } from '#features/training/language/spell-out.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import type { FactAnswer } from '../answers/facts-of.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import { citationOf, type Quoted } from '../answers/compose.ts'

export function askedOnly(quoted: Quoted[], question: string, wantsMoney: boolean): Quoted[] {
  const spelled = spelledOut(question, languageOf(question))
  return quoted.map(one => {
    const { text, row } = one.unit.unit
    const shown = row ? askedColumn(text, spelled, wantsMoney) : undefined
    if (!shown) return one
    const said = sayRow(askedCells(text, spelled, wantsMoney)!)
    return { ...one, said, unit: { ...one.unit, unit: { ...one.unit.unit, text: shown } } }
  })
}

export function placesOf(quoted: readonly Quoted[], sure: readonly { fact?: FactAnswer }[]): Citation[] {
  const facts = sure.flatMap(({ fact }) => fact ?? [])
  return quoted.flatMap(one => {
    const fact = facts.find(({ text }) => text === one.unit.unit.text)
    return fact ? fact.citations : [citationOf(one)]
  })
}
