import type { Language } from '../../words.ts'
import { customersEn } from './customers.en.ts'
import { customersVi } from './customers.vi.ts'

export function customersTexts(language: Language): Record<keyof typeof customersVi, string> {
  return language === 'en' ? customersEn : customersVi
}
