import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { readVisitorMessages } from '#features/inbox/visitor/visitor-history.ts'
import { mergeTags } from '#features/inbox/tags/merge-tags.ts'
import { makeTag, removeTag } from '#features/inbox/tags/tags.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { testPlatform } from '#server/testing.ts'
import { type BroadcastContent, broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { customersTexts } from '#shared/texts/customers/customers-texts.ts'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { startZaloDriver } from '#tests/drivers/zalo-driver.ts'
import { makeBroadcast } from './drafts.ts'
import { previewBroadcast } from './preview-broadcast.ts'
import { startBroadcast } from '../sending/start.ts'

const text = 'Thẻ gội của mình dùng tới 02/12 nhé.'
const acknowledgement = customersTexts('vi').noted
type Buttons = NonNullable<BroadcastContent['buttons']>

function shopOf(platform: Platform, admin: Caller) {
  const { workspaceId } = admin
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  return {
    rows,
    rest: async () => {
      await rows(sql`delete from private.jobs where key like 'answer:%'`)
      await rows(sql`update conversations set waiting_since = null`)
    },
    async sequence(status = 'active'): Promise<string> {
      const [id, now] = [newId(), platform.clock.now()]
      await rows(sql`insert into sequences (id, workspace_id, name, status, draft, version, "trigger", created_at, changed_at)
        values (${id}, ${workspaceId}, 'Nhắc lịch', ${status}, '{}', 1, '{"on": "hand"}', ${now}, ${now})`)
      await rows(sql`insert into sequence_versions (workspace_id, sequence_id, version, plan, serves_only, published_at)
        values (${workspaceId}, ${id}, 1, '{"steps": []}', false, ${now})`)
      return id
    },
    async send(buttons: Buttons, words = text): Promise<void> {
      const content = { texts: { vi: words }, buttons }
      const draft = broadcastDraft.parse({ name: 'Nhắc dùng thẻ', purpose: 'service', content })
      const { id } = await makeBroadcast(platform, admin, draft)
      const { preview_id } = await previewBroadcast(platform, admin, { id, confirmed: true })
      await startBroadcast(platform, admin, { id, preview_id, max_cost: 0 })
      await platform.jobs.drain()
    },
    entered: () => rows(sql`select entered_by from private.sequence_runs`),
    answers: async () => (await rows(sql`select 1 from private.jobs where key like 'answer:%'`)).length,
    sentTexts: async () =>
      (await rows(sql<{ text: string }>`select text from messages where origin is null order by created_at, seq`)).map(
        one => one.text,
      ),
  }
}

const three = (sequenceId: string): Buttons => [
  { is: 'link', title: { vi: 'Xem thẻ' }, url: 'https://may.example/the' },
  { is: 'answer', title: { vi: 'Giữ chỗ giúp em' } },
  { is: 'sequence', title: { vi: 'Nhận lời nhắc' }, sequence_id: sequenceId },
]

async function messenger(t: TestContext) {
  const desk = await messengerDriver(t)
  await desk.connect()
  await listen(desk)
  const { platform, simulator, owner } = desk
  const settle = async () => {
    await simulator.settled()
    await platform.jobs.drain()
    await simulator.settled()
    await platform.jobs.drain()
  }
  const say = async (content: object) => {
    await desk.control('user-message', { page: pageId, user: lan, ...content })
    await settle()
  }
  await say({ text: 'chào shop' })
  const admin = { workspaceId: owner.workspaceId, personId: owner.personId, role: 'admin', language: 'vi' } as Caller
  const shop = shopOf(platform, admin)
  await shop.rest()
  const last = () => simulator.world.threads.get(`${pageId} ${lan}`)?.messages.at(-1)
  return { ...desk, ...shop, settle, say, last }
}

test('on Messenger they stand under the message; a press enters the sequence, or is what the bot is asked', async t => {
  const { send, settle, last, say, entered, answers, sentTexts, sequence, rest, platform } = await messenger(t)
  await send(three(await sequence()))
  await settle()
  const [shown] = (last()?.attachments ?? []) as {
    payload: { template_type: string; text: string; buttons: object[] }
  }[]
  assert.ok(shown)
  const { payload } = shown
  assert.equal(payload.template_type, 'button')
  assert.equal(payload.text, text)
  const [answer, begin, link] = payload.buttons as { type: string; title: string; payload: string; url: string }[]
  assert.deepEqual([link?.type, link?.title, link?.url], ['web_url', 'Xem thẻ', 'https://may.example/the'])
  assert.deepEqual([answer?.title, begin?.title], ['Giữ chỗ giúp em', 'Nhận lời nhắc'])
  await say({ postback: { title: begin?.title, payload: begin?.payload } })
  assert.deepEqual(await entered(), [{ entered_by: 'button' }])
  assert.equal(await answers(), 0)
  assert.deepEqual((await sentTexts()).slice(-2), ['Nhận lời nhắc', acknowledgement])
  await rest()
  await say({ postback: { title: answer?.title, payload: answer?.payload } })
  assert.equal(await answers(), 1)
  assert.equal((await sentTexts()).at(-1), 'Giữ chỗ giúp em')
  await rest()
  platform.clock.advance(days(8))
  await say({ postback: { title: begin?.title, payload: begin?.payload } })
  assert.equal(await answers(), 1, 'after a week it is a message like any other')
})

test('a press of one that tags puts the tag on the customer, and the bot is not asked; merged, the other is put on', async t => {
  const { send, settle, last, say, answers, sentTexts, rest, rows, platform, owner } = await messenger(t)
  const { workspaceId } = owner
  const admin = { workspaceId, personId: owner.personId, role: 'admin', language: 'vi' } as Caller
  const tag = async (name: string) => (await makeTag(platform, admin, { name, colour: 'water' })).id
  const [keen, shy, other] = [await tag('Quan tâm'), await tag('Để sau'), await tag('Quan tâm nhiều')]
  await send([
    { is: 'tag', title: { vi: 'Em quan tâm' }, tag_id: keen },
    { is: 'tag', title: { vi: 'Để sau ạ' }, tag_id: shy },
  ])
  await settle()
  const [shown] = (last()?.attachments ?? []) as { payload: { buttons: { title: string; payload: string }[] } }[]
  const press = async (place: number) => {
    const button = shown?.payload.buttons[place]
    await say({ postback: { title: button?.title, payload: button?.payload } })
  }
  const tagged = async () =>
    (
      await rows(
        sql<{ name: string }>`select g.name from customer_tags t join tags g on g.id = t.tag_id order by g.name`,
      )
    ).map(({ name }) => name)
  await press(1)
  assert.deepEqual([await tagged(), await answers()], [['Để sau'], 0])
  assert.deepEqual((await sentTexts()).slice(-2), ['Để sau ạ', acknowledgement])
  const events = () => rows(sql`select 1 from private.events where name = 'customer.tagged'`)
  await press(1)
  assert.deepEqual([await tagged(), (await events()).length], [['Để sau'], 1])
  await mergeTags(platform, admin, { id: keen, into: other })
  await press(0)
  assert.deepEqual(await tagged(), ['Quan tâm nhiều', 'Để sau'].toSorted())
  await rest()
  await removeTag(platform, admin, { id: shy })
  await press(1)
  assert.equal(await answers(), 1, 'of a tag that is gone the words are what the bot is asked')
  await assert.rejects(send([{ is: 'tag', title: { vi: 'Để sau' }, tag_id: shy }]), { code: 'broadcast.button_wrong' })
})

test('under a long text on Messenger links stand in it, and the others can be picked', async t => {
  const { send, settle, last, sequence } = await messenger(t)
  await send(three(await sequence()), `${text} `.repeat(18).trim())
  await settle()
  const message = last()
  assert.ok(message?.text?.endsWith('\nXem thẻ: https://may.example/the'))
  assert.deepEqual(
    message?.quickReplies?.map(({ title }) => title),
    ['Giữ chỗ giúp em', 'Nhận lời nhắc'],
  )
})

test('on Zalo they are lines of the text, and a number presses: said right after it, and not later', async t => {
  const desk = await startZaloDriver(t)
  await desk.connect()
  const { platform, workspace, zalo, settle } = desk
  const { send, sequence, rest, entered, answers, sentTexts, rows } = shopOf(platform, workspace.admin)
  const say = async (words: string) => {
    await zalo.acts.say({ text: words })
    await settle()
  }
  await say('chào shop')
  await rest()
  await send(three(await sequence()))
  await settle()
  const [sent] = await rows(sql<{ text: string }>`select text from messages where origin = 'broadcast'`)
  assert.equal(sent?.text, `${text}\n\n1. Giữ chỗ giúp em\n2. Nhận lời nhắc\nXem thẻ: https://may.example/the`)
  await say('2')
  assert.deepEqual(await entered(), [{ entered_by: 'button' }])
  assert.equal((await sentTexts()).at(-1), acknowledgement)
  await rows(sql`delete from private.sequence_runs`)
  await say('2')
  assert.deepEqual([await entered(), await answers()], [[], 1])
})

test('on a website they are what the visitor may pick, and links beside', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, channelId, admin } = await makeWorkspace(platform)
  const { send, sequence, rest, entered, rows } = shopOf(platform, admin)
  const externalId = newId()
  const say = (words: string) =>
    platform.db.asService(workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId, channelId, source: 'website', text: words, clientId: newId(), contact: { externalId } },
      }),
    )
  await say('chào shop')
  await rest()
  const id = await sequence()
  await send(three(id))
  const visitor = { workspaceId, channelId, externalId } as Parameters<typeof readVisitorMessages>[1]
  const seen = await platform.db.asService(workspaceId, tx => readVisitorMessages(tx, visitor, 'last page'))
  assert.deepEqual(seen.at(-1)?.choices, ['Giữ chỗ giúp em', 'Nhận lời nhắc'])
  assert.deepEqual(seen.at(-1)?.links, [{ title: 'Xem thẻ', url: 'https://may.example/the' }])
  await say('Nhận lời nhắc')
  assert.deepEqual(await entered(), [{ entered_by: 'button' }])
  const wrong: Buttons[] = [
    [{ is: 'answer', title: {} }],
    [{ is: 'link', title: { vi: 'Xem' }, url: 'javascript:alert(1)' }],
    [{ is: 'sequence', title: { vi: 'Nhận' }, sequence_id: await sequence('paused') }],
    [{ is: 'sequence', title: { vi: 'Nhận' }, sequence_id: newId() }],
  ]
  for (const buttons of wrong) await assert.rejects(send(buttons), { code: 'broadcast.button_wrong' })
  assert.equal((await rows(sql`select 1 from messages where origin = 'broadcast'`)).length, 1)
})
