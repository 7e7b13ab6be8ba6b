import { z } from 'zod'

export const importColumns = [
  ...(['none', 'name', 'phone', 'email', 'address', 'language', 'tags'] as const),
  ...(['consent_at', 'consent_how', 'consent_words'] as const),
] as const
const customColumn = z.templateLiteral(['field:', z.uuid()])
export const importColumn = z.union([z.enum(importColumns), customColumn])
export type ImportColumn = z.output<typeof importColumn>

/** More are probably not tags. */
export const maxNewTags = 50

export const maxImportSize = 10_000_000
export const maxImportRows = 50_000
export const maxImportColumns = 60

export const checkedImport = z.object({
  map: z.array(importColumn).min(1).max(maxImportColumns),
  has_names: z.boolean(),
  consent: z
    .object({
      channel_id: z.uuid(),
      purpose: z.enum(['promotion', 'care']),
      /** Default for rows without their own. */
      how: z.string().max(500).default(''),
      words: z.string().max(1000).default(''),
    })
    .nullable()
    .default(null),
})
export type ImportConsent = NonNullable<z.output<typeof checkedImport>['consent']>

export const committedImport = z.object({
  leave_out: z.boolean().default(false),
})

export const lineProblems = {
  no_contact: 'bad',
  phone_invalid: 'bad',
  email_invalid: 'bad',
  too_long: 'bad',
  twice: 'left',
  known: 'left',
  forgotten: 'left',
  consent_incomplete: 'noted',
  language_unknown: 'noted',
  field_invalid: 'noted',
  tag_left_out: 'noted',
} as const
export type LineProblem = keyof typeof lineProblems

export type ImportReport = {
  good: number
  bad: number
  left: number
  agreed: number
  counts: Partial<Record<LineProblem, number>>
  lines: { line: number; problem: LineProblem }[]
  new_tags?: string[]
  made_tags?: string[]
  /** customers left in the plan */
  room: number | null
}
