// Who subscribes to a page on Messenger: the key is kept locked, and only what was tapped under the shop's own words is a consent.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { makeAsk } from '#features/broadcasts/asking/make-ask.ts'
import { aboutSubscription } from '#features/channels/subscriptions.ts'
import { hours } from '#platform/clock.ts'
import { lan, listen, messengerDesk, pageId } from '#tests/messenger-desk.ts'

const words = 'Nhận tin khuyến mãi của Tiệm gội Mây qua Messenger, nhiều nhất 1 tin mỗi tuần; dừng bằng cách nhắn TC.'

async function salon(t: TestContext, settings = { FACEBOOK_MARKETING_PERMISSION: 'paid_marketing_messages' }) {
  const desk = await messengerDesk(t, { settings })
  await desk.connect()
  await listen(desk)
  const { platform, simulator } = desk
  const { workspaceId, personId } = desk.owner
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  const settle = async (): Promise<void> => {
    await simulator.settled()
    await platform.jobs.drain()
    await desk.pass(3100)
    await platform.jobs.drain()
    await simulator.settled()
    await platform.jobs.drain()
  }
  const say = async (text: string, more: object = {}): Promise<void> => {
    await desk.control('user-message', { page: pageId, user: lan, text, ...more })
    await settle()
  }
  const thread = () => simulator.world.threads.get(`${pageId} ${lan}`)?.messages ?? []
  await rows(sql`update workspaces set name = 'Tiệm gội Mây' where id = ${workspaceId}`)
  await rows(sql`insert into consent_texts (workspace_id, purpose, language, version, words, most, in_days, made_by, created_at)
    values (${workspaceId}, 'promotion', 'vi', 1, ${words}, 1, 7, ${personId}, ${platform.clock.now()})`)
  return {
    ...{ desk, rows, settle, say, thread },
    async ask(): Promise<void> {
      await rows(sql`update conversations set waiting_since = null`)
      await platform.db.asService(null, async tx => {
        const { rows: found } = await sql<{ id: string }>`select id from contacts`.execute(tx)
        const asked = await makeAsk(platform, tx, { workspaceId, contactId: found[0]?.id ?? '', askedBy: null })
        assert.equal(asked.is, 'now', asked.reasons.join())
      })
      await settle()
    },
    async agree(): Promise<void> {
      await say('Đồng ý', { quick_reply: { payload: thread().at(-1)?.quickReplies?.[0]?.payload } })
    },
    async optIn(body: object = {}): Promise<void> {
      await desk.control('opt-in', { page: pageId, user: lan, ...body })
      await settle()
    },
    ledger: async () =>
      (
        await rows(sql<{
          line: string
        }>`select act || ' ' || how || coalesce(' ' || version, '') as line from consents where purpose = 'promotion' order by at, id`)
      ).map(({ line }) => line),
    state: async () =>
      (await rows(sql<{ state: string }>`select state from consent_states where purpose = 'promotion'`))[0]?.state,
    async kept() {
      const [row] = await rows(
        sql<{ contact_id: string; token: string; status: string }>`select * from private.subscriptions`,
      )
      if (!row) return undefined
      const token = platform.secrets.open(row.token, aboutSubscription(workspaceId, row.contact_id))
      return { status: row.status, token }
    },
  }
}

test('who agrees is shown Messenger’s own button once; its key is kept locked, with the words in the ledger', async t => {
  const { desk, rows, say, ask, agree, optIn, thread, ledger, kept } = await salon(t)
  await say('shop ơi')
  await ask()
  assert.equal(await kept(), undefined)
  await agree()
  const shown = thread().at(-1)
  assert.deepEqual(shown?.attachments?.length, 1)
  const [{ payload }] = shown?.attachments as [{ payload: { template_type: string; title: string } }]
  assert.equal(payload.template_type, 'notification_messages')
  assert.equal(payload.title, 'Bấm nút để nhận tin của Tiệm gội Mây qua Messenger')
  // What came back as its echo is no person's word.
  assert.deepEqual(await rows(sql`select id from messages where author = 'member'`), [])
  assert.deepEqual(await ledger(), ['asked message 1', 'given message 1'])
  await optIn()
  const answer = await fetch(`${desk.simulator.url}/__sim/tokens`)
  const [subscription] = ((await answer.json()) as { tokens: { token: string }[] }).tokens
  assert.deepEqual(await kept(), { status: 'live', token: subscription?.token })
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
  const { say, optIn, ledger, state, kept, desk, rows } = await salon(t)
  await say('shop ơi')
  await optIn({ by: 'ad' })
  assert.deepEqual(await ledger(), ['platform platform'])
  assert.equal(await state(), undefined)
  assert.equal((await kept())?.status, 'live')
  await optIn({ status: 'stop' })
  assert.equal((await kept())?.status, 'stopped')
  assert.equal(await state(), 'withdrawn')
  const [contact] = await rows(sql<{ out: boolean }>`select opted_out_at is not null as out from contacts`)
  assert.equal(contact?.out, true)
  await optIn({ status: 'resume' })
  assert.equal((await kept())?.status, 'live')
  assert.equal(await state(), 'withdrawn')
  // What is told late does not undo what happened after it.
  await optIn({ status: 'stop', timestamp: desk.platform.clock.now().getTime() - hours(1) })
  assert.equal((await kept())?.status, 'live')
})

test('a tap on our button after refusing is no consent, and neither is one that names another’s request', async t => {
  const { say, ask, agree, optIn, state, kept, rows, desk, settle } = await salon(t)
  await say('shop ơi')
  await ask()
  await agree()
  await say('TC')
  await optIn()
  assert.equal(await state(), 'withdrawn')
  assert.equal((await kept())?.status, 'live')
  const minh = '24680000000000022'
  const [asked] = await rows(sql<{ id: string }>`select id from private.consent_asks`)
  const optin = { type: 'notification_messages', notification_messages_token: '99', payload: `opt_in:${asked?.id}` }
  const from = { sender: { id: minh }, recipient: { id: pageId }, timestamp: desk.platform.clock.now().getTime(), optin }
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
  const [row] = await rows(
    sql<{ token: string }>`select token from private.subscriptions`,
  )
  assert.throws(() => platform.secrets.open(row?.token ?? '', aboutSubscription(owner.workspaceId, owner.personId)))
  const [forced] = await rows(
    sql<{ forced: boolean }>`select relforcerowsecurity as forced from pg_class where oid = 'private.subscriptions'::regclass`,
  )
  assert.equal(forced?.forced, true)
})
