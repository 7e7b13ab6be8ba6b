import type { Language } from '../../words.ts'
import { twoStepEn } from './two-step.en.ts'
import { twoStepVi } from './two-step.vi.ts'

export type TwoStepTexts = Record<keyof typeof twoStepVi, string>

export function twoStepTexts(language: Language): TwoStepTexts {
  return language === 'en' ? twoStepEn : twoStepVi
}
