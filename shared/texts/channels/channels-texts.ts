import type { Language } from '../../words.ts'
import { channelFindingsEn, failureClassesEn, heldReasonsEn, repairsEn } from './channels.en.ts'
import { channelFindingsVi, failureClassesVi, heldReasonsVi, repairsVi } from './channels.vi.ts'

export type Explanation = { title: string; text: string }

const all = {
  vi: { findings: channelFindingsVi, classes: failureClassesVi, held: heldReasonsVi, repairs: repairsVi },
  en: { findings: channelFindingsEn, classes: failureClassesEn, held: heldReasonsEn, repairs: repairsEn },
}

/** An unexplained code falls back to its last part's class, or to a refusal. */
export function explainChannelCode(language: Language, code: string): Explanation {
  const { findings, classes } = all[language]
  const known: Record<string, Explanation> = findings
  const kinds: Record<string, Explanation> = classes
  const own = Object.hasOwn(known, code) ? known[code] : undefined
  const what = code.slice(code.indexOf('.') + 1)
  return own ?? (Object.hasOwn(kinds, what) ? kinds[what] : undefined) ?? classes.permanent
}

export function explainHeld(language: Language, reason: string): string {
  const reasons: Record<string, string> = all[language].held
  return (Object.hasOwn(reasons, reason) ? reasons[reason] : undefined) ?? all[language].held.channel
}

export function repairText(language: Language, repair: keyof typeof repairsVi): string {
  return all[language].repairs[repair]
}
