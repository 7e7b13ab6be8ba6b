// Written from Meta's documents. Can run alone (`node … [port]`), with MESSENGER_WEBHOOK and MESSENGER_VERIFY_TOKEN.
import { pathToFileURL } from 'node:url'
import type { Deliveries } from '../channel-deliveries.ts'
import { type ChannelSimulator, type SimulatorPlace, startChannelSimulator } from '../channel-simulator.ts'
import { messengerControl, registerWebhook } from './messenger-control.ts'
import { refuseByFault } from './messenger-errors.ts'
import { answerGraph } from './messenger-graph.ts'
import { makeMessengerWebhooks } from './messenger-webhooks.ts'
import type { MessengerWorld } from './messenger-objects.ts'
import { load, makeMessengerWorld, type MessengerLoad } from './messenger-world.ts'

export type MessengerSimulator = ChannelSimulator & {
  world: MessengerWorld
  webhooks: Deliveries
  /**
   * Does the handshake, then delivers webhooks.
   * @throws if the server does not answer it
   */
  registerWebhook(url: string, verifyToken: string): Promise<void>
}

export async function startMessengerSimulator({
  start = {},
  ...place
}: SimulatorPlace & { start?: MessengerLoad } = {}): Promise<MessengerSimulator> {
  const fresh = (): MessengerWorld => {
    const world = makeMessengerWorld(place.idsFrom)
    load(world, start)
    return world
  }
  let world = fresh()
  let webhooks!: Deliveries
  const simulator = await startChannelSimulator(place, ({ url, clock, faults }) => {
    webhooks = makeMessengerWebhooks(() => world, clock, faults)
    return {
      answer: call => answerGraph({ world, clock, faults, webhooks, url, call }),
      refuse: refuseByFault,
      userOf: ({ body }) => (body['recipient'] as { id?: string } | undefined)?.id,
      control: messengerControl({ world: () => world, clock, faults, webhooks }),
      reset() {
        world = fresh()
        webhooks.reset()
      },
      settled: () => webhooks.settled(),
    }
  })
  return {
    ...simulator,
    get world() {
      return world
    },
    webhooks,
    registerWebhook: (url, token) => registerWebhook(webhooks, { url, verify_token: token }),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const port = Number(process.argv[2] || process.env['MESSENGER_SIMULATOR_PORT'] || 3010)
  const simulator = await startMessengerSimulator({ port })
  const hook = process.env['MESSENGER_WEBHOOK']
  if (hook) await simulator.registerWebhook(hook, process.env['MESSENGER_VERIFY_TOKEN'] ?? '')
  console.log(`Messenger simulator: ${simulator.url}   chat page: ${simulator.url}/__sim/chat`)
  const { id, secret } = simulator.world.app
  console.log(
    `META_GRAPH_BASE_URL=${simulator.url} META_DIALOG_BASE_URL=${simulator.url} FACEBOOK_APP_ID=${id} FACEBOOK_APP_SECRET=${secret}`,
  )
}
