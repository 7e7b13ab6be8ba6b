import { z } from 'zod'

/** What a column of a list may hold. */
export const importColumns = [
  ...(['none', 'name', 'phone', 'email', 'address', 'language', 'tags'] as const),
  ...(['consent_at', 'consent_how', 'consent_words'] as const),
] as const
/** Or what belongs into one of the shop's own fields, by its id. */
const ownColumn = z.templateLiteral(['field:', z.uuid()])
export const importColumn = z.union([z.enum(importColumns), ownColumn])
export type ImportColumn = z.output<typeof importColumn>

/** So many tags that a shop has not are made of one list: more of them are no tags, but something else. */
export const mostNewTags = 50

export const largestImport = 10_000_000
export const mostImportRows = 50_000
export const mostImportColumns = 60

/** `POST /api/v1/customers/imports/:id/check`: what is taken from each column. Tried; nothing is written. */
export const checkedImport = z.object({
  map: z.array(importColumn).min(1).max(mostImportColumns),
  /** Whether the first row only names the columns. */
  has_names: z.boolean(),
  /** What the people of this list agreed to, and on which channel. Null: to nothing. */
  consent: z
    .object({
      channel_id: z.uuid(),
      purpose: z.enum(['promotion', 'care']),
      /** Where no column says them for each: how it was said, and in which words. */
      how: z.string().max(500).default(''),
      words: z.string().max(1000).default(''),
    })
    .nullable()
    .default(null),
})
export type ImportConsent = NonNullable<z.output<typeof checkedImport>['consent']>

/** `POST /api/v1/customers/imports/:id/commit` */
export const committedImport = z.object({
  /** Lines that cannot be read are left out; without it nothing is brought in while there is one. */
  leave_out: z.boolean().default(false),
})

/** Why a line does not come in, or not whole. */
export const lineProblems = {
  /** cannot be read */
  no_contact: 'bad',
  phone_invalid: 'bad',
  email_invalid: 'bad',
  too_long: 'bad',
  /** stays out: somebody else is there already, or asked for it */
  twice: 'left',
  known: 'left',
  forgotten: 'left',
  /** comes in, without what the column says */
  consent_incomplete: 'noted',
  language_unknown: 'noted',
  field_invalid: 'noted',
  tag_left_out: 'noted',
} as const
export type LineProblem = keyof typeof lineProblems

export type ImportReport = {
  /** come in */
  good: number
  bad: number
  left: number
  /** of those that come in, who agreed */
  agreed: number
  counts: Partial<Record<LineProblem, number>>
  /** the first of them, by the lines of the file */
  lines: { line: number; problem: LineProblem }[]
  /** the tags that will be made, by name; and those that were, by id */
  new_tags?: string[]
  made_tags?: string[]
  /** how many more the plan allows */
  room: number | null
}
