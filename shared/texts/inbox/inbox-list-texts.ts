import type { Language } from '../../words.ts'
import { inboxListEn } from './inbox-list.en.ts'
import { inboxListVi } from './inbox-list.vi.ts'

export type InboxListTexts = Record<keyof typeof inboxListVi, string>

export function inboxListTexts(language: Language): InboxListTexts {
  return language === 'en' ? inboxListEn : inboxListVi
}
