import type { Language } from '../../words.ts'
import { apiKeysEn } from './api-keys.en.ts'
import { apiKeysVi } from './api-keys.vi.ts'

export type ApiKeysTexts = Record<keyof typeof apiKeysVi, string>

export function apiKeysTexts(language: Language): ApiKeysTexts {
  return language === 'en' ? apiKeysEn : apiKeysVi
}
