import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { makePlatform } from '#platform/platform.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { addressOf, isLookedAt, type PushedMessage } from '#shared/rules/pushed-message.ts'
import { type PushDriver, pushDriver } from '#tests/drivers/push-driver.ts'
import { makeMember } from '#tests/fixtures/shop-owner.ts'
import { forgetSilentDevices } from './push-devices.ts'
import { pushKeys } from './push-keys.ts'
import { pushOf } from './push-message.ts'
import { nextTry } from './push-services.ts'

function messages({ simulator }: PushDriver): PushedMessage[] {
  return simulator.arrived.map(({ text }) => JSON.parse(text ?? 'null') as PushedMessage)
}

const deviceIds = async (desk: PushDriver) =>
  (await desk.rows(sql<{ id: string }>`select id from push_subscriptions order by id`)).map(row => row.id)

test('a customer who waits reaches every device within seconds, encrypted, named, without what the customer wrote', async t => {
  const desk = await pushDriver(t)
  const [one, two] = [await desk.device(), await desk.device()]
  const talk = await desk.wait()
  await desk.platform.jobs.drain()
  assert.equal(desk.simulator.arrived.length, 0)
  await desk.pass(seconds(2))
  const { arrived } = desk.simulator
  assert.deepEqual(new Set(arrived.map(push => push.endpoint)), new Set([one.endpoint, two.endpoint]))
  const [push] = arrived
  assert.equal(push?.urgency, 'high')
  assert.equal(push?.ttl, hours(4) / 1000 - 2)
  assert.match(push?.topic ?? '', /^[\w-]{32}$/)
  assert.match(push?.sender.sub ?? '', /^(mailto:.+@|https:)/)
  assert.ok(!push?.text?.includes('Bí mật'))
  const [message] = messages(desk)
  assert.equal(message?.title, 'Trần Ngọc Ánh muốn gặp người')
  assert.equal(message?.path, `/dashboard/inbox/${talk}`)
  assert.equal(message?.workspace, desk.owner.workspaceId)
  const subscriptions = await desk.rows(sql<{ notified_at: Date | null }>`select notified_at from push_subscriptions`)
  assert.ok(subscriptions.every(row => row.notified_at !== null))
})

test('whoever has read it, or has the conversation open, is not disturbed', async t => {
  const desk = await pushDriver(t)
  await desk.device()
  const talk = await desk.wait()
  assert.equal((await desk.api('POST', `/conversations/${talk}/read`, {})).status, 200)
  await desk.pass(seconds(2))
  assert.deepEqual(messages(desk), [])
  const read = await desk.rows(sql<{ read_at: Date | null }>`select read_at from notifications`)
  assert.ok(read.every(row => row.read_at !== null))
  const seen = await desk.wait('Lê Minh Khôi')
  await desk.rows(sql`insert into conversation_reads (workspace_id, conversation_id, person_id, read_at)
    values (${desk.owner.workspaceId}, ${seen}, ${desk.owner.personId}, ${desk.platform.clock.now()})`)
  await desk.pass(seconds(2))
  assert.deepEqual(messages(desk), [])
  await desk.wait('Phạm Thu')
  await desk.api('POST', '/notifications/read', { all: true })
  await desk.pass(seconds(2))
  assert.deepEqual(messages(desk), [])
})

test('each kind is pushed where its reader wants it; without a word about it the choice stays', async t => {
  const desk = await pushDriver(t)
  await desk.device()
  const choice = { kind: 'person_wanted', in_app: false, email: false }
  const chosen = await desk.api('PUT', '/notifications/settings', { ...choice, push: true })
  assert.deepEqual(chosen.body, { ...choice, push: true })
  await desk.wait()
  await desk.pass(seconds(2))
  assert.equal(messages(desk).length, 1)
  await desk.api('PUT', '/notifications/settings', { ...choice, push: false })
  assert.equal((await desk.api('PUT', '/notifications/settings', choice)).body['push'], false)
  await desk.wait()
  await desk.pass(seconds(2))
  assert.equal(messages(desk).length, 1)
})

