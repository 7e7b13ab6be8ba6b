import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { readChannel } from '#features/channels/channel-row.ts'
import { kindOf } from '#features/channels/kinds.ts'
import type { Sending } from '#features/channels/sending/sending.ts'
import { hours, minutes } from '#platform/clock.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { adAccount, marketingDriver } from '#tests/drivers/marketing-driver.ts'
import { lan, pageId } from '#tests/drivers/messenger-driver.ts'
import { plan, say as message, wait } from '#tests/fixtures/sequence-plan.ts'
import { makeMember } from '#tests/fixtures/shop-owner.ts'
import { runSequences } from '../sequences/run-sequences.ts'

const permission = { FACEBOOK_MARKETING_PERMISSION: 'paid_marketing_messages' }
const text = 'Dầu gội bưởi giảm 20% hết tuần này.'

async function shop(t: TestContext) {
  const made = await marketingDriver(t, permission, adAccount)
  const { desk, rows, settle } = made
  await made.say('shop ơi')
  await made.ask()
  await made.agree()
  await made.optIn()
  await desk.pass(hours(24 * 10))
  await rows(sql`update conversations set waiting_since = null`)
  await rows(sql`update usage_counters set period_end = period_end + interval '60 days'`)
  const { world } = desk.simulator
  const count = async (id: string) => {
    const { status, body } = await desk.api('POST', `/broadcasts/${id}/preview`, { confirmed: true })
    assert.equal(status, 200, JSON.stringify(body))
    return body as { preview_id: string; preview: BroadcastPreview }
  }
  return {
    ...made,
    world,
    account: () => world.adAccounts.get(adAccount)!,
    subscription: () => [...world.subscriptions.values()][0]!,
    sent: () => [...world.threads.values()].flatMap(thread => thread.messages.filter(one => one.marketing)),
    async draft(part: object = {}): Promise<string> {
      const routes = ['website.chat', 'facebook.response', 'zalo.consultation', 'facebook.marketing']
      const draft = { name: 'Cuối tuần', purpose: 'promotion', content: { texts: { vi: text } }, routes, max_each: 320 }
      return ((await desk.api('POST', '/broadcasts', { ...draft, ...part })).body as { id: string }).id
    },
    count,
    async start(id: string): Promise<void> {
      const { preview_id, preview } = await count(id)
      const max_cost = preview.cost.exact + preview.cost.estimated
      const { status, body } = await desk.api('POST', `/broadcasts/${id}/start`, { preview_id, max_cost })
      assert.equal(status, 200, JSON.stringify(body))
      await settle()
    },
    async warmUp(): Promise<void> {
      for (let turn = 0; turn < 8; turn++) {
        await desk.pass(minutes(turn === 0 ? 1 : 11))
        await settle()
      }
    },
    async states(): Promise<string[]> {
      return (
        await rows(sql<{ line: string }>`select r.state || coalesce(' ' || r.reason, '') || ' ' || r.cost as line
          from private.broadcast_recipients r order by r.id`)
      ).map(({ line }) => line)
    },
    status: async (id: string) =>
      (
        await rows(sql<{ status: string; reason: string | null; spent: number }>`select status, reason, spent::float8
          from broadcasts where id = ${id}`)
      )[0],
  }
}

