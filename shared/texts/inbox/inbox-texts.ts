import type { Language } from '../../words.ts'
import { inboxEn } from './inbox.en.ts'
import { inboxVi } from './inbox.vi.ts'

export type InboxTexts = Record<keyof typeof inboxVi, string>

export function inboxTexts(language: Language): InboxTexts {
  return language === 'en' ? inboxEn : inboxVi
}
