import { formatMoney } from '#shared/rules/money/money.ts'
import type { CampaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import type { Language } from '#shared/words.ts'
import { fill } from '#web/parts/language/texts.ts'

type Cost = { exact: number; estimated: number }

/** Listed prices and Meta's estimates are named apart where both occur. */
export function costWords({ exact, estimated }: Cost, texts: CampaignScreensTexts, language: Language): string {
  const money = (amount: number) => formatMoney(amount, 'VND', language)
  if (exact === 0 || estimated === 0) return money(exact + estimated)
  return fill(texts.bothCosts, { exact: money(exact), estimated: money(estimated) })
}

/** Of what was confirmed at the start; undefined: not both, or counted anew since. */
export function confirmedParts(cost: Partial<Cost> | undefined, maxCost: number): Cost | undefined {
  const { exact = 0, estimated = 0 } = cost ?? {}
  return exact > 0 && estimated > 0 && exact + estimated === maxCost ? { exact, estimated } : undefined
}
