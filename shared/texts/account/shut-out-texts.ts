import type { Language } from '../../words.ts'
import { shutOutEn } from './shut-out.en.ts'
import { shutOutVi } from './shut-out.vi.ts'

export type ShutOutTexts = Record<keyof typeof shutOutVi, string>

export function shutOutTexts(language: Language): ShutOutTexts {
  return language === 'en' ? shutOutEn : shutOutVi
}
