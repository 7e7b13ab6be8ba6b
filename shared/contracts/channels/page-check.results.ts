import { z } from 'zod'
import { pageFindings } from './page-check.contract.ts'

/** `url`: where the page was; `detail`: the host, status or code concerned. */
export const pageCheck = z.object({
  finding: z.enum(pageFindings),
  url: z.string().nullable(),
  detail: z.string().nullable(),
})
export type PageCheck = z.output<typeof pageCheck>
