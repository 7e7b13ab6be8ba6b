import type { Language } from '../../words.ts'
import { testQuestionsEn } from './test-questions.en.ts'
import { testQuestionsVi } from './test-questions.vi.ts'

export function testQuestionsTexts(language: Language): Record<keyof typeof testQuestionsVi, string> {
  return language === 'en' ? testQuestionsEn : testQuestionsVi
}
