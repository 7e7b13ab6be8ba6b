import type { Language } from '../../words.ts'
import { auditActsEn, auditEn } from './audit.en.ts'
import { auditActsVi, auditVi } from './audit.vi.ts'

export type AuditTexts = Record<keyof typeof auditVi, string>

export function auditTexts(language: Language): AuditTexts {
  return language === 'en' ? auditEn : auditVi
}

/** The code itself if a later version wrote the entry. */
export function wordsOfAct(language: Language, action: string): string {
  const acts: Record<string, string> = language === 'en' ? auditActsEn : auditActsVi
  return acts[action] ?? action
}
