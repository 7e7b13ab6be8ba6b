import type { Language } from '../../words.ts'
import { traceEn } from './trace.en.ts'
import { traceVi } from './trace.vi.ts'

export type TraceTexts = Record<keyof typeof traceVi, string>

export function traceTexts(language: Language): TraceTexts {
  return language === 'en' ? traceEn : traceVi
}
