import type { Language } from '../../words.ts'
import { mailEn } from './mail.en.ts'
import { mailVi } from './mail.vi.ts'

/** The texts of letters, and of the page that a letter's link opens. */
export function mailTexts(language: Language): Record<keyof typeof mailVi, string> {
  return language === 'en' ? mailEn : mailVi
}

/** Puts values into the places `{name}` of a text. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
