import { call } from '#web/data/api.ts'
import { deviceName } from '#web/data/session/device-name.ts'
import { cachePushDevice, cachedPushDevice } from './cached-push.ts'
import { cacheSubscription, forgetSubscription, keysOf } from './subscription-keys.ts'

/** `unsupported`: impossible here; `install`: only from the home screen (iPhone, iPad); `denied`: the user blocked it. */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

const script = '/service-worker.js'
const scope = '/dashboard'

export async function readPushState(person: string): Promise<PushState> {
  if (!isSupported()) return isApplePhone() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted' || cachedPushDevice()?.person !== person) return 'off'
  return (await subscriptionHere()) ? 'on' : 'off'
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Apple allows push only for pages on the home screen. An iPad claims to be a Mac, but has a touch screen. */
function isApplePhone(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1)
}

function isMac(): boolean {
  return navigator.userAgent.includes('Macintosh')
}

/**
 * Call it from a button press: browsers ask for permission only then.
 * @throws ApiError or the browser's error
 */
export async function turnPushOn(person: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const { public_key: key } = await call('GET /api/v1/push-key')
  await registerDevice(person, await subscribe(key), key)
  return 'on'
}

/** If the server does not learn of it, the next push will fail and tell it. */
export async function turnPushOff(): Promise<void> {
  const id = cachedPushDevice()?.id
  await dropHere()
  if (id) await call('DELETE /api/v1/push-subscriptions/:id', { params: { id } }).catch(() => undefined)
}

/** Renews an enabled subscription for this person and session, and ends another person's. Never asks for permission. */
export async function renewPush(person: string): Promise<void> {
  const cached = cachedPushDevice()
  if (!cached || !isSupported()) return
  if (cached.person !== person || Notification.permission !== 'granted') return dropHere()
  const { public_key: key } = await call('GET /api/v1/push-key')
  const subscription = await subscriptionHere()
  // Without one, or with an outdated server key, no push would arrive.
  const usable = subscription && keyOf(subscription) === key ? subscription : await subscribe(key)
  await registerDevice(person, usable, key)
}

/** Nothing of a signed-out person may be shown. The server forgets the subscription with the session. */
export async function dropHere(): Promise<void> {
  cachePushDevice(undefined)
  if (!isSupported()) return
  const registration = await navigator.serviceWorker.getRegistration(scope)
  if (!registration) return
  for (const shown of await registration.getNotifications()) shown.close()
  // Offline, the browser may not release the subscription; it does with the worker.
  const gone = await registration.pushManager
    .getSubscription()
    .then(subscription => subscription?.unsubscribe() ?? true)
    .catch(() => false)
  if (!gone) await registration.unregister()
  await forgetSubscription()
}

async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' })
  const registration = await activeRegistration()
  const before = await registration.pushManager.getSubscription()
  if (before && keyOf(before) === key) return before
  await before?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  if (!registration) throw new Error('The service worker is not there.')
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  await new Promise<void>(resolve =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }),
  )
  return registration
}

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

async function registerDevice(person: string, subscription: PushSubscription, key: string): Promise<void> {
  const given = keysOf(subscription.toJSON())
  if (!given) throw new Error('The browser gave a subscription without keys.')
  const body = { ...given, device: deviceName(navigator.userAgent) }
  const { id } = await call('POST /api/v1/push-subscriptions', { body, repeatable: true })
  cachePushDevice({ person, id })
  await cacheSubscription({ endpoint: given.endpoint, auth: given.keys.auth, key })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
