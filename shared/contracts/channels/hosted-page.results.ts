import { z } from 'zod'

/** `GET /api/v1/hosted-page`: the shop's own chat page. */
export const hostedPage = z.object({
  /** null: none was chosen yet */
  slug: z.string().nullable(),
  /** the whole address, as customers get it */
  address: z.string().nullable(),
  /** the earlier ones, which lead on to it */
  earlier: z.array(z.string()),
  /** its channel; null: the page is closed */
  channel_id: z.uuid().nullable(),
})
export type HostedPage = z.output<typeof hostedPage>
