import { sql } from 'kysely'
import { endOffer } from '#features/billing/offers/end-offer.ts'
import { announceTerms, makeOffer } from '#features/billing/offers/make-offer.ts'
import { days } from '#platform/clock.ts'
import type { Happening } from './money-events.ts'
import type { MoneyDesk, Story } from './money-desk.ts'
import { refused } from './money-transfers.ts'

/** @returns whether the shop has ordered it */
export async function offerPlan(
  desk: MoneyDesk,
  story: Story,
  { amount, interval, method, takes }: Extract<Happening, { kind: 'offer' }>,
): Promise<boolean> {
  const { platform, operator } = desk
  const lastDay = new Date(platform.clock.now().getTime() + days(20)).toISOString().slice(0, 10)
  const input = { id: story.owner.workspaceId, ...termsOf(amount), valid_until: lastDay }
  await refused(() => makeOffer(platform, operator, input))
  const [offer] = await waiting(desk, story)
  if (!offer || !takes) return false
  for (const address of ['POST /orders', 'POST /subscription/change'])
    await desk.call(address, { plan: offer.plan, interval, method }, story.owner)
  return true
}

export async function changeOffer(
  desk: MoneyDesk,
  story: Story,
  what: Extract<Happening, { kind: 'terms' | 'end offer' }>,
): Promise<void> {
  const { platform, operator } = desk
  const id = story.owner.workspaceId
  if (what.kind === 'terms') return refused(() => announceTerms(platform, operator, { id, ...termsOf(what.amount) }))
  for (const offer of await waiting(desk, story)) await refused(() => endOffer(platform, operator, offer))
}

const waiting = (desk: MoneyDesk, { owner }: Story) =>
  desk.read(sql<{ id: string; plan: string }>`select id, plan from offers
    where workspace_id = ${owner.workspaceId} and accepted_at is null and ended_at is null`)

/** `amount` is in đồng per month; a year costs ten months, and a dollar's cent is 250 đồng. */
function termsOf(amount: number) {
  const limits = {
    messages: 40_000,
    campaigns: null,
    connections: 30,
    documents: amount / 1000,
    members: null,
    crawl_pages: 300,
    imported_customers: null,
    active_sequences: null,
  }
  const prices = (['month', 'year'] as const).flatMap(interval =>
    (['VND', 'USD'] as const).map(currency => {
      const months = interval === 'year' ? 10 : 1
      return { interval, currency, amount: (currency === 'VND' ? amount : amount / 250) * months }
    }),
  )
  return { name: 'Riêng', note: '', limits, prices }
}
