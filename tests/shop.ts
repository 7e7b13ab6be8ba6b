// A shop as its owner has made it: signed up, taught one price list, connected with one website.
import { join } from 'node:path'
import { type ShopOwner, signUpOwner } from '#dev/shop-client.ts'
import { type Page } from '#dev/visitor-client.ts'
import { priceListTxt } from './documents.ts'
import { readAnonKey } from './anon-key.ts'
import type { Home, RunningServer } from './server-process.ts'

export type Shop = {
  owner: ShopOwner
  account: { email: string; password: string; name: string }
  page: Page
  anonKey: string
}

export const shopOrigin = 'http://localhost:4999'

export async function openShop(home: Home, server: RunningServer, origin = shopOrigin): Promise<Shop> {
  const anonKey = await readAnonKey(home)
  const account = { email: 'chu@hatnau.example', password: 'mùa rang thứ ba 27', name: 'Trần Mai Hạnh' }
  const owner = await signUpOwner(server.url, anonKey, join(home.dataDir, 'mail'), account)
  await owner.teach('bang-gia.txt', priceListTxt(), 'text/plain')
  const channel = await owner.act<{ account_id: string }>('POST', '/channels/websites', {
    domains: [new URL(origin).host],
  })
  return { owner, account, anonKey, page: { widget: channel.account_id, origin, locale: 'vi' } }
}
