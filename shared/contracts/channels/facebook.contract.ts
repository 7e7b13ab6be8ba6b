import { z } from 'zod'

/** In `/dashboard/connect?facebook_error=…`; success has `?facebook=<pick>`. */
export const facebookErrors = ['cancelled', 'expired', 'failed'] as const
export type FacebookError = (typeof facebookErrors)[number]

/** `reconnects`: connected here but broken. */
export const pageReasons = ['connected_here', 'connected_elsewhere', 'no_messaging_task', 'reconnects'] as const

export const offeredPages = z.object({
  pages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      can_connect: z.boolean(),
      reason: z.enum(pageReasons).nullable(),
    }),
  ),
  /** May pay for marketing messages. `reason`: why it is disabled. */
  ad_accounts: z.array(
    z.object({ id: z.string(), name: z.string(), reason: z.enum(['currency', 'inactive']).nullable() }),
  ),
  /** without them pages may be missing or not work */
  missing_permissions: z.array(z.string()),
  expires_at: z.iso.datetime(),
})
export type OfferedPages = z.output<typeof offeredPages>

export const pickPagesBody = z.object({
  pick: z.string().min(1).max(200),
  page_ids: z.array(z.string().min(1).max(200)).min(1).max(50),
  /** null: none; absent: unchanged */
  ad_account_id: z.string().max(30).nullable().optional(),
})

/** If none could be connected, the first error is the answer. */
export const pickedPages = z.object({
  connected: z.array(z.object({ id: z.uuid(), page_id: z.string(), name: z.string() })),
  failed: z.array(z.object({ page_id: z.string(), name: z.string(), code: z.string(), message: z.string() })),
})
export type PickedPages = z.output<typeof pickedPages>
