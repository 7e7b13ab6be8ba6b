import type { Language } from '../../words.ts'
import { frameEn } from './frame.en.ts'
import { frameVi } from './frame.vi.ts'

export type FrameTexts = Record<keyof typeof frameVi, string>

export function frameTexts(language: Language): FrameTexts {
  return language === 'en' ? frameEn : frameVi
}
