import type { VirtualClock } from '../channel-clock.ts'
import type { Deliveries } from '../channel-deliveries.ts'
import type { SimulatedAnswer } from '../channel-simulator.ts'
import { graphError } from './messenger-errors.ts'
import { sendEvent } from './messenger-webhooks.ts'
import type { MessengerWorld, SimulatedSubscription, SimulatedThread } from './messenger-objects.ts'
import { load, threadOf } from './messenger-world.ts'
import { textOf } from '../text-of.ts'

const days = (count: number): number => count * 86_400_000
const maxTitleLength = 65
const askedAgainAfter = days(7)
const tokenLives = days(365)

type Request = { template_type?: unknown; title?: unknown; payload?: unknown }

export function requestError(
  clock: VirtualClock,
  thread: SimulatedThread,
  payload: Request | undefined,
): SimulatedAnswer | undefined {
  if (payload?.template_type !== 'notification_messages') return undefined
  const title = textOf(payload.title)
  if (title === '' || title.length > maxTitleLength) return graphError(100)
  const again = thread.messages.some(
    message => message.at > clock.now() - askedAgainAfter && requestIn(message.attachments)?.title === title,
  )
  return again ? graphError(100, undefined, { message: '(#100) The person has been asked with this title' }) : undefined
}

function requestIn(attachments: object[] = []): Request | undefined {
  const [first] = attachments as { payload?: Request }[]
  return first?.payload?.template_type === 'notification_messages' ? first.payload : undefined
}

/** A customer accepts the latest request, stops (`status: 'stop'`) or resumes. `by: 'ad'`: subscribed by an ad instead. */
export async function optIn(
  { world, clock, webhooks }: { world: MessengerWorld; clock: VirtualClock; webhooks: Deliveries },
  body: Record<string, unknown>,
): Promise<object> {
  const [page, user] = [String(body['page']), String(body['user'])]
  if (!world.pages.has(page)) throw new Error(`no page ${page}`)
  if (!world.customers.has(user)) load(world, { users: [{ id: user }] })
  const status = body['status']
  const request = requestOf(world, page, user)
  const known = [...world.subscriptions.values()].find(one => one.page === page && one.user === user)
  if (status === undefined && body['by'] !== 'ad' && !request) throw new Error('They were not asked to subscribe.')
  if (status !== undefined && !known) throw new Error('They have not subscribed.')
  const at = typeof body['timestamp'] === 'number' ? body['timestamp'] : clock.now()
  const stored: SimulatedSubscription = {
    ...{ token: known?.token ?? world.next('7300'), page, user, nextAt: known?.nextAt },
    title: textOf(request?.title ?? 'Updates and promotions'),
    status: status === 'stop' ? 'stopped' : 'live',
    expiresAt: status === undefined ? clock.now() + tokenLives : (known?.expiresAt ?? 0),
  }
  world.subscriptions.set(stored.token, stored)
  const optin = {
    ...{ type: 'notification_messages', title: stored.title, notification_messages_token: stored.token },
    ...(status === undefined && body['by'] !== 'ad' && { payload: textOf(request?.payload) }),
    ...(status !== undefined && {
      notification_messages_status: status === 'stop' ? 'STOP_NOTIFICATIONS' : 'RESUME_NOTIFICATIONS',
    }),
    ...{ notification_messages_timezone: 'Asia/Ho_Chi_Minh', token_expiry_timestamp: stored.expiresAt },
    user_token_status: known ? 'REFRESHED' : 'NOT_REFRESHED',
  }
  await sendEvent(world, webhooks, { page, user, from: 'user' }, { timestamp: at, optin })
  return { token: stored.token }
}

function requestOf(world: MessengerWorld, page: string, user: string): Request | undefined {
  return threadOf(world, page, user)
    .messages.map(message => requestIn(message.attachments))
    .findLast(request => request !== undefined)
}
