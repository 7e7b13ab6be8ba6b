import type { Language } from '../../words.ts'
import { incidentsEn } from './incidents.en.ts'
import { incidentsVi } from './incidents.vi.ts'

export type IncidentsTexts = Record<keyof typeof incidentsVi, string>

export function incidentsTexts(language: Language): IncidentsTexts {
  return language === 'en' ? incidentsEn : incidentsVi
}
