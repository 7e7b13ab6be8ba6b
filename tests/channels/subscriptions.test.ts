// The key is stored encrypted, and only a tap under the shop's own words is a consent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aboutSubscription } from '#features/channels/connections/subscriptions.ts'
import { gatherCustomer } from '#features/customers/rights/gather-customer.ts'
import { hours } from '#platform/clock.ts'
import { agreedWords as words, marketingDriver as salon } from '#tests/drivers/marketing-driver.ts'
import { pageId } from '#tests/drivers/messenger-driver.ts'

test('who agrees is shown Messenger’s own button once; its key is kept locked, with the words in the ledger', async t => {
  const { desk, rows, say, ask, agree, optIn, thread, ledger, savedSubscription: saved } = await salon(t)
  const asks = () => rows(sql<{ id: string }>`select id from private.consent_asks`)
  await say('shop ơi')
  await ask()
  assert.equal(await saved(), undefined)
  await agree()
  const shown = thread().at(-1)
  const payload = { template_type: 'notification_messages', payload: `opt_in:${(await asks())[0]?.id}` }
  const title = 'Bấm nút để nhận tin của Tiệm gội Mây qua Messenger'
  assert.deepEqual(shown?.attachments, [{ type: 'template', payload: { ...payload, title } }])
  // Its echo is not a member's message.
  assert.deepEqual(await rows(sql`select id from messages where author = 'member'`), [])
  assert.deepEqual(await ledger(), ['asked message 1', 'given message 1'])
  await optIn()
  const answer = await fetch(`${desk.simulator.url}/__sim/tokens`)
  const [subscription] = ((await answer.json()) as { tokens: { token: string }[] }).tokens
  assert.deepEqual(await saved(), { status: 'live', token: subscription?.token })
  assert.deepEqual(await ledger(), ['asked message 1', 'given message 1', 'given platform 1'])
  const [proof] = await rows(sql<{ words: string }>`select words from consents where how = 'platform'`)
  assert.equal(proof?.words, words)
  const open = subscription?.token ?? 'none'
  assert.deepEqual(await rows(sql`select id from private.hook_events where position(${open} in raw) > 0`), [])
})

test('nobody is shown the button who says no, who has subscribed already, or where the app has no permission', async t => {
  const asked = await salon(t, { FACEBOOK_MARKETING_PERMISSION: '' })
  await asked.say('shop ơi')
  await asked.ask()
  await asked.agree()
  assert.match(asked.thread().at(-1)?.text ?? '', /đã ghi lại/)
  const refusing = await salon(t)
  await refusing.say('shop ơi')
  await refusing.ask()
  await refusing.say('Không')
  assert.match(refusing.thread().at(-1)?.text ?? '', /sẽ không gửi/)
  const known = await salon(t)
  await known.say('shop ơi')
  await known.optIn({ by: 'ad' })
  await known.ask()
  await known.agree()
  assert.match(known.thread().at(-1)?.text ?? '', /đã ghi lại/)
})

test('subscribing by an advertisement, and taking up again what was stopped, is a key and no consent; stopping is a refusal', async t => {
  const { say, optIn, ledger, state, savedSubscription: saved, desk, rows } = await salon(t)
  await say('shop ơi')
  await optIn({ by: 'ad' })
  assert.deepEqual(await ledger(), ['platform platform'])
  assert.equal(await state(), undefined)
  assert.equal((await saved())?.status, 'live')
  await optIn({ status: 'stop' })
  assert.equal((await saved())?.status, 'stopped')
  assert.equal(await state(), 'withdrawn')
  const [contact] = await rows(sql<{ out: boolean }>`select opted_out_at is not null as out from contacts`)
  assert.equal(contact?.out, true)
  await optIn({ status: 'resume' })
  assert.equal((await saved())?.status, 'live')
  assert.equal(await state(), 'withdrawn')
  // Late news does not undo what happened after it.
  await optIn({ status: 'stop', timestamp: desk.platform.clock.now().getTime() - hours(1) })
  assert.equal((await saved())?.status, 'live')
})

test('a tap on our button after refusing is no consent, and neither is one that names another’s request', async t => {
  const { say, ask, agree, optIn, state, savedSubscription: saved, rows, desk, settle } = await salon(t)
  await say('shop ơi')
  await ask()
  await agree()
  await say('TC')
  await optIn()
  assert.equal(await state(), 'withdrawn')
  assert.equal((await saved())?.status, 'live')
  const minh = '24680000000000022'
  const [asked] = await rows(sql<{ id: string }>`select id from private.consent_asks`)
  const optin = { type: 'notification_messages', notification_messages_token: '99', payload: `opt_in:${asked?.id}` }
  const from = {
    sender: { id: minh },
    recipient: { id: pageId },
    timestamp: desk.platform.clock.now().getTime(),
    optin,
  }
  const entry = [{ id: pageId, time: 1, messaging: [from] }]
  await desk.control('event', { raw: { object: 'page', entry } })
  await settle()
  const theirs = await rows(sql<{ act: string }>`select o.act from consents o
    join contacts c on c.customer_id = o.customer_id and c.external_id = ${minh}`)
  assert.deepEqual(theirs, [{ act: 'platform' }])
})

test('nobody but the program reads the keys, and one that is moved to another customer does not open', async t => {
  const { desk, say, optIn, rows } = await salon(t)
  await say('shop ơi')
  await optIn({ by: 'ad' })
  const { platform, owner } = desk
  for (const role of ['anon', 'authenticated'] as const)
    await assert.rejects(
      platform.db.readAsPerson({ role, sub: owner.personId } as never, sql`select * from private.subscriptions`),
      /permission denied/,
    )
  const [row] = await rows(sql<{ token: string }>`select token from private.subscriptions`)
  assert.throws(() => platform.secrets.open(row?.token ?? '', aboutSubscription(owner.workspaceId, owner.personId)))
  // A data request shows the subscription, not the key.
  const [customer] = await rows(sql<{ id: string }>`select customer_id as id from contacts`)
  const copy = await platform.db.asService(owner.workspaceId, tx =>
    gatherCustomer(platform, tx, owner.workspaceId, customer?.id ?? ''),
  )
  const [subscription] = copy['subscriptions'] as Record<string, unknown>[]
  assert.deepEqual(Object.keys(subscription ?? {}), ['channel', 'account', 'status', 'expires_at', 'since'])
  assert.equal(subscription?.['status'], 'live')
  const [forced] = await rows(
    sql<{
      forced: boolean
    }>`select relforcerowsecurity as forced from pg_class where oid = 'private.subscriptions'::regclass`,
  )
  assert.equal(forced?.forced, true)
})
