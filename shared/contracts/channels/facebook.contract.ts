import { z } from 'zod'

/** After Facebook's dialog the browser lands on /dashboard/connect with `?facebook=<pick>` or `?facebook_error=<one of these>`. */
export const facebookErrors = ['cancelled', 'expired', 'failed'] as const
export type FacebookError = (typeof facebookErrors)[number]

/** Why a page is greyed, or what connecting it means. `reconnects`: it was connected here and does not work any more. */
export const pageReasons = ['connected_here', 'connected_elsewhere', 'no_messaging_task', 'reconnects'] as const

/** GET /api/v1/channels/facebook/pages?pick=… */
export const offeredPages = z.object({
  pages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      can_connect: z.boolean(),
      reason: z.enum(pageReasons).nullable(),
    }),
  ),
  /** of the person who signed in: one of them may pay for marketing messages. Greyed with the reason: another currency than đồng, closed. */
  ad_accounts: z.array(
    z.object({ id: z.string(), name: z.string(), reason: z.enum(['currency', 'inactive']).nullable() }),
  ),
  /** permissions that were not given: without them pages may be missing from the list, or do nothing */
  missing_permissions: z.array(z.string()),
  expires_at: z.iso.datetime(),
})
export type OfferedPages = z.output<typeof offeredPages>

/** POST /api/v1/channels/facebook/pages */
export const pickPagesBody = z.object({
  pick: z.string().min(1).max(200),
  page_ids: z.array(z.string().min(1).max(200)).min(1).max(50),
  /** which ad account pays for these pages' marketing messages; null: none; absent: as before */
  ad_account_id: z.string().max(30).nullable().optional(),
})

/** What became of each page. Where none could be connected, the first one's error is the answer. */
export const pickedPages = z.object({
  connected: z.array(z.object({ id: z.uuid(), page_id: z.string(), name: z.string() })),
  failed: z.array(z.object({ page_id: z.string(), name: z.string(), code: z.string(), message: z.string() })),
})
export type PickedPages = z.output<typeof pickedPages>
