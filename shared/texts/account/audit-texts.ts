import type { Language } from '../../words.ts'
import { auditActsEn, auditEn } from './audit.en.ts'
import { auditActsVi, auditVi } from './audit.vi.ts'

export type AuditTexts = Record<keyof typeof auditVi, string>

export function auditTexts(language: Language): AuditTexts {
  return language === 'en' ? auditEn : auditVi
}

/** What an entry of the log says; its code, where it is one of a later version. */
export function wordsOfAct(language: Language, action: string): string {
  const acts: Record<string, string> = language === 'en' ? auditActsEn : auditActsVi
  return acts[action] ?? action
}
