import type { TrainingTexts } from '#shared/texts/training/training-texts.ts'

const goods: ReadonlySet<string> = new Set(['fashion', 'food', 'craft'])

/** What a shop of this trade calls its priced lines; only prices where it has not said what it does. */
export function priceNames(trade: string | null, texts: TrainingTexts): [one: string, many: string] {
  if (trade === null || trade === 'other') return [texts.pricesOne, texts.pricesMany]
  return goods.has(trade) ? [texts.goodsOne, texts.goodsMany] : [texts.servicesOne, texts.servicesMany]
}
