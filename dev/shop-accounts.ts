import type { MessengerSimulator } from './simulators/messenger/messenger-simulator.ts'
import type { ZaloSimulator } from './simulators/zalo/zalo-simulator.ts'

export const shopName = 'Tiệm gốm Mộc'
export const pageId = '110220330440550'

export function nameAccounts(
  { world: messenger }: Pick<MessengerSimulator, 'world'>,
  { world: zalo }: Pick<ZaloSimulator, 'world'>,
): void {
  const page = messenger.pages.get(pageId)
  if (page) page.name = shopName
  for (const account of zalo.oas.values()) account.name = `${shopName} OA`
}