test('who is reached by nothing else is offered, at Meta’s estimate, and gets it once, under the broadcast’s name', async t => {
  const { draft, count, start, warmUp, states, status, sent, account, world, rows } = await shop(t)
  const free = await count(await draft({ routes: ['facebook.response'], max_each: null }))
  assert.deepEqual([free.preview.now, free.preview.never[0]?.reason], [[], 'window_closed'])
  assert.deepEqual(free.preview.paid, { count: 1, each: 320 })
  const cheap = await count(await draft({ max_each: 300 }))
  assert.deepEqual([cheap.preview.now, cheap.preview.paid], [[], { count: 1, each: 320 }])
  const id = await draft()
  const { preview } = await count(id)
  assert.deepEqual(preview.now, [{ route: 'facebook.marketing', kind: 'facebook', count: 1, cost: 320 }])
  assert.deepEqual([preview.cost, preview.paid], [{ exact: 0, estimated: 320, unknown: 0 }, null])
  await start(id)
  assert.deepEqual(sent(), [], 'Meta warms up for an hour')
  await warmUp()
  const [message] = sent()
  assert.equal(sent().length, 1)
  assert.match(message?.text ?? '', /^\[QC\] .*bưởi giảm 20%/s)
  assert.equal(world.messageCampaigns.size, 1)
  assert.deepEqual([account().charged, await states()], [320, ['sent 320']])
  assert.deepEqual(await status(id), { status: 'done', reason: null, spent: 320 })
  const [stored] = await rows(
    sql<{
      status: string
      line: string
    }>`select status, external_id || ' ' || route as line from messages where origin = 'broadcast'`,
  )
  assert.deepEqual(stored, { status: 'read', line: `mm:${message?.marketing?.tracking} facebook.marketing` })
  assert.deepEqual(await rows(sql`select id from messages where author = 'member'`), [])
})

test('an answer that is lost is known by its echo, and without one by the twelve hours', async t => {
  for (const echo of [0, undefined]) {
    const { desk, draft, start, warmUp, states, sent, account, world } = await shop(t)
    Object.assign(world.delays, { echo })
    await start(await draft())
    for (const campaign of world.messageCampaigns.values()) campaign.readyAt = 0
    desk.simulator.faults.add([{ match: { path: '/messages' }, action: 'reset_after_write' }])
    await warmUp()
    assert.equal(sent().length, 1, String(echo))
    assert.deepEqual([account().charged, await states()], [320, ['sent 320']])
  }
})

test('what Meta refuses for one person becomes a reason of the rules, and is kept for the next time', async t => {
  const cases = [
    { refusal: 2300034, line: 'skipped opted_out 0', status: 'stopped' },
    { refusal: 2300037, line: 'skipped window_closed 0', status: 'expired' },
    { refusal: 2300032, line: 'skipped window_closed 0', status: 'region' },
    { refusal: 2300042, line: 'waiting platform_cap 0', status: 'live' },
  ]
  for (const { refusal, line, status } of cases) {
    const { draft, start, warmUp, states, sent, subscription, savedSubscription: stored, account, desk } = await shop(t)
    const id = await draft()
    await start(id)
    subscription().refusal = refusal
    await warmUp()
    assert.deepEqual([await states(), (await stored())?.status], [[line], status], String(refusal))
    assert.deepEqual([sent(), account().charged], [[], 0])
    if (status !== 'live') continue
    delete subscription().refusal
    await desk.pass(hours(6))
    await warmUp()
    assert.deepEqual([await states(), sent().length], [['sent 320'], 1])
  }
})

test('whom Meta says has had enough waits as long as it says, and gets it once then', async t => {
  const { draft, start, warmUp, states, sent, account, subscription, desk, settle } = await shop(t)
  subscription().cappedUntil = desk.platform.clock.now().getTime() + hours(3)
  await start(await draft())
  await warmUp()
  assert.deepEqual([await states(), sent(), account().charged], [['waiting platform_cap 0'], [], 0])
  await desk.pass(hours(2))
  await settle()
  await warmUp()
  assert.deepEqual([await states(), sent().length, account().charged], [['sent 320'], 1, 320])
})

test('who got one elsewhere waits for the rest of the twelve hours, and gets it then', async t => {
  const { draft, start, warmUp, states, sent, subscription, desk, settle } = await shop(t)
  subscription().nextAt = desk.platform.clock.now().getTime() + hours(6)
  await start(await draft())
  await warmUp()
  assert.deepEqual([await states(), sent()], [['waiting platform_cap 0'], []])
  await desk.pass(hours(6))
  await settle()
  await warmUp()
  assert.deepEqual([await states(), sent().length], [['sent 320'], 1])
})

