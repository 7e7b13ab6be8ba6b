import type { Language } from '../../words.ts'
import { inboxToolsEn } from './inbox-tools.en.ts'
import { inboxToolsVi } from './inbox-tools.vi.ts'

export type InboxToolsTexts = Record<keyof typeof inboxToolsVi, string>

export function inboxToolsTexts(language: Language): InboxToolsTexts {
  return language === 'en' ? inboxToolsEn : inboxToolsVi
}
