// Customers on both simulated platforms who keep writing while the server is killed; one in ten answers to our sends is lost.
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '#dev/shop-client.ts'
import { type MessengerSimulator, startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import { startZaloSimulator, type ZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'
import { askRunningServer } from '#server/ask-running-server.ts'
import type { Home } from '../setup/server-process.ts'

export const verifyToken = 'kill-verify-token'
const customersOfEach = 3
const tryAgainMs = 700
/** Seconds; a quiet machine needs ten. */
const maxWaitSeconds = 300
const questions = [
  'ship bn v shop',
  'cà phê Arabica 500g giá sao',
  'đổi trả thế nào ạ',
  'shop mở cửa mấy giờ',
  'có xay sẵn cho phin không shop',
]

/** Both lists hold the platform's message numbers, in order. */
export type Chat = { platform: 'facebook' | 'zalo'; user: string; wrote: string[]; got: string[] }

export type ChannelCustomers = {
  connect(home: Home, server: { url: string }, workspaceId: string): Promise<void>
  /** Writes until `stop`; resolves once every event is accepted. */
  write(): Promise<void>
  stop(): void
  /** Resolves once nothing waits to be sent. */
  settled(home: Home, server: { url: string }): Promise<void>
  chats(): Chat[]
  close(): Promise<void>
}

export async function makeChannelCustomers(home: Home): Promise<ChannelCustomers> {
  const messenger = await startMessengerSimulator()
  const zalo = await startZaloSimulator()
  Object.assign(home.settings, settingsFor(messenger, zalo))
  // Real platforms give up, which is tested elsewhere. Here they retry until accepted, so anything missing was lost by us.
  for (const deliveries of [messenger.webhooks, zalo.deliveries]) deliveries.patience = tryAgainMs
  const [page = ''] = messenger.world.pages.keys()
  const [account = ''] = zalo.world.oas.keys()
  for (const { faults } of [messenger, zalo])
    faults.add([{ match: { path: '/message' }, chance: 0.1, times: 0, action: 'reset_after_write' }])
  let open = true
  const users = Array.from({ length: customersOfEach }, (_, index) => `88${index}0000000000000${index}`)

  async function writeAs(say: (text: string) => Promise<unknown>): Promise<void> {
    for (let count = 1; open; count++) {
      await say(`${questions[randomInt(questions.length)]} (${count})`)
      await wait(randomInt(200, 4000))
    }
  }

  return {
    async connect(_home, server, workspaceId) {
      await messenger.registerWebhook(`${server.url}/hooks/facebook`, verifyToken)
      zalo.deliveries.url = `${server.url}/hooks/zalo`
      const pair = (await (
        await fetch(`${zalo.url}/__sim/tokens`, { method: 'POST', body: JSON.stringify({ oa: account }) })
      ).json()) as { access_token: string; refresh_token: string }
      const add = async (kind: string, id: string, ...tokens: string[]) =>
        askRunningServer(home.dataDir, ['add-channel', kind, '--workspace', workspaceId, '--account', id, ...tokens])
      await add('facebook', page, '--token', `page-token-${page}`)
      await add('zalo', account, '--token', pair.access_token, '--refresh-token', pair.refresh_token)
    },
    async write() {
      await Promise.all([
        ...users.map(user =>
          writeAs(text =>
            fetch(`${messenger.url}/__sim/user-message`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ page, user, text }),
            }),
          ),
        ),
        ...users.map(user => writeAs(text => zalo.acts.say({ oa: account, user, text }))),
      ])
      await until('every event to be taken', async () => allTaken(messenger, zalo) || undefined, maxWaitSeconds)
    },
    stop() {
      open = false
    },
    async settled(home, server) {
      const keys = JSON.parse((await askRunningServer(home.dataDir, ['keys'])) ?? '{}') as { service_role_key: string }
      const headers = { apikey: keys.service_role_key, authorization: `Bearer ${keys.service_role_key}` }
      const waiting = `${server.url}/rest/v1/messages?select=id&direction=eq.out&or=(status.in.(queued,sending),and(status.eq.unsure,check_at.not.is.null))`
      await until(
        'every reply to be sent',
        async () => {
          const rows = (await (await fetch(waiting, { headers })).json()) as unknown[]
          return Array.isArray(rows) && rows.length === 0 && allTaken(messenger, zalo) ? true : undefined
        },
        maxWaitSeconds,
      )
    },
    chats: () => [...messengerChats(messenger), ...zaloChats(zalo)],
    async close() {
      await messenger.close()
      await zalo.close()
    },
  }
}

export function settingsFor(messenger: MessengerSimulator, zalo: ZaloSimulator): Record<string, string> {
  return {
    META_GRAPH_BASE_URL: messenger.url,
    META_DIALOG_BASE_URL: messenger.url,
    FACEBOOK_APP_ID: messenger.world.app.id,
    FACEBOOK_APP_SECRET: messenger.world.app.secret,
    FACEBOOK_VERIFY_TOKEN: verifyToken,
    ZALO_API_BASE_URL: zalo.url,
    ZALO_BUSINESS_BASE_URL: zalo.url,
    ZALO_OAUTH_BASE_URL: zalo.url,
    ZALO_APP_ID: zalo.world.app.app_id,
    ZALO_APP_SECRET: zalo.world.app.app_secret,
    ZALO_OA_SECRET_KEY: zalo.world.app.oa_secret_key,
  }
}

function allTaken(messenger: MessengerSimulator, zalo: ZaloSimulator): boolean {
  return [messenger.webhooks.list, zalo.deliveries.list].every(list => list.every(one => one.state !== 'waiting'))
}

function messengerChats({ world }: MessengerSimulator): Chat[] {
  return [...world.threads.values()].map(({ user, page, messages }) => ({
    platform: 'facebook',
    user,
    wrote: messages.filter(one => one.from === user).map(one => one.mid),
    got: messages.filter(one => one.from === page).map(one => one.mid),
  }))
}

function zaloChats({ world }: ZaloSimulator): Chat[] {
  return [...Map.groupBy(world.messages, one => one.user_id)].map(([user, messages]) => ({
    platform: 'zalo',
    user,
    wrote: messages.filter(one => one.src === 1).map(one => one.id),
    got: messages.filter(one => one.src === 0).map(one => one.id),
  }))
}