test('an account that may not send pauses the broadcast; whoever waits keeps their place', async t => {
  const { desk, draft, start, warmUp, settle, states, status, sent, account, world } = await shop(t)
  const id = await draft()
  account().refusal = 2300011
  await start(id)
  await warmUp()
  assert.deepEqual([await status(id), sent()], [{ status: 'paused', reason: 'ads', spent: 0 }, []])
  delete account().refusal
  assert.equal((await desk.api('POST', `/broadcasts/${id}/resume`, {})).status, 200)
  await desk.pass(minutes(1))
  await settle()
  assert.equal(world.messageCampaigns.size, 1)
  account().refusal = 2300058
  await warmUp()
  assert.deepEqual([(await status(id))?.reason, await states(), sent()], ['ads', ['waiting stopped 0'], []])
  delete account().refusal
  await desk.api('POST', `/broadcasts/${id}/resume`, {})
  await warmUp()
  assert.deepEqual([await states(), sent().length], [['sent 320'], 1])
})

test('of a send nothing is kept before it is settled: killed in between, Meta itself says that it arrived', async t => {
  const { desk, draft, start, warmUp, rows, sent, world, states, channelId } = await shop(t)
  const broadcastId = await draft()
  await start(broadcastId)
  for (const campaign of world.messageCampaigns.values()) campaign.readyAt = 0
  const next = () => rows(sql<{ waits: boolean }>`select next_at is not null as waits from private.subscriptions`)
  const { workspaceId } = desk.owner
  const channel = await desk.platform.db.asService(workspaceId, tx => readChannel(tx, workspaceId, channelId))
  assert.ok(channel)
  const send = (again: boolean) => {
    const about = {
      messageId: '1',
      metadata: 'out:1',
      to: { userId: lan, fields: {} },
      marketing: { originId: broadcastId, again },
    }
    const sending: Sending = { ...about, author: 'system', permit: 'paid', content: { type: 'text', text } }
    return kindOf('facebook')!.send(desk.platform, channel, sending)
  }
  assert.equal((await send(false)).outcome, 'sent')
  assert.deepEqual(await next(), [{ waits: false }])
  assert.deepEqual(await send(true), { outcome: 'sent', externalId: null, code: 'facebook.marketing_arrived' })
  assert.deepEqual([await next(), sent().length], [[{ waits: false }], 1])
  for (const subscription of world.subscriptions.values()) subscription.nextAt = undefined
  await warmUp()
  assert.deepEqual([await states(), await next()], [['sent 320'], [{ waits: true }]])
})

test('who writes before it leaves gets it for nothing, as an answer', async t => {
  const { draft, start, states, sent, say, rows, warmUp, account, thread } = await shop(t)
  await start(await draft())
  await say('còn mở cửa không shop')
  await rows(sql`update conversations set waiting_since = null, last_message_at = last_message_at - interval '2 hours'`)
  await warmUp()
  assert.deepEqual([await states(), sent(), account().charged], [['sent 0'], [], 0])
  assert.match(thread().at(-1)?.text ?? '', /bưởi giảm 20%/)
})

test('what is too long for it is said beforehand, and without a price nothing is sent', async t => {
  const { desk, draft, count, rows } = await shop(t)
  const long = await draft({ content: { texts: { vi: 'a'.repeat(640) } } })
  const refused = await desk.api('POST', `/broadcasts/${long}/preview`, { confirmed: true })
  assert.equal((refused.body as { error: { code: string } }).error.code, 'broadcast.too_long_paid')
  await rows(sql`update private.ad_accounts set estimate = null`)
  const { preview } = await count(await draft())
  assert.deepEqual([preview.now, preview.cost.unknown, preview.paid], [[], 1, null])
})

