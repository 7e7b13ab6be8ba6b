import { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { knownCustomer } from './stripe-customer.ts'
import { postToStripe } from './stripe-api.ts'

const portal = z.object({ url: z.string() })

/** @throws billing.no_plan, billing.provider_down */
export async function openPortal(platform: Platform, { workspaceId }: Caller): Promise<{ url: string }> {
  const customer = await platform.db.asService(workspaceId, tx => knownCustomer(tx, workspaceId))
  if (!customer || !platform.config.STRIPE_SECRET_KEY) throw failure('billing.no_plan')
  const form = { customer, return_url: `${platform.config.publicUrl}/dashboard/billing` }
  return postToStripe(platform, '/billing_portal/sessions', form, undefined, portal).catch((error: unknown) => {
    platform.log.warn({ workspace: workspaceId, error }, 'Stripe gave no page for its customer')
    throw failure('billing.provider_down')
  })
}
