import { z } from 'zod'

export const importColumns = [
  ...(['none', 'name', 'phone', 'email', 'address', 'language', 'tags'] as const),
  ...(['consent_at', 'consent_how', 'consent_words'] as const),
] as const
/** Or a custom field, by its id. */
const customColumn = z.templateLiteral(['field:', z.uuid()])
export const importColumn = z.union([z.enum(importColumns), customColumn])
export type ImportColumn = z.output<typeof importColumn>

/** More new tags than this in one list are probably not tags. */
export const maxNewTags = 50

export const maxImportSize = 10_000_000
export const maxImportRows = 50_000
export const maxImportColumns = 60

/** `POST /api/v1/customers/imports/:id/check`: a dry run. */
export const checkedImport = z.object({
  map: z.array(importColumn).min(1).max(maxImportColumns),
  /** the first row is a header */
  has_names: z.boolean(),
  /** What everybody in the list agreed to, and on which channel. */
  consent: z
    .object({
      channel_id: z.uuid(),
      purpose: z.enum(['promotion', 'care']),
      /** For all rows, unless a column gives them. */
      how: z.string().max(500).default(''),
      words: z.string().max(1000).default(''),
    })
    .nullable()
    .default(null),
})
export type ImportConsent = NonNullable<z.output<typeof checkedImport>['consent']>

/** `POST /api/v1/customers/imports/:id/commit` */
export const committedImport = z.object({
  /** Import in spite of unreadable lines, without them. */
  leave_out: z.boolean().default(false),
})

export const lineProblems = {
  /** unreadable */
  no_contact: 'bad',
  phone_invalid: 'bad',
  email_invalid: 'bad',
  too_long: 'bad',
  /** skipped: a duplicate, or a customer who objected */
  twice: 'left',
  known: 'left',
  forgotten: 'left',
  /** imported without this value */
  consent_incomplete: 'noted',
  language_unknown: 'noted',
  field_invalid: 'noted',
  tag_left_out: 'noted',
} as const
export type LineProblem = keyof typeof lineProblems

export type ImportReport = {
  /** lines to be imported */
  good: number
  bad: number
  left: number
  /** of them, with consent */
  agreed: number
  counts: Partial<Record<LineProblem, number>>
  /** the first ones, by line number */
  lines: { line: number; problem: LineProblem }[]
  /** names of tags to be created; ids once they are */
  new_tags?: string[]
  made_tags?: string[]
  /** customers left in the plan */
  room: number | null
}