test('an ad account pays that its own person has just allowed, in đồng; unlinked, the way is gone', async t => {
  const { desk, draft, count, rows, channelId } = await shop(t)
  const pick = (await desk.signIn()).searchParams.get('facebook') ?? ''
  const offered = await desk.api('GET', `/channels/facebook/pages?pick=${pick}`)
  assert.deepEqual((offered.body as { ad_accounts: unknown }).ad_accounts, [
    { id: adAccount, name: 'Áo Thun Hoa Mai, quảng cáo', reason: null },
    { id: '8800110022003311', name: 'Hoa Mai Export', reason: 'currency' },
  ])
  const link = (id: string | null, as = desk.owner) =>
    desk.api('POST', '/channels/facebook/pages', { pick, page_ids: [pageId], ad_account_id: id }, as)
  for (const id of ['8800110022003311', '1']) assert.equal((await link(id)).status, 400)
  assert.equal((await link(adAccount, await makeMember(desk.platform, desk.owner))).status, 403)
  const logged = await rows(sql<{ action: string }>`select action from audit_log where action = 'channel.ad-account'`)
  assert.equal(logged.length, 1)
  for (const role of ['anon', 'authenticated'] as const)
    for (const table of ['ad_accounts', 'message_campaigns'])
      await assert.rejects(
        desk.platform.db.readAsPerson(
          { role, sub: desk.owner.personId } as never,
          sql`select * from private.${sql.raw(table)}`,
        ),
        /permission denied/,
      )
  const secret = () =>
    rows(sql`select name from private.secrets where owner = ${`channel ${channelId}`} and name = 'ads_token'`)
  assert.equal((await secret()).length, 1)
  assert.equal((await link(null)).status, 200)
  assert.deepEqual(await secret(), [])
  const { preview } = await count(await draft())
  assert.deepEqual([preview.now, preview.paid, preview.never[0]?.reason], [[], null, 'window_closed'])
})

async function sequence(t: TestContext) {
  const made = await shop(t)
  const { desk, rows, settle } = made
  const { platform } = desk
  await rows(sql`update plans set active_sequences = 5`)
  const [lanHere] = await rows(sql<{ id: string }>`select customer_id as id from contacts`)
  const turn = async () => {
    await runSequences(platform)
    await settle()
    await runSequences(platform)
  }
  const code = ({ status, body }: { status: number; body: unknown }) =>
    status < 300 ? 'ok' : (body as { error: { code: string; details?: { why?: string } } }).error
  return {
    ...{ ...made, turn },
    async drafted(change: object = {}) {
      const step = message(text, 'say', {
        purpose: 'promotion',
        marketing: true,
        max_each: 320,
        within_hours: 48,
        ...change,
      })
      const { body } = await desk.api('POST', '/sequences', { name: 'Chăm sau mua', plan: plan([step, wait(600)]) })
      return (body as { id: string }).id
    },
    publish: async (id: string, money: object = { max_each: 320, max_month: 640 }) =>
      code(await desk.api('POST', `/sequences/${id}/publish`, money)),
    async enter(id: string) {
      assert.equal(code(await desk.api('POST', `/sequences/${id}/runs`, { customer_id: lanHere?.id })), 'ok')
      await turn()
    },
    async later(ms: number, piece = minutes(11)) {
      for (let left = ms; left > 0; left -= piece) {
        await desk.pass(Math.min(left, piece))
        await turn()
      }
    },
    async way(id: string) {
      const [run] = await rows(sql<{
        line: string
      }>`select concat_ws(' ', coalesce(path -> 0 ->> 'did', 'stands'), path -> 0 ->> 'why', reason) as line
        from private.sequence_runs where sequence_id = ${id}`)
      return run?.line
    },
    spent: async (id: string) => {
      const { body } = await desk.api('GET', `/sequences/${id}`)
      return (body as { spent_month: number }).spent_month
    },
    noticesOf: () =>
      rows(sql<{ what: string }>`select data ->> 'what' as what from notifications where kind = 'campaign'`),
  }
}

