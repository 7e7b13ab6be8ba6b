import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { disconnectChannel } from '#features/channels/connections/disconnect-channel.ts'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { days, hours } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { lockConversation } from '../conversations/lock-conversation.ts'
import { sendMessage } from '../messages/send-message.ts'
import { deliverMessages } from './deliver-messages.ts'
import { readPaidReplies, savePaidReplies } from './paid-reply-limit.ts'
import { releaseOfNewMonth, releasePaid } from './release-held.ts'
import { retryMessage } from './retry-message.ts'

const price = 55
const refused = (): SendOutcome => ({ outcome: 'failed', class: 'permanent', code: 'zalo.content_policy' })
const lost = (): SendOutcome => ({ outcome: 'unknown' })
const takenFrom = (quotaType: string) => (): SendOutcome => ({
  outcome: 'sent',
  externalId: `z${quotaType}`,
  quotaType,
})

/** So many customers, the bot's words to whom come too late to be free. */
async function shop(t: TestContext, customers = 1, after = hours(50)) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const { workspaceId, admin } = workspace
  const kind = scriptedKind('zalo')
  const channel = await connectScripted(platform, workspace, kind)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  for (let at = 0; at < customers; at++)
    await deliver(platform, kind, channel.accountId, [
      {
        ...{ kind: 'message.in', userId: `u${at}`, externalId: `in${at}`, text: 'chào shop', attachments: [] },
        time: platform.clock.now(),
      },
    ])
  await platform.jobs.drain()
  await rows(sql`delete from messages where direction = 'out'`)
  await rows(sql`delete from private.jobs`)
  kind.calls.length = 0
  platform.clock.advance(after)
  const conversations = (await rows(sql<{ id: string }>`select id from conversations order by id`)).map(({ id }) => id)
  const say = (id = conversations[0] ?? '', author: 'bot' | 'system' | 'member' = 'bot') =>
    platform.db.asService(workspaceId, async tx => {
      await lockConversation(tx, workspaceId, id)
      return sendMessage(platform, tx, { workspaceId, conversationId: id, author, text: 'Dạ hàng về rồi ạ' })
    })
  return {
    ...{ platform, workspace, kind, channel, rows, conversations, say },
    ceiling: (limit: number | null) => savePaidReplies(platform, admin, { id: channel.id, max_month: limit }),
    spent: async () => (await readPaidReplies(platform, admin, { id: channel.id })).spent,
    async says(...given: Parameters<typeof say>) {
      const sent = await say(...given)
      await platform.jobs.drain()
      const [row] = await rows(
        sql<{ status: string; held: string | null; cost: number | null }>`select status, held_reason as held, cost::int
          from messages where id = ${sent.id}`,
      )
      return [row?.status, row?.held ?? row?.cost]
    },
    deliverAll: () =>
      Promise.all(
        conversations.map(id => deliverMessages(platform, { workspace_id: workspaceId, conversation_id: id })),
      ),
    notices: async () =>
      (
        await rows(
          sql<{ what: string }>`select data ->> 'what' as what from notifications where kind = 'usage' order by id`,
        )
      ).map(({ what }) => what),
  }
}

test('nothing is allowed until an admin says so: what Zalo bills is held, and a person may pay for it', async t => {
  const late = await shop(t)
  assert.deepEqual([await late.says(), late.kind.calls.length], [['held', 'window_closed'], 0])
  const { platform, workspace, kind, rows, says, spent } = await shop(t, 1, hours(1))
  for (let at = 0; at < 8; at++) assert.deepEqual(await says(), ['sent', null])
  assert.deepEqual(await says(), ['held', 'paid_limit'])
  assert.deepEqual(await says(undefined, 'system'), ['held', 'paid_limit'])
  const [held] = await rows(sql<{ id: string }>`select id from messages where held_reason = 'paid_limit' order by seq`)
  await retryMessage(platform, workspace.admin, { id: held?.id ?? '', may_cost: true })
  await platform.jobs.drain()
  assert.deepEqual([kind.calls.length, kind.calls.at(-1)?.permit, await spent()], [9, 'paid', 0])
  assert.deepEqual(await says(undefined, 'member'), ['sent', null])
})

