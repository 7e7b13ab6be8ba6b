import type { Language } from '../../words.ts'
import { sequencesEn } from './sequences.en.ts'
import { sequencesVi } from './sequences.vi.ts'

export type SequencesTexts = Record<keyof typeof sequencesVi, string>

export function sequencesTexts(language: Language): SequencesTexts {
  return language === 'en' ? sequencesEn : sequencesVi
}
