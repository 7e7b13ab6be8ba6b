import type { Language } from '../../words.ts'
import { photosEn } from './photos.en.ts'
import { photosVi } from './photos.vi.ts'

export type PhotosTexts = Record<keyof typeof photosVi, string>

export function photosTexts(language: Language): PhotosTexts {
  return language === 'en' ? photosEn : photosVi
}
