import { z } from 'zod'

export const hostedPage = z.object({
  /** null: none chosen yet */
  slug: z.string().nullable(),
  address: z.string().nullable(),
  earlier: z.array(z.string()),
  /** null: the page is closed */
  channel_id: z.uuid().nullable(),
})
export type HostedPage = z.output<typeof hostedPage>
