import type { Language } from '../../words.ts'
import { jobsEn } from './jobs.en.ts'
import { jobsVi } from './jobs.vi.ts'

export type JobsTexts = Record<keyof typeof jobsVi, string>

/** `kind`: a job's kind, or 'event → listener'; undefined if unknown to this version */
export function jobName(language: Language, kind: string): string | undefined {
  const names: JobsTexts = language === 'en' ? jobsEn : jobsVi
  return Object.hasOwn(names, kind) ? names[kind as keyof JobsTexts] : undefined
}