test('a step of a sequence goes to a subscription too, under the sequence’s name, for what an admin confirmed', async t => {
  const { drafted, publish, enter, later, way, spent, sent, account, world, rows, desk } = await sequence(t)
  const plain = await drafted({ marketing: false, max_each: null })
  assert.equal(await publish(plain, {}), 'ok')
  await enter(plain)
  assert.equal(await way(plain), 'skipped window_closed')
  const id = await drafted()
  const { code } = (await publish(id, {})) as { code: string }
  assert.equal(code, 'sequence.price_unconfirmed')
  assert.equal(await publish(id), 'ok')
  const { body } = await desk.api('GET', `/sequences/${id}`)
  assert.equal((body as { marketing_each: number }).marketing_each, 320)
  await enter(id)
  assert.deepEqual([sent(), await way(id)], [[], 'stands'], 'Meta warms up for an hour')
  await later(minutes(80))
  assert.deepEqual([sent().length, await way(id), await spent(id), account().charged], [1, 'sent', 320, 320])
  assert.match(sent()[0]?.text ?? '', /^\[QC\] .*bưởi giảm 20%/s)
  assert.equal(world.messageCampaigns.size, 1)
  const [stored] = await rows(sql`select m.route, m.cost::int, m.cost_basis, m.external_id like 'mm:%' as tracked,
      s.next_at > m.sent_at as waits from messages m join private.subscriptions s on true where m.origin = 'sequence'`)
  assert.deepEqual(stored, {
    ...{ route: 'facebook.marketing', cost: 320, cost_basis: 'estimate', tracked: true, waits: true },
  })
  const care = await drafted({ purpose: 'care', texts: { vi: 'Tóc mình dạo này sao rồi ạ?' } })
  assert.equal(await publish(care), 'ok')
  await enter(care)
  assert.equal(await way(care), 'stands platform_cap')
  await later(hours(11), hours(1))
  assert.equal(sent().length, 1)
  await later(minutes(180))
  assert.deepEqual([sent().length, await way(care)], [2, 'sent'])
})

test('an account that Meta refuses keeps the rest of a sequence going: who needs it waits, and admins are told once', async t => {
  const { drafted, publish, enter, later, way, spent, sent, noticesOf, account } = await sequence(t)
  const id = await drafted()
  await publish(id)
  account().refusal = 2300011
  await enter(id)
  await later(minutes(2), minutes(1))
  assert.equal(await way(id), 'stands ads')
  assert.deepEqual(await noticesOf(), [{ what: 'sequence_ads' }])
  await later(hours(2))
  assert.deepEqual([await way(id), (await noticesOf()).length], ['stands ads', 1], 'refused again')
  delete account().refusal
  await later(minutes(70))
  account().refusal = 2300058
  await later(minutes(80))
  assert.deepEqual([await way(id), await spent(id), sent()], ['stands ads', 0, []])
  delete account().refusal
  await later(minutes(80))
  assert.deepEqual([await way(id), await spent(id), sent().length], ['sent', 320, 1])
})

test('costlier than what was confirmed, too long, about an order, without an account: nothing goes to a subscription', async t => {
  const { drafted, publish, enter, later, way, spent, sent, rows } = await sequence(t)
  const why = async (change: object) => {
    const answer = await publish(await drafted(change))
    return answer === 'ok' ? 'ok' : (answer as { details?: { why?: string } }).details?.why
  }
  assert.equal(await why({ texts: { vi: 'a'.repeat(640) } }), 'too_long_paid')
  assert.equal(await why({ max_each: 0 }), 'no_price')
  assert.equal(await why({ max_each: 319 }), 'marketing_price')
  const order = await drafted({ purpose: 'service', texts: { vi: 'Đơn của mình đã tới' } })
  assert.equal(await publish(order), 'ok')
  await enter(order)
  assert.equal(await way(order), 'skipped window_closed')
  const id = await drafted()
  await publish(id)
  await enter(id)
  await rows(sql`update private.ad_accounts set estimate = 900`)
  await later(minutes(80))
  assert.deepEqual([await way(id), await spent(id), sent()], ['skipped window_closed', 0, []])
  await rows(sql`update private.ad_accounts set estimate = null`)
  assert.equal(await why({}), 'no_ads')
})
