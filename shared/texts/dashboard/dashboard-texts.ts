import type { Language } from '../../words.ts'
import { dashboardEn } from './dashboard.en.ts'
import { dashboardVi } from './dashboard.vi.ts'

export type DashboardTexts = Record<keyof typeof dashboardVi, string>

export function dashboardTexts(language: Language): DashboardTexts {
  return language === 'en' ? dashboardEn : dashboardVi
}
