import type { Language } from '../../words.ts'
import { inboxWorkEn } from './inbox-work.en.ts'
import { inboxWorkVi } from './inbox-work.vi.ts'

export type InboxWorkTexts = Record<keyof typeof inboxWorkVi, string>

export function inboxWorkTexts(language: Language): InboxWorkTexts {
  return language === 'en' ? inboxWorkEn : inboxWorkVi
}