test('the admins decide whether names stand on locked screens; others may not', async t => {
  const desk = await pushDriver(t)
  const member = await makeMember(desk.platform, desk.owner)
  await desk.device()
  assert.equal((await desk.api('PUT', '/push-names', { shown: false }, member)).status, 403)
  assert.equal((await desk.api('PUT', '/push-names', { shown: false })).status, 200)
  const talk = await desk.wait()
  await desk.pass(seconds(2))
  const [message] = messages(desk)
  assert.deepEqual([message?.title, message?.body], ['Khách cần người', 'Mở Sen để xem.'])
  assert.equal(message?.path, `/dashboard/inbox/${talk}`)
})

test('a browser that is gone is forgotten, by 404 and by 410', async t => {
  const desk = await pushDriver(t)
  const [gone, lost, live] = [await desk.device(), await desk.device(), await desk.device()]
  desk.simulator.expire(gone.endpoint)
  desk.simulator.faults.add([{ match: { path: new URL(lost.endpoint).pathname }, action: 'http:404' }])
  await desk.wait()
  await desk.pass(seconds(2))
  assert.deepEqual(await deviceIds(desk), [live.id])
})

test('what fails for a moment is tried again: later each time, and not before the service wants it', async t => {
  const desk = await pushDriver(t)
  await desk.device()
  desk.simulator.faults.add([{ action: 'rate_limit' }, { action: 'http:500' }, { action: 'reset_before_write' }])
  await desk.wait()
  await desk.pass(seconds(2))
  await desk.pass(seconds(119))
  assert.equal(desk.simulator.calls.length, 1)
  await desk.pass(seconds(1))
  assert.equal(desk.simulator.calls.length, 2)
  await desk.pass(seconds(8))
  assert.equal(desk.simulator.calls.length, 3)
  await desk.pass(seconds(32))
  assert.equal(messages(desk).length, 1)
  assert.equal((await deviceIds(desk)).length, 1)
})

test('news that nobody would want to hear any more are not pushed', async t => {
  const desk = await pushDriver(t)
  await desk.device()
  desk.simulator.faults.add([{ action: 'http:503', times: 0 }])
  await desk.wait()
  for (let step = 0; step < 20; step++) await desk.pass(minutes(15))
  const tries = desk.simulator.calls.length
  assert.ok(tries >= 5 && tries <= 8, `${tries} tries`)
  const left = await desk.rows(sql`select from private.jobs where kind like '%push%'`)
  assert.deepEqual(left, [])
  assert.deepEqual(await desk.rows(sql`select from dead_letters`), [])
})

test('a service that fails for everybody is asked once in thirty seconds, and found again by that', async t => {
  const desk = await pushDriver(t)
  for (let count = 0; count < 8; count++) await desk.device()
  desk.simulator.faults.add([{ action: 'http:500', times: 8 }])
  await desk.wait()
  await desk.pass(seconds(2))
  const before = desk.simulator.calls.length
  for (let count = 0; count < 5; count++) await desk.pass(seconds(4))
  assert.equal(desk.simulator.calls.length, before)
  for (let count = 0; count < 5; count++) await desk.pass(seconds(30))
  assert.equal(messages(desk).length, 8)
})

test('a device that refuses us for good is forgotten after five times, and says so in no other way', async t => {
  const desk = await pushDriver(t)
  await desk.device()
  desk.simulator.faults.add([{ action: 'http:400', times: 0 }])
  for (let count = 0; count < 5; count++) {
    assert.equal((await deviceIds(desk)).length, 1)
    await desk.wait()
    await desk.pass(seconds(2))
  }
  assert.deepEqual(await deviceIds(desk), [])
})

