import type { Language } from '#shared/words.ts'
import { teachingEn } from './teaching.en.ts'
import { teachingVi } from './teaching.vi.ts'

export type TeachingTexts = Record<keyof typeof teachingVi, string>

export function teachingTexts(language: Language): TeachingTexts {
  return language === 'en' ? teachingEn : teachingVi
}
