import type { Config } from '#server/config.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { askRules, type Plan } from '../audience/ask-rules.ts'
import type { ShopFacts } from '../audience/contact-facts.ts'
import type { Judged } from '../audience/members.ts'

export function offerPaid(
  preview: BroadcastPreview,
  config: Config,
  { facts, asked }: Judged,
  shop: ShopFacts,
  plan: Plan,
  at: Date,
): void {
  if (asked.answer.is !== 'no' || !facts.marketing || plan.template) return
  const cost = { confirmed: Infinity, left: Infinity }
  const { answer } = askRules(config, facts, shop, { ...plan, routes: ['facebook.marketing'], cost }, at)
  if (answer.is === 'no' || answer.cost.amount === null) return
  const each = Math.max(preview.paid?.each ?? 0, answer.cost.amount)
  preview.paid = { count: (preview.paid?.count ?? 0) + 1, each }
}
