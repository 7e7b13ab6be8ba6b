import type { Language } from '../../words.ts'
import { dataRequestsEn } from './data-requests.en.ts'
import { dataRequestsVi } from './data-requests.vi.ts'

export type DataRequestsTexts = Record<keyof typeof dataRequestsVi, string>

export function dataRequestsTexts(language: Language): DataRequestsTexts {
  return language === 'en' ? dataRequestsEn : dataRequestsVi
}
