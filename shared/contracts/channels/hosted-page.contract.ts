import { z } from 'zod'

/** Earlier ones keep redirecting. */
export const maxSlugs = 10

export const hostedSlug = z.object({ slug: z.string().max(200) })
