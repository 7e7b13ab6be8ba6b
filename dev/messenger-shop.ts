import { startMessengerSimulator } from './simulators/messenger/messenger-simulator.ts'
import { pageId, shopName } from './shop-accounts.ts'
import { whoseChannel } from './whose-channel.ts'
import type { OwnerAccount, ShopOwner } from './shop-client.ts'

const verifyToken = 'development'
const messengerOwner: OwnerAccount = {
  email: 'trang@demo.example',
  password: 'mot-hai-ba-bon',
  name: 'Trần Thu Hà',
}

export type DevMessenger = {
  settings: Record<string, string>
  chatPage: string
  meet(server: string, anonKey: string, mailFolder: string): Promise<true>
  close(): Promise<void>
}

export async function startDevMessenger(port: number): Promise<DevMessenger> {
  const simulator = await startMessengerSimulator({
    port,
    start: { delays: { delivered: 300, read: 1500 } },
    idsFrom: Date.now(),
  })
  const demoPage = simulator.world.pages.get(pageId)
  if (demoPage) demoPage.name = shopName
  const { id, secret } = simulator.world.app
  return {
    settings: {
      META_GRAPH_BASE_URL: simulator.url,
      META_DIALOG_BASE_URL: simulator.url,
      FACEBOOK_APP_ID: id,
      FACEBOOK_APP_SECRET: secret,
      FACEBOOK_VERIFY_TOKEN: verifyToken,
      FACEBOOK_HUMAN_AGENT: 'on',
    },
    chatPage: `${simulator.url}/__sim/chat`,
    close: () => simulator.close(),
    async meet(server, anonKey, mailFolder) {
      await simulator.registerWebhook(`${server}/hooks/facebook`, verifyToken)
      const owner = await whoseChannel(server, anonKey, mailFolder, 'facebook', messengerOwner)
      await connectPage(server, owner)
      return true
    },
  }
}

/** Done at every start: the simulator forgets its tokens. */
export async function connectPage(server: string, owner: Pick<ShopOwner, 'act' | 'cookie'>): Promise<void> {
  const { cookie } = owner
  const { url } = await owner.act<{ url: string }>('POST', '/channels/facebook/start', {})
  const allowed = await fetch(`${url}&auto=allow`, { redirect: 'manual' })
  const back = new URL(allowed.headers.get('location') ?? '')
  const landed = await fetch(server + back.pathname + back.search, { redirect: 'manual', headers: { cookie } })
  const pick = new URL(landed.headers.get('location') ?? '').searchParams.get('facebook') ?? ''
  await owner.act('POST', '/channels/facebook/pages', { pick, page_ids: [pageId] })
}
