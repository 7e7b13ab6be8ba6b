import { z } from 'zod'

/**
 * What a look at one's page finds, without running its scripts. `well`: the code stands there and nothing forbids it; `scripts`: the
 * page is made by scripts, so that only a visit tells.
 */
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

/** `POST /api/v1/channels/:id/check-page`; without an address the first of the channel's domains. */
export const pageToCheck = z.object({ url: z.string().trim().max(2000).optional() })
