import { z } from 'zod'

/** How many short addresses a shop may have had: each goes on leading to its page. */
export const mostSlugs = 10

/** `GET /api/v1/hosted-page`: the shop's own chat page. */
export type HostedPage = {
  /** null: none was chosen yet */
  slug: string | null
  /** the whole address, as customers get it */
  address: string | null
  /** the earlier ones, which lead on to it */
  earlier: string[]
  /** its channel; null: the page is closed */
  channel_id: string | null
}

/** `PATCH /api/v1/hosted-page`. */
export const hostedSlug = z.object({ slug: z.string().max(200) })
