import type { Language } from '../../words.ts'
import { statisticsEn } from './statistics.en.ts'
import { statisticsVi } from './statistics.vi.ts'

export type StatisticsTexts = Record<keyof typeof statisticsVi, string>

export function statisticsTexts(language: Language): StatisticsTexts {
  return language === 'en' ? statisticsEn : statisticsVi
}
