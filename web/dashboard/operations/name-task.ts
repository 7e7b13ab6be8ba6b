import { addresses } from '#shared/addresses.ts'
import { isUnnamed } from '#shared/rules/text/shop-name.ts'
import type { BriefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import type { Task } from './tasks.ts'

/** Asked until there is one: customers read a word in its place. */
export function nameTask(
  texts: BriefTexts,
  shop: { name: string; first_version: number; first_step: number | null },
): Task[] {
  if (!isUnnamed(shop)) return []
  return [
    {
      key: 'no name',
      tone: 'owner',
      icon: 'pencil',
      title: texts.noName,
      text: texts.noNameText,
      to: shop.first_step === null ? addresses.account : addresses.start,
      action: texts.giveName,
    },
  ]
}
