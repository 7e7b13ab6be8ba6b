// A second demo shop that sells on Facebook: its page is connected to the simulated Messenger as its owner would do it.
import { startMessengerSimulator } from './simulators/messenger-simulator.ts'
import { demoDocuments } from './demo-shop-texts.ts'
import { type OwnerAccount, type ShopOwner, signInOwner, signUpOwner } from './shop-client.ts'

const verifyToken = 'development'
export const messengerOwner: OwnerAccount = {
  email: 'trang@demo.example',
  password: 'mot-hai-ba-bon',
  name: 'Trần Thu Hà',
}

export type DevMessenger = {
  /** Settings of the server that is to talk to it. */
  settings: Record<string, string>
  chatPage: string
  /** Brings the server its webhooks, and connects the demo page. May be called again. */
  meet(server: string, anonKey: string, mailFolder: string): Promise<true>
  close(): Promise<void>
}

export async function startDevMessenger(port: number): Promise<DevMessenger> {
  const simulator = await startMessengerSimulator({ port, start: { delays: { delivered: 300, read: 1500 } } })
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
      const known = await signInOwner(server, anonKey, messengerOwner)
      const owner = known ?? (await signUpOwner(server, anonKey, mailFolder, messengerOwner))
      const taught = await owner.rows<{ title: string }>('sources?select=title&status=neq.removed')
      for (const [name, text] of Object.entries(demoDocuments)) {
        const there = taught.some(source => name.startsWith(source.title) || source.title === name)
        if (!there) await owner.teach(name, new TextEncoder().encode(text), 'text/plain')
      }
      await connectPage(server, owner)
      return true
    },
  }
}

/** Signs in to the simulated Facebook and chooses the page. Each time anew: the simulator has forgotten the tokens that it gave before. */
export async function connectPage(server: string, owner: ShopOwner): Promise<void> {
  const { url } = await owner.act<{ url: string }>('POST', '/channels/facebook/start', {})
  const allowed = await fetch(`${url}&auto=allow`, { redirect: 'manual' })
  const back = new URL(allowed.headers.get('location') ?? '')
  const landed = await fetch(server + back.pathname + back.search, { redirect: 'manual' })
  const pick = new URL(landed.headers.get('location') ?? '').searchParams.get('facebook') ?? ''
  await owner.act('POST', '/channels/facebook/pages', { pick, page_ids: ['110220330440550'] })
}
