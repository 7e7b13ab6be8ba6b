import type { Language } from '../../words.ts'
import { operatorEn } from './operator.en.ts'
import { operatorVi } from './operator.vi.ts'

export type OperatorTexts = Record<keyof typeof operatorVi, string>

export function operatorTexts(language: Language): OperatorTexts {
  return language === 'en' ? operatorEn : operatorVi
}
