import type { OwnerAccount, ShopOwner } from './shop-client.ts'
import { startZaloSimulator } from './simulators/zalo/zalo-simulator.ts'
import { shopName } from './shop-accounts.ts'
import { whoseChannel } from './whose-channel.ts'

const zaloOwner: OwnerAccount = {
  email: 'zalo@demo.example',
  password: 'mot-hai-ba-bon',
  name: 'Phạm Minh Châu',
}

export type DevZalo = {
  settings: Record<string, string>
  chatPage: string
  meet(server: string, anonKey: string, mailFolder: string): Promise<true>
}

export async function startDevZalo(port: number, webhookUrl: string): Promise<DevZalo> {
  const simulator = await startZaloSimulator({ port, webhookUrl, idsFrom: Date.now() })
  for (const account of simulator.world.oas.values()) account.name = `${shopName} OA`
  const { app } = simulator.world
  app.received_after_ms = 300
  app.seen_after_ms = 1500
  return {
    settings: {
      ZALO_API_BASE_URL: simulator.url,
      ZALO_BUSINESS_BASE_URL: simulator.url,
      ZALO_OAUTH_BASE_URL: simulator.url,
      ZALO_APP_ID: app.app_id,
      ZALO_APP_SECRET: app.app_secret,
      ZALO_OA_SECRET_KEY: app.oa_secret_key,
      // Pictures that customers send on the chat page are fetched from there.
      CRAWL_ALLOWED_HOSTS: new URL(simulator.url).host,
    },
    chatPage: `${simulator.url}/__sim/chat`,
    async meet(server, anonKey, mailFolder) {
      const owner = await whoseChannel(server, anonKey, mailFolder, 'zalo', zaloOwner)
      await connectAccount(server, owner)
      return true
    },
  }
}

/** Done at every start: the simulator forgets its tokens. */
export async function connectAccount(server: string, owner: Pick<ShopOwner, 'act' | 'cookie'>): Promise<void> {
  const { cookie } = owner
  const { url } = await owner.act<{ url: string }>('POST', '/channels/zalo/start', {})
  const allowed = await fetch(`${url}&auto=allow`, { redirect: 'manual' })
  const back = new URL(allowed.headers.get('location') ?? '')
  const landed = await fetch(server + back.pathname + back.search, { redirect: 'manual', headers: { cookie } })
  const error = new URL(landed.headers.get('location') ?? '').searchParams.get('zalo_error')
  if (error) throw new Error(`The demo account was not connected: ${error}`)
}
