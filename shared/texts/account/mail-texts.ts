import type { Language } from '../../words.ts'
import { mailEn } from './mail.en.ts'
import { mailVi } from './mail.vi.ts'

export function mailTexts(language: Language): Record<keyof typeof mailVi, string> {
  return language === 'en' ? mailEn : mailVi
}

export function fillText(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
