import { askedColumn } from '#server/answering/composing/asked-column.ts'
import { spelledOut } from '#features/training/spell-out.ts'
import { languageOf } from '#shared/rules/language.ts'
import type { Quoted } from './compose.ts'

/** Of a table's row the column that was asked for, where the question tells it. */
export function askedOnly(quoted: Quoted[], question: string, wantsMoney: boolean): Quoted[] {
  const spelled = spelledOut(question, languageOf(question))
  return quoted.map(one => {
    const shown = one.unit.unit.row ? askedColumn(one.unit.unit.text, spelled, wantsMoney) : undefined
    return shown ? { ...one, unit: { ...one.unit, unit: { ...one.unit.unit, text: shown } } } : one
  })
}
