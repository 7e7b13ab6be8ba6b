import type { VirtualClock } from '../channel-clock.ts'
import type { Deliveries } from '../channel-deliveries.ts'
import type { SimulatedAnswer, SimulatedCall } from '../channel-simulator.ts'
import { graphError } from './messenger-errors.ts'
import type {
  MessengerWorld,
  SimulatedAdAccount,
  SimulatedMessage,
  SimulatedSubscription,
  SimulatedToken,
} from './messenger-objects.ts'
import { threadOf } from './messenger-world.ts'
import { textOf } from '../text-of.ts'

const hours = (count: number): number => count * 3_600_000
const gapMs = hours(12)
const warmsMs = hours(1)
const maxTextLength = 640

type Parts = { world: MessengerWorld; clock: VirtualClock; webhooks: Deliveries; call: SimulatedCall }

function mayAdvertise({ marketingScope }: MessengerWorld, token: SimulatedToken): boolean {
  return token.kind !== 'page' && token.scopes.includes('ads_management') && token.scopes.includes(marketingScope)
}

export function listAdAccounts({ world }: Parts, token: SimulatedToken): SimulatedAnswer {
  if (!token.scopes.includes('ads_management')) return graphError(200)
  const own = [...world.adAccounts.values()].filter(({ person }) => person === token.person)
  const data = own.map(({ id, name, currency, status }) => ({
    ...{ id: `act_${id}`, account_id: id, name, currency, account_status: status },
  }))
  return { status: 200, body: { data } }
}

export function answerAdAccount(parts: Parts, token: SimulatedToken, id: string, what: string): SimulatedAnswer {
  const { world, call } = parts
  const account = world.adAccounts.get(id)
  if (!account || account.person !== token.person) return graphError(100, 33)
  if (!mayAdvertise(world, token)) return graphError(200)
  const place = `${call.method} ${what}`
  if (place === 'POST message_campaign') return makeCampaign(parts, account)
  if (place === 'POST messages') return send(parts, account)
  if (place === 'GET message_delivery_estimate') return estimate(parts, account)
  return graphError(2500, undefined, { message: 'Unknown path components' })
}

function makeCampaign({ world, clock, call }: Parts, account: SimulatedAdAccount): SimulatedAnswer {
  const { name, page_id: page } = call.body
  if (account.refusal) return graphError(account.refusal)
  if (textOf(name) === '' || !world.pages.has(textOf(page))) return graphError(100)
  const id = world.next('6200')
  world.messageCampaigns.set(id, { id, account: account.id, page: textOf(page), readyAt: clock.now() + warmsMs })
  return { status: 200, body: { id } }
}

/** The higher of the two bounds is the cost of one message. */
function estimate({ world, call }: Parts, account: SimulatedAdAccount): SimulatedAnswer {
  const { page_id: page } = JSON.parse(call.query['promoted_object'] ?? '{}') as { page_id?: string }
  const live = [...world.subscriptions.values()].filter(one => one.page === page && one.status === 'live').length
  const [max, min] = [Math.max(live, 10), Math.max(1, Math.floor(live / 2))]
  const bounds = {
    ...{ estimate_delivery_upper_bound: max, estimate_delivery_lower_bound: min },
    ...{ estimate_cost_upper_bound: max * account.price, estimate_cost_lower_bound: min * account.price },
  }
  return { status: 200, body: { data: [bounds] } }
}

function send(parts: Parts, account: SimulatedAdAccount): SimulatedAnswer {
  const { world, clock, call } = parts
  const {
    message_id: named,
    messenger_delivery_data: to,
    message,
  } = call.body as {
    message_id?: unknown
    messenger_delivery_data?: { subscription_token?: unknown }
    message?: { text?: unknown }
  }
  const campaign = world.messageCampaigns.get(textOf(named))
  if (!campaign) return graphError(2300001)
  if (campaign.account !== account.id) return graphError(2300014)
  if (account.refusal) return graphError(account.refusal)
  if (clock.now() < campaign.readyAt) return graphError(2300012)
  const text = textOf(message?.text)
  if (text === '' || text.length > maxTextLength) return graphError(100)
  const subscription = world.subscriptions.get(textOf(to?.subscription_token))
  const refused = refusalOf(clock, subscription, campaign.page)
  if (refused || !subscription) return refused ?? graphError(2300004)
  account.charged += account.price
  subscription.nextAt = clock.now() + gapMs
  const tracking = world.next('track-')
  const stored: SimulatedMessage = {
    ...{ mid: world.next('m_ads'), at: clock.now(), from: campaign.page, appId: world.app.id, text },
    marketing: { campaign: campaign.id, tracking },
  }
  threadOf(world, campaign.page, subscription.user).messages.push(stored)
  return {
    ...{ status: 200, body: { success: true, marketing_message_tracking_id: tracking } },
    after: () => notifyMarketing(parts, subscription, stored),
  }
}

function refusalOf(
  clock: VirtualClock,
  subscription: SimulatedSubscription | undefined,
  page: string,
): SimulatedAnswer | undefined {
  if (!subscription) return graphError(2300004)
  const { status, expiresAt, nextAt, cappedUntil = 0, refusal } = subscription
  if (subscription.page !== page) return graphError(2300005)
  if (status === 'stopped') return graphError(2300034)
  if (expiresAt <= clock.now()) return graphError(2300037)
  if (refusal) return graphError(refusal)
  const waitUntil = (code: number, until: number) =>
    until > clock.now()
      ? graphError(code, undefined, { remaining_seconds: Math.ceil((until - clock.now()) / 1000) })
      : undefined
  return waitUntil(2300052, cappedUntil) ?? waitUntil(2300035, nextAt ?? 0)
}

async function notifyMarketing(
  { world, clock, webhooks }: Parts,
  { page, user, token }: SimulatedSubscription,
  { mid, marketing }: SimulatedMessage,
): Promise<void> {
  const notifyField = async (field: string): Promise<void> => {
    if (!world.pages.get(page)?.subscribed?.includes(field)) return
    const value = {
      ...{ recipient_id: user, page_id: page, app_id: world.app.id, timestamp: clock.now(), mid },
      ...{ marketing_message_tracking_id: marketing?.tracking, messenger_subscription_token: token },
      message_id: marketing?.campaign,
    }
    const entry = [{ id: page, time: clock.now(), changes: [{ field, value }] }]
    await webhooks.sendRaw(Buffer.from(JSON.stringify({ object: 'page', entry })))
  }
  const { echo, delivered, read } = world.delays
  const steps = [
    ['marketing_message_echoes', echo],
    ['marketing_message_deliveries', delivered],
    ['marketing_message_reads', read],
  ] as const
  for (const [field, delay] of steps) {
    if (delay === undefined) continue
    if (delay === 0) await notifyField(field)
    else clock.after(delay, () => notifyField(field))
  }
}