test('within the ceiling the bot pays, of the shop’s month; at its end it is held, and the next month begins anew', async t => {
  const { platform, ceiling, says, spent, kind, conversations, rows } = await shop(t, 3)
  await ceiling(2 * price)
  assert.deepEqual(await says(conversations[0]), ['sent', price])
  assert.deepEqual(await says(conversations[1], 'system'), ['sent', price])
  assert.deepEqual(await says(conversations[2]), ['held', 'paid_limit'])
  assert.deepEqual([kind.calls.map(({ permit }) => permit), await spent()], [['paid', 'paid'], 2 * price])
  const [month] = await rows(sql<{ month: string }>`select month from private.paid_reply_months`)
  assert.equal(month?.month, '2026-11')
  await rows(sql`update conversations set last_interaction_at = last_interaction_at + interval '12 days'`)
  platform.clock.advance(days(12))
  assert.deepEqual([await spent(), await says(conversations[2])], [0, ['sent', price]])
})

test('what was not sent, or Zalo took from a quota, goes back; what nobody knows of does not', async t => {
  const { ceiling, says, spent, kind, conversations } = await shop(t, 4)
  await ceiling(10 * price)
  kind.outcomes.push(refused, takenFrom('sub_quota'), takenFrom('none'), lost)
  assert.deepEqual([await says(conversations[0]), await spent()], [['failed', 0], 0])
  assert.deepEqual([await says(conversations[1]), await spent()], [['sent', 0], 0])
  assert.deepEqual([await says(conversations[2]), await spent()], [['sent', price], price])
  assert.deepEqual([await says(conversations[3]), await spent()], [['unsure', price], 2 * price])
})

test('admins are told at four fifths and at the end, once each, and anew of another ceiling', async t => {
  const { ceiling, says, notices, conversations } = await shop(t, 1)
  await ceiling(5 * price)
  const afterOne = async () => {
    await says(conversations[0])
    return notices()
  }
  for (let at = 0; at < 3; at++) assert.deepEqual(await afterOne(), [])
  assert.deepEqual(await afterOne(), ['paid_replies_80'])
  assert.deepEqual(await afterOne(), ['paid_replies_80', 'paid_replies_100'])
  assert.deepEqual(await afterOne(), ['paid_replies_80', 'paid_replies_100'])
  await ceiling(6 * price)
  assert.deepEqual(await afterOne(), ['paid_replies_80', 'paid_replies_100', 'paid_replies_100'])
})

test('many at once never pass the ceiling, also while an admin lowers it', async t => {
  const { ceiling, say, deliverAll, spent, kind, conversations, rows } = await shop(t, 8)
  for (const id of conversations) await say(id)
  await rows(sql`delete from private.jobs`)
  await ceiling(3 * price)
  await deliverAll()
  assert.deepEqual([kind.calls.length, await spent()], [3, 3 * price])
  assert.equal(new Set(kind.calls.map(({ messageId }) => messageId)).size, 3)
  await rows(sql`update messages set status = 'queued', held_reason = null where status = 'held'`)
  await ceiling(8 * price)
  const [, lowered] = await Promise.all([deliverAll(), ceiling(5 * price)])
  const sentThen = lowered.spent / price
  assert.equal(await spent(), kind.calls.length * price)
  assert.ok(kind.calls.length <= Math.max(5, sentThen), `${kind.calls.length} sent, ${sentThen} when it was lowered`)
})

