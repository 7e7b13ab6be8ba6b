import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { standInForPage } from '#tests/setup/page-globals.ts'
import { client } from '#web/data/client.ts'
import { cachedPushDevice, cachePushDevice } from './cached-push.ts'
import { dropHere, readPushState, renewPush, turnPushOff, turnPushOn } from './push-device.ts'

const key = 'bmV3'

/** A browser with one service worker; `subscribed`: to the server's key, or to another one. */
function stage(t: TestContext, { permission = 'granted', subscribed = undefined as string | undefined } = {}) {
  standInForPage(t)
  // Made before there is a window, it starts no timers.
  client()
  const done: string[] = []
  let current = subscribed
  let canRelease = true
  const subscriptionOf = (to: string) => ({
    options: { applicationServerKey: Uint8Array.from(atob(to), sign => sign.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      if (!canRelease) throw new Error('offline')
      done.push('unsubscribe')
      current = undefined
      return true
    },
  })
  const registration = {
    active: {},
    getNotifications: async () => [{ close: () => done.push('close') }],
    unregister: async () => done.push('unregister'),
    pushManager: {
      getSubscription: async () => (current === undefined ? null : subscriptionOf(current)),
      async subscribe({ applicationServerKey: to }: { applicationServerKey: string }) {
        done.push('subscribe')
        current = to
        return subscriptionOf(to)
      },
    },
  }
  const serviceWorker = { getRegistration: async () => registration, register: async () => registration }
  Object.assign(navigator, { serviceWorker, userAgent: 'Chrome/140.0 Windows', maxTouchPoints: 0 })
  const Notification = { permission, requestPermission: async () => permission }
  const caches = { open: async () => ({ put: async () => undefined }), delete: async () => true }
  Object.assign(globalThis, { Notification, caches, window: { Notification, PushManager: {} } })
  let isDown = false
  mock.method(globalThis, 'fetch', async (path: string, { method }: { method: string }) => {
    done.push(`${method} ${path.replace('/api/v1/', '')}`)
    if (isDown) return Response.json({ error: { code: 'x', message: 'x' } }, { status: 500 })
    return Response.json(method === 'GET' ? { public_key: key } : { id: 'device' })
  })
  t.after(() => ['Notification', 'caches', 'window'].forEach(name => Reflect.deleteProperty(globalThis, name)))
  return {
    done,
    stayHere: () => void (canRelease = false),
    goDown: () => void (isDown = true),
    withoutPush: (userAgent: string, maxTouchPoints = 0) => {
      Object.assign(navigator, { userAgent, maxTouchPoints })
      Object.assign(globalThis, { window: { Notification } })
    },
  }
}

const registered = ['GET push-key', 'POST push-subscriptions']

test('it is on for whoever turned it on here, and for nobody else', async t => {
  const { done } = stage(t)
  assert.equal(await readPushState('hanh'), 'off')
  assert.equal(await turnPushOn('hanh'), 'on')
  assert.deepEqual(done, ['GET push-key', 'subscribe', 'POST push-subscriptions'])
  assert.deepEqual([await readPushState('hanh'), await readPushState('nam')], ['on', 'off'])
  assert.deepEqual(cachedPushDevice(), { person: 'hanh', id: 'device' })
  done.length = 0
  await turnPushOn('nam')
  assert.deepEqual(done, registered, 'the same subscription, now of the other person')
  assert.deepEqual([await readPushState('hanh'), await readPushState('nam')], ['off', 'on'])
})

test('what the browser forbids is said, and nothing is asked of the server', async t => {
  const { done, withoutPush } = stage(t, { permission: 'denied' })
  assert.deepEqual([await turnPushOn('hanh'), await readPushState('hanh')], ['denied', 'denied'])
  withoutPush('Mozilla/5.0 (iPhone)')
  assert.equal(await readPushState('hanh'), 'install')
  withoutPush('Mozilla/5.0 (Macintosh)', 5)
  assert.equal(await readPushState('hanh'), 'install', 'a tablet that calls itself a Mac')
  withoutPush('Mozilla/5.0 (Macintosh)')
  assert.equal(await readPushState('hanh'), 'unsupported')
  assert.deepEqual(done, [])
})

test('at each opening the subscription is renewed: anew only with another key of the server, or without one', async t => {
  for (const [subscribed, expected] of [
    [key, registered],
    ['b2xk', ['GET push-key', 'unsubscribe', 'subscribe', 'POST push-subscriptions']],
    [undefined, ['GET push-key', 'subscribe', 'POST push-subscriptions']],
  ] as const) {
    const { done } = stage(t, { subscribed })
    await renewPush('hanh')
    assert.deepEqual(done, [], 'not turned on here')
    cachePushDevice({ person: 'hanh', id: 'device' })
    await renewPush('hanh')
    assert.deepEqual(done, expected)
  }
})

test('another person’s, or one that the browser no longer allows, ends with what it showed', async t => {
  for (const [person, permission] of [
    ['nam', 'granted'],
    ['hanh', 'default'],
  ] as const) {
    const { done } = stage(t, { subscribed: key, permission })
    cachePushDevice({ person: 'hanh', id: 'device' })
    await renewPush(person)
    assert.deepEqual([done, cachedPushDevice()], [['close', 'unsubscribe'], undefined])
  }
})

test('where the browser cannot release it, the worker goes with it', async t => {
  const { done, stayHere } = stage(t, { subscribed: key })
  stayHere()
  await dropHere()
  assert.deepEqual(done, ['close', 'unregister'])
})

test('turned off, it ends here even if the server does not hear of it', async t => {
  const { done, goDown } = stage(t, { subscribed: key })
  cachePushDevice({ person: 'hanh', id: 'device' })
  goDown()
  await turnPushOff()
  assert.deepEqual(done, ['close', 'unsubscribe', 'DELETE push-subscriptions/device'])
  assert.equal(cachedPushDevice(), undefined)
})