test('only public addresses with usable keys are taken', async t => {
  const desk = await pushDriver(t)
  const { endpoint, keys } = desk.simulator.subscribe()
  const refused = async (body: object) => {
    const { status, body: answer } = await desk.api('POST', '/push-subscriptions', body)
    return [status, (answer['error'] as { code: string }).code]
  }
  const unusable = [422, 'notifications.push_address']
  for (const bad of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/',
    'ftp://a.vn',
  ])
    assert.deepEqual(await refused({ endpoint: bad, keys }), unusable, bad)
  assert.deepEqual(await refused({ endpoint: 'https://a:b@push.example/x', keys }), unusable)
  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  assert.deepEqual(await refused({ endpoint, keys: { ...keys, p256dh: offCurve } }), unusable)
  assert.equal((await refused({ endpoint, keys: { ...keys, auth: 'kurz' } }))[0], 400)
  // A name resolving to an internal address is only caught when called.
  const inside = await desk.api('POST', '/push-subscriptions', { endpoint: 'https://localhost/x', keys })
  assert.equal(inside.status, 201)
  await desk.api('POST', `/push-subscriptions/${inside.body['id'] as string}/try`)
  await desk.platform.jobs.drain()
  const subscriptions = await desk.rows(sql<{ notified_at: Date | null }>`select notified_at from push_subscriptions`)
  assert.deepEqual(subscriptions, [{ notified_at: null }])
})

test('the same browser is one device, of whoever signed in there last; ten at most', async t => {
  const desk = await pushDriver(t)
  const member = await makeMember(desk.platform, desk.owner)
  const { endpoint, keys } = await desk.device()
  await desk.api('POST', '/push-subscriptions', { endpoint, keys, device: 'Firefox' }, member)
  const owners = await desk.rows(sql<{ person_id: string }>`select person_id from push_subscriptions`)
  assert.deepEqual(owners, [{ person_id: member.personId }])
  for (let count = 0; count < 12; count++) {
    desk.platform.clock.advance(1000)
    await desk.device()
  }
  assert.equal((await deviceIds(desk)).length, 11)
})

test('a trial reaches the one device; nobody tries, forgets or sees those of others', async t => {
  const desk = await pushDriver(t)
  const member = await makeMember(desk.platform, desk.owner)
  const [device] = [await desk.device(), await desk.device()]
  const path = `/push-subscriptions/${device.id}`
  assert.equal((await desk.api('POST', `${path}/try`, undefined, member)).status, 404)
  assert.equal((await desk.api('DELETE', path, undefined, member)).status, 404)
  assert.equal((await desk.api('POST', `${path}/try`)).status, 202)
  await desk.platform.jobs.drain()
  assert.deepEqual(
    desk.simulator.arrived.map(push => push.endpoint),
    [device.endpoint],
  )
  assert.deepEqual(messages(desk)[0]?.title, 'Sen báo được tới đây')
  assert.equal((await desk.api('DELETE', path)).status, 200)
  assert.equal((await deviceIds(desk)).length, 1)
  const tries = []
  for (let count = 0; count < 6; count++)
    tries.push((await desk.api('POST', `/push-subscriptions/${newId()}/try`)).status)
  assert.ok(tries.includes(429))
})

test('a service worker renews its address by what only that browser knows', async t => {
  const desk = await pushDriver(t)
  const { id, endpoint, keys } = await desk.device()
  const key = (await pushKeys(desk.platform)).publicKey
  const fresh = desk.simulator.subscribe(key)
  const stranger = { personId: '', workspaceId: desk.owner.workspaceId, headers: { authorization: '' } }
  const renew = (auth: string) =>
    desk.api('POST', '/push-subscriptions/renew', { old: { endpoint, auth }, fresh }, stranger)
  assert.deepEqual((await renew('AAAAAAAAAAAAAAAAAAAAAA')).body, { renewed: false })
  assert.deepEqual((await renew(keys.auth)).body, { renewed: true })
  assert.deepEqual((await renew(keys.auth)).body, { renewed: false })
  assert.deepEqual(await deviceIds(desk), [id])
  await desk.wait()
  await desk.pass(seconds(2))
  assert.equal(desk.simulator.arrived[0]?.endpoint, fresh.endpoint)
})

test('a session that ends takes its device with it, signed out or ended for a stolen token', async t => {
  const desk = await pushDriver(t)
  const member = await makeMember(desk.platform, desk.owner)
  await desk.device()
  await desk.device(member)
  await desk.rows(sql`delete from auth.sessions where user_id = ${desk.owner.personId}`)
  assert.equal((await deviceIds(desk)).length, 1)
  await desk.rows(sql`update auth.sessions set ended_at = now() where user_id = ${member.personId}`)
  assert.deepEqual(await deviceIds(desk), [])
})

