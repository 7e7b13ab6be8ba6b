import type { LineProblem } from '../../contracts/customers/imports.contract.ts'
import type { Language } from '../../words.ts'
import { customerListsEn, lineProblemsEn } from './customer-lists.en.ts'
import { customerListsVi, lineProblemsVi } from './customer-lists.vi.ts'

export type CustomerListsTexts = Record<keyof typeof customerListsVi, string>

export function customerListsTexts(language: Language): CustomerListsTexts {
  return language === 'en' ? customerListsEn : customerListsVi
}

export function lineProblemTexts(language: Language): Record<LineProblem, string> {
  return language === 'en' ? lineProblemsEn : lineProblemsVi
}
