import { z } from 'zod'

/** How many short addresses a shop may have had: each goes on leading to its page. */
export const maxSlugs = 10

/** `PATCH /api/v1/hosted-page`. */
export const hostedSlug = z.object({ slug: z.string().max(200) })
