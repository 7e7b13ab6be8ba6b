import type { Language } from '../../words.ts'
import { jobsEn } from './jobs.en.ts'
import { jobsVi } from './jobs.vi.ts'

export type JobsTexts = Record<keyof typeof jobsVi, string>

/** @param kind as the queue names it: a job's kind, or 'event → listener'. @returns undefined for a kind of another version */
export function jobName(language: Language, kind: string): string | undefined {
  const names: JobsTexts = language === 'en' ? jobsEn : jobsVi
  return Object.hasOwn(names, kind) ? names[kind as keyof JobsTexts] : undefined
}
