import type { Language } from '../../words.ts'
import { trainingEn } from './training.en.ts'
import { trainingVi } from './training.vi.ts'

export type TrainingTexts = Record<keyof typeof trainingVi, string>

export function trainingTexts(language: Language): TrainingTexts {
  return language === 'en' ? trainingEn : trainingVi
}
