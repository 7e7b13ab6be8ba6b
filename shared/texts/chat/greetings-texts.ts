import type { Language } from '../../words.ts'
import { greetingsEn } from './greetings.en.ts'
import { greetingsVi } from './greetings.vi.ts'

export type GreetingsTexts = Record<keyof typeof greetingsVi, string>

export function greetingsTexts(language: Language): GreetingsTexts {
  return language === 'en' ? greetingsEn : greetingsVi
}
