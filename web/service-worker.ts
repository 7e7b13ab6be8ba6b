import {
  addressOf,
  isLookedAt,
  type PushedMessage,
  type PushOpened,
  type WindowAnswer,
  type WindowAsked,
} from '#shared/rules/pushed-message.ts'
import { typedFetch } from '#widget/transport/typed-fetch.ts'
import { cacheSubscription, cachedSubscription, keysOf } from './data/push/subscription-keys.ts'

// Only shows pushes and opens screens. It handles no fetches and caches no pages, so it can never make the application outdated.

declare const self: ServiceWorkerGlobalScope

const answersWithinMs = 500

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('push', event => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', event => event.waitUntil(open(event.notification)))
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event as PushSubscriptionChangeEvent)))

async function show(data: PushMessageData | null): Promise<void> {
  const message = read(data)
  const windows = await openWindows()
  const seen = windows.some(
    ({ client, path }) => client.focused && client.visibilityState === 'visible' && isLookedAt(path, message.path),
  )
  if (seen) return
  const { id, title, body, path, tag, workspace, language } = message
  const before = await self.registration.getNotifications({ tag })
  // A repeated push makes no second sound.
  if (id !== null && before.some(shown => (shown.data as PushOpened | null)?.id === id)) return
  const opened: PushOpened = { type: 'push-opened', path, workspace, id }
  const options = { body, tag, lang: language, icon: '/brand/sen-icon-192.png', data: opened, renotify: true }
  await self.registration.showNotification(title, options)
}

/** Browsers require every push to show something. */
function read(data: PushMessageData | null): PushedMessage {
  try {
    const message = data?.json() as PushedMessage | undefined
    if (message && typeof message.title === 'string' && message.path.startsWith('/')) return message
  } catch {}
  const language = self.navigator.language.startsWith('en') ? 'en' : 'vi'
  return { id: null, title: 'Sen', body: '', path: '/dashboard/notifications', tag: 'sen', workspace: null, language }
}

/** Prefers the window that already shows it, then the one in use, then a new one. */
async function open(notification: Notification): Promise<void> {
  notification.close()
  const opened = notification.data as PushOpened
  const windows = await openWindows()
  const found =
    windows.find(({ path }) => path === opened.path) ?? windows.find(({ client }) => client.focused) ?? windows[0]
  if (!found) return void (await self.clients.openWindow(addressOf(opened)))
  found.client.postMessage(opened)
  await found.client.focus()
}

type OpenWindow = { client: WindowClient; path: string }

async function openWindows(): Promise<OpenWindow[]> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const asked = await Promise.all(clients.map(async client => ({ client, path: await askWhere(client) })))
  return asked.filter((one): one is OpenWindow => one.path !== undefined)
}

/** @returns undefined if nothing answers: another page, or a sleeping window */
function askWhere(client: WindowClient): Promise<string | undefined> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    setTimeout(resolve, answersWithinMs, undefined)
    port1.onmessage = ({ data }: MessageEvent<WindowAnswer>) => resolve(data.path)
    client.postMessage({ type: 'where-are-you' } satisfies WindowAsked, [port2])
  })
}

/** The browser changed the subscription's address. If there is none, the application subscribes again when opened. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const cached = await cachedSubscription()
  const old = oldSubscription?.toJSON()
  const [endpoint, auth] = [old?.endpoint ?? cached.endpoint, old?.keys?.['auth'] ?? cached.auth]
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? cached.key
  if (!endpoint || !auth || !applicationServerKey) return
  const subscribe = () => self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const fresh = keysOf((newSubscription ?? (await subscribe())).toJSON())
  if (!fresh) return
  await typedFetch<'POST /api/v1/push-subscriptions/renew'>('/api/v1/push-subscriptions/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { old: { endpoint, auth }, fresh },
  })
  const key = cached.key ?? ''
  await cacheSubscription({ endpoint: fresh.endpoint, auth: fresh.keys.auth, key })
}
