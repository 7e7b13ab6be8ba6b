import type { Language } from '../../words.ts'
import { gateEn } from './gate.en.ts'
import { gateVi } from './gate.vi.ts'

export type GateTexts = Record<keyof typeof gateVi, string>

export function gateTexts(language: Language): GateTexts {
  return language === 'en' ? gateEn : gateVi
}
