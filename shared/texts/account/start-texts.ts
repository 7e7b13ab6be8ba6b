import type { Language } from '../../words.ts'
import { startEn } from './start.en.ts'
import { startVi, type StartTexts } from './start.vi.ts'

export function startTexts(language: Language): StartTexts {
  return language === 'en' ? startEn : startVi
}
