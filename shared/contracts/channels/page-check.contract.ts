import { z } from 'zod'

/** Scripts are not run. `scripts`: built by scripts, so only a visit can tell. */
export const pageFindings = [
  'well',
  'scripts',
  'absent',
  'other_code',
  'wrong_domain',
  'csp',
  'refused',
  'unreachable',
  'no_domain',
] as const
export type PageFinding = (typeof pageFindings)[number]

/** Default: the channel's first domain. */
export const pageToCheck = z.object({ url: z.string().trim().max(2000).optional() })