test('a higher ceiling sends what is held, in order, once and as far as it goes; a late or overtaken one stays', async t => {
  const { platform, workspace, channel, kind, rows, conversations, say, says, ceiling, spent } = await shop(
    t,
    3,
    hours(47),
  )
  const [one = '', late, overtaken] = conversations
  await rows(sql`update conversations set last_interaction_at = last_interaction_at - interval '2 hours'`)
  await rows(sql`update contacts set last_interaction_at = last_interaction_at - interval '2 hours'`)
  const heldIds: string[] = []
  for (const id of [one, one, one, late, overtaken]) heldIds.push((await say(id)).id)
  await platform.jobs.drain()
  assert.equal(kind.calls.length, 0)
  assert.deepEqual(await says(overtaken, 'member'), ['held', 'confirmation_needed'])
  const [paidByHand] = await rows(sql<{ id: string }>`select id from messages where author = 'member'`)
  await retryMessage(platform, workspace.admin, { id: paidByHand?.id ?? '', may_cost: true })
  await platform.jobs.drain()
  await rows(
    sql`update conversations set last_interaction_at = last_interaction_at - interval '6 days' where id = ${late}`,
  )
  await rows(sql`update contacts set last_interaction_at = last_interaction_at - interval '6 days'
    where id = (select contact_id from conversations where id = ${late})`)
  kind.calls.length = 0
  await ceiling(2 * price)
  await platform.jobs.drain()
  assert.deepEqual([kind.calls.map(call => call.messageId), await spent()], [heldIds.slice(0, 2), 2 * price])
  const twice = { workspace_id: workspace.workspaceId, channel_id: channel.id }
  await ceiling(10 * price)
  await Promise.all([releasePaid(platform, twice), releasePaid(platform, twice)])
  await platform.jobs.drain()
  assert.deepEqual([kind.calls.map(call => call.messageId), await spent()], [heldIds.slice(0, 3), 3 * price])
  const left = await rows(sql<{ id: string }>`select id from messages where status = 'held' order by seq, id`)
  assert.deepEqual(left.map(({ id }) => id).sort(), heldIds.slice(3).sort())
})

test('a new month sends what is held, the oldest first, once; what Zalo takes no more is left to the team', async t => {
  const { platform, kind, rows, conversations, say, says, ceiling, spent } = await shop(t, 4)
  const [one = '', two = '', three = '', late = ''] = conversations
  const ids: string[] = []
  const turn = async () => {
    kind.calls.length = 0
    await Promise.all([releaseOfNewMonth(platform), releaseOfNewMonth(platform)])
    await platform.jobs.drain()
    // Conversations are sent to side by side.
    return kind.calls.map(({ messageId }) => messageId).toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b))
  }
  const held = () =>
    rows(sql<{
      id: string
      why: string
      waits: boolean
    }>`select m.id, m.held_reason as why, v.waiting_since is not null as waits
      from messages m join conversations v on v.id = m.conversation_id where m.status = 'held' order by m.created_at`)
  await ceiling(2 * price)
  assert.deepEqual([await says(one), await says(two)], Array(2).fill(['sent', price]))
  for (const id of [two, late, three, two]) {
    ids.push((await say(id)).id)
    await platform.jobs.drain()
    platform.clock.advance(hours(1))
  }
  await rows(sql`update conversations set waiting_since = null`)
  assert.deepEqual(await turn(), [])
  platform.clock.advance(days(12))
  await rows(
    sql`update conversations set last_interaction_at = last_interaction_at + interval '12 days' where id <> ${late}`,
  )
  assert.deepEqual([await turn(), (await held()).length], [[ids[0], ids[2]], 2])
  assert.equal(await spent(), 2 * price)
  assert.deepEqual(await held(), [
    { id: ids[1], why: 'window_closed', waits: true },
    { id: ids[3], why: 'paid_limit', waits: false },
  ])
  assert.deepEqual(await turn(), [])
  platform.clock.advance(days(31))
  assert.deepEqual(await turn(), [])
  assert.deepEqual(
    (await held()).map(({ why }) => why),
    ['window_closed', 'window_closed'],
  )
})

test('admins alone set it, for a Zalo account, to no less than one message; it ends with the connection', async t => {
  const { platform, workspace, channel, ceiling, rows } = await shop(t)
  await assert.rejects(ceiling(price - 1), { code: 'channel.ceiling_too_low' })
  const other = await makeWorkspace(platform)
  await assert.rejects(savePaidReplies(platform, other.admin, { id: channel.id, max_month: 1000 }), {
    code: 'request.not_found',
  })
  assert.deepEqual(await ceiling(1000), { max_month: 1000, spent: 0, price })
  await ceiling(1000)
  const log = await rows(sql<{ meta: object }>`select meta from audit_log where action = 'paid-replies.changed'`)
  assert.deepEqual(log, [{ meta: { max_month: 1000 } }])
  await disconnectChannel(platform, workspace.admin, { id: channel.id })
  assert.deepEqual(await rows(sql`select from private.paid_replies`), [])
})
