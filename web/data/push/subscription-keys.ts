import type { BodyOf } from '#widget/transport/typed-fetch.ts'

type Subscription = BodyOf<'POST /api/v1/push-subscriptions/renew'>['fresh']

/** Undefined where the browser gives no address or keys: nothing could be sent to it. */
export function keysOf({ endpoint, keys }: PushSubscriptionJSON): Subscription | undefined {
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : undefined
}

/** In a cache, which the service worker can read: not all browsers say what changed. */
export type CachedSubscription = { endpoint: string; auth: string; key: string }

const place = { cache: 'sen-push', name: '/kept-push-subscription' }

export async function cacheSubscription(subscription: CachedSubscription): Promise<void> {
  const cache = await caches.open(place.cache)
  await cache.put(place.name, Response.json(subscription))
}

export async function cachedSubscription(): Promise<Partial<CachedSubscription>> {
  const cache = await caches.open(place.cache)
  const found: unknown = await (await cache.match(place.name))?.json()
  const fields = typeof found === 'object' && found !== null ? Object.entries(found) : []
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
}

export async function forgetSubscription(): Promise<void> {
  await caches.delete(place.cache)
}
