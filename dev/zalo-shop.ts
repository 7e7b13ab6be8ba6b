// A third demo shop, which sells on Zalo: its official account is connected to the simulated Zalo as its owner would do it.
import { demoDocuments } from './demo-shop-texts.ts'
import { type OwnerAccount, type ShopOwner, signInOwner, signUpOwner } from './shop-client.ts'
import { startZaloSimulator } from './simulators/zalo-simulator.ts'

export const zaloOwner: OwnerAccount = {
  email: 'zalo@demo.example',
  password: 'mot-hai-ba-bon',
  name: 'Phạm Minh Châu',
}

export type DevZalo = {
  /** Settings of the server that is to talk to it. */
  settings: Record<string, string>
  chatPage: string
  /** Connects the demo account. May be called again. */
  meet(server: string, anonKey: string, mailFolder: string): Promise<true>
}

export async function startDevZalo(port: number, webhookUrl: string): Promise<DevZalo> {
  const simulator = await startZaloSimulator({ port, webhookUrl })
  const { app } = simulator.world
  app.received_after_ms = 300
  app.seen_after_ms = 1500
  return {
    settings: {
      ZALO_API_BASE_URL: simulator.url,
      ZALO_OAUTH_BASE_URL: simulator.url,
      ZALO_APP_ID: app.app_id,
      ZALO_APP_SECRET: app.app_secret,
      ZALO_OA_SECRET_KEY: app.oa_secret_key,
      // Pictures that customers send on the chat page.
      CRAWL_ALLOWED_HOSTS: new URL(simulator.url).host,
    },
    chatPage: `${simulator.url}/__sim/chat`,
    async meet(server, anonKey, mailFolder) {
      const known = await signInOwner(server, anonKey, zaloOwner)
      const owner = known ?? (await signUpOwner(server, anonKey, mailFolder, zaloOwner))
      const taught = await owner.rows<{ title: string }>('sources?select=title&status=neq.removed')
      for (const [name, text] of Object.entries(demoDocuments)) {
        const there = taught.some(source => name.startsWith(source.title) || source.title === name)
        if (!there) await owner.teach(name, new TextEncoder().encode(text), 'text/plain')
      }
      await connectAccount(server, owner)
      return true
    },
  }
}

/** Each time anew: the simulator has forgotten the tokens that it gave before. */
async function connectAccount(server: string, owner: ShopOwner): Promise<void> {
  const { url } = await owner.act<{ url: string }>('POST', '/channels/zalo/start', {})
  const allowed = await fetch(`${url}&auto=allow`, { redirect: 'manual' })
  const back = new URL(allowed.headers.get('location') ?? '')
  const landed = await fetch(server + back.pathname + back.search, { redirect: 'manual' })
  const error = new URL(landed.headers.get('location') ?? '').searchParams.get('zalo_error')
  if (error) throw new Error(`The demo account was not connected: ${error}`)
}
