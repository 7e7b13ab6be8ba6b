import type { Language } from '../../words.ts'
import { channelFindingsEn, failureClassesEn, heldReasonsEn, repairsEn } from './channels.en.ts'
import { channelFindingsVi, failureClassesVi, heldReasonsVi, repairsVi } from './channels.vi.ts'

export type Explanation = { title: string; text: string }

const all = {
  vi: { findings: channelFindingsVi, classes: failureClassesVi, held: heldReasonsVi, repairs: repairsVi },
  en: { findings: channelFindingsEn, classes: failureClassesEn, held: heldReasonsEn, repairs: repairsEn },
}

/** What a code of a finding or of a message means. A code that nobody explains is told by what it ends in, or as a refusal. */
export function explainChannelCode(language: Language, code: string): Explanation {
  const { findings, classes } = all[language]
  const known: Record<string, Explanation> = findings
  const kinds: Record<string, Explanation> = classes
  const own = Object.hasOwn(known, code) ? known[code] : undefined
  const what = code.slice(code.indexOf('.') + 1)
  return own ?? (Object.hasOwn(kinds, what) ? kinds[what] : undefined) ?? classes.permanent
}

/** Why a message is kept back (`messages.held_reason`). */
export function explainHeld(language: Language, reason: string): string {
  const reasons: Record<string, string> = all[language].held
  return (Object.hasOwn(reasons, reason) ? reasons[reason] : undefined) ?? all[language].held.channel
}

/** What stands on a finding's one button. */
export function repairText(language: Language, repair: keyof typeof repairsVi): string {
  return all[language].repairs[repair]
}