test('a device that nobody used for half a year is forgotten, and a service that nothing was sent to since it failed', async t => {
  const desk = await pushDriver(t)
  await desk.device()
  await desk.rows(sql`insert into private.push_services (host, failures, wait_until)
    values ('gone.example', 3, ${desk.platform.clock.now()})`)
  desk.platform.clock.advance(hours(24 * 179))
  await forgetSilentDevices(desk.platform)
  assert.equal((await deviceIds(desk)).length, 1)
  assert.deepEqual(await desk.rows(sql`select from private.push_services`), [])
  desk.platform.clock.advance(hours(48))
  await forgetSilentDevices(desk.platform)
  assert.deepEqual(await deviceIds(desk), [])
})

test('all processes sign with one key; nothing in the database opens it; a lost one is replaced', async t => {
  const desk = await pushDriver(t)
  const { platform } = desk
  const { config, db, clock, log } = platform
  const process = async (folder: string) =>
    makePlatform(config, db.engine, await readKeys(folder, { ...config, SECRETS_KEY: '' }), clock, log)
  const [one, two] = await Promise.all([process(config.dataDir), process(config.dataDir)])
  const keys = await Promise.all([pushKeys(platform), pushKeys(one), pushKeys(two)])
  assert.equal(new Set(keys.map(key => key.publicKey)).size, 1)
  assert.equal(Buffer.from(keys[0].publicKey, 'base64url').length, 65)
  const [stored] = await desk.rows(sql<{ locked: string }>`select locked from private.push_keys`)
  assert.ok(!stored?.locked.includes(keys[0].privateKey.d ?? 'd'))
  await desk.device()
  await desk.rows(sql`update private.push_keys set locked = 'aaaa.bbbb'`)
  const restored = await process(config.dataDir)
  assert.notEqual((await pushKeys(restored)).publicKey, keys[0].publicKey)
  assert.deepEqual(await deviceIds(desk), [])
})

test('the wait grows, a little otherwise each time, and follows the service in seconds and by date', () => {
  const now = new Date('2026-11-20T03:00:00Z')
  const waits = [1, 2, 3, 9].map(tries => (nextTry(now, tries, undefined).getTime() - now.getTime()) / 1000)
  for (const [index, [min, max]] of [
    [1, 2],
    [4, 8],
    [16, 32],
    [150, 300],
  ].entries())
    assert.ok((waits[index] ?? 0) >= (min ?? 0) && (waits[index] ?? 0) <= (max ?? 0), `${index}: ${waits[index]}`)
  assert.equal(nextTry(now, 1, '90').getTime(), now.getTime() + 90_000)
  assert.equal(nextTry(now, 1, 'Fri, 20 Nov 2026 03:10:00 GMT').getTime(), now.getTime() + minutes(10))
  assert.ok(nextTry(now, 1, 'morgen').getTime() <= now.getTime() + 2000)
})

test('long names are cut; of several workspaces it is said which one', () => {
  const now = new Date('2026-11-20T03:00:00Z')
  const pushed = {
    id: newId(),
    kind: 'contact_detail',
    data: { what: 'phone', name: '😀'.repeat(300), workspace: 'Hạt Nâu', conversation_id: 'c' },
    workspace_id: newId(),
    created_at: now,
    language: 'vi',
    names: true,
    several: true,
  } as const
  const message = pushOf(pushed, now).message as PushedMessage
  assert.equal([...message.title].length, 120)
  assert.match(message.body, /^Hạt Nâu · /)
  assert.ok(Buffer.byteLength(JSON.stringify(message)) < 3000)
})

test('who looks at a conversation, and at nothing else, sees what is pushed of it', () => {
  const path = '/dashboard/inbox/0190'
  assert.equal(isLookedAt(path, path), true)
  assert.equal(isLookedAt(`${path}/`, path), true)
  assert.equal(isLookedAt('/dashboard/inbox', path), false)
  assert.equal(isLookedAt('/payment', '/payment'), false)
  assert.equal(addressOf({ path, workspace: 'w', id: 'n' }), `${path}?workspace=w&notification=n`)
  assert.equal(addressOf({ path, workspace: null, id: null }), path)
})
