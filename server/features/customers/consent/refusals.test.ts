import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { earlierWaysBack } from '#shared/texts/customers/earlier-ways-back.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { handleUnfollow } from './handle-opt-out.ts'

type Row = Record<string, unknown>

describe('a customer who wants no more messages', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let visitor: string
  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
  })
  beforeEach(() => {
    visitor = newId()
  })
  after(() => platform.close())

  async function write(text: string, clientId = newId()): Promise<Stored> {
    platform.clock.advance(minutes(1))
    return platform.db.asService(shop.workspaceId, tx =>
      receiveMessage(platform, tx, { ...shop, source: 'website', contact: { externalId: visitor }, clientId, text }),
    )
  }
  const rows = async (statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows
  const customerOf = ({ contactId }: Stored) => sql`(select customer_id from contacts where id = ${contactId})`
  const states = async (stored: Stored) =>
    (
      await rows(
        sql<Row>`select purpose, state from consent_states where customer_id = ${customerOf(stored)} order by 1`,
      )
    ).map(row => `${String(row['purpose'])} ${String(row['state'])}`)
  const replies = async ({ conversationId }: Stored) =>
    (
      await rows(
        sql<Row>`select text from messages where conversation_id = ${conversationId} and direction = 'out' order by seq`,
      )
    ).map(row => String(row['text']))
  const answersDue = ({ conversationId }: Stored) =>
    rows(sql<Row>`select 1 from private.jobs where key = ${`answer:${conversationId}`}`)
  const campaign = ({ conversationId }: Stored, isCampaign = true) =>
    platform.db.asService(shop.workspaceId, tx =>
      sendMessage(platform, tx, {
        ...{ workspaceId: shop.workspaceId, conversationId, author: 'system', text: '[QC] Giảm 20%' },
        quiet: isCampaign
          ? {
              ...{ purpose: 'promotion', route: 'website.chat', origin: 'broadcast', originId: newId() },
              ...{ sendBefore: null, cost: 0, costBasis: 'exact' },
            }
          : undefined,
      }),
    )
  const optedOut = async ({ contactId }: Stored) =>
    (await rows(sql<Row>`select opted_out_at from contacts where id = ${contactId}`))[0]?.['opted_out_at']

  test('is a customer from the first word on, and one after ten', async () => {
    const first = await write('chào shop')
    await write('còn hàng không')
    const customers = await rows(sql<Row>`select id from customers where id = ${customerOf(first)}`)
    assert.equal(customers.length, 1)
    const events = await rows(
      sql<Row>`select 1 from private.events where name = 'customer.made' and payload ->> 'contact_id' = ${first.contactId}`,
    )
    assert.equal(events.length, 1)
  })

  test('is heard with the message itself, told once in their language, and not answered by the bot', async () => {
    const stored = await write('TC')
    assert.deepEqual(await states(stored), ['care withdrawn', 'promotion withdrawn'])
    assert.ok(await optedOut(stored))
    assert.deepEqual(await answersDue(stored), [])
    const [reply, ...more] = await replies(stored)
    assert.match(reply ?? '', /không gửi tin khuyến mãi.*nhắn LẠI/)
    assert.deepEqual(more, [])
    await write('đừng gửi tin nữa')
    assert.equal((await replies(stored)).length, 1)
    visitor = newId()
    const english = await write('STOP')
    assert.match((await replies(english))[0] ?? '', /write START/)
  })

  test('keeps the answer to what was asked before, which does not read the refusal', async () => {
    const stored = await write('ship bao nhiêu vậy shop')
    await write('tc')
    assert.equal((await answersDue(stored)).length, 1)
    platform.clock.advance(minutes(1))
    await platform.jobs.drain()
    const answered = await rows(
      sql<Row>`select message_ids from answers where conversation_id = ${stored.conversationId}`,
    )
    assert.deepEqual(answered, [{ message_ids: [stored.messageId] }])
  })

  test('refuses what concerns orders only by STOPALL', async () => {
    const stored = await write('stopall')
    assert.deepEqual(await states(stored), ['care withdrawn', 'promotion withdrawn', 'service withdrawn'])
    assert.match((await replies(stored))[0] ?? '', /not even about orders/)
  })

  test('comes back by the words of the confirmation, which are kept; who never left says something else', async () => {
    const never = await write('START')
    assert.deepEqual(await states(never), [])
    assert.equal((await answersDue(never)).length, 1)
    visitor = newId()
    const stored = await write('từ chối')
    await write('lại nhé')
    assert.deepEqual(await states(stored), ['care given', 'promotion given'])
    assert.equal(await optedOut(stored), null)
    assert.deepEqual(await answersDue(stored), [])
    const [stopped, resumed] = await replies(stored)
    const given = await rows(
      sql<Row>`select distinct words from consents where act = 'given' and customer_id = ${customerOf(stored)}`,
    )
    assert.deepEqual(given, [{ words: stopped }])
    assert.match(resumed ?? '', /nhắn TC/)
  })

  test('is not taken at a doubtful word: it goes its usual way', async () => {
    const stored = await write('hủy')
    assert.deepEqual(await states(stored), [])
    assert.equal((await answersDue(stored)).length, 1)
  })

  test('right after a campaign: hears a doubtful word; at an unclear one reminds them how, once, and the bot answers', async () => {
    const unclear = 'Chỉ nhắn khi có đơn của mình thôi nha'
    const before = await write(unclear)
    assert.deepEqual(await replies(before), [])
    visitor = newId()
    const stored = await write('chào shop')
    await campaign(stored)
    await write(unclear)
    await campaign(stored)
    await write(unclear)
    const reminders = (await replies(stored)).filter(text => text.includes('chỉ cần nhắn TC'))
    assert.equal(reminders.length, 1)
    assert.deepEqual(await states(stored), [])
    assert.equal((await answersDue(stored)).length, 1)
    visitor = newId()
    const reminded = await write('chào shop')
    await campaign(reminded)
    await write(unclear)
    await write('dừng')
    assert.deepEqual(await states(reminded), ['care withdrawn', 'promotion withdrawn'])
    await campaign(reminded)
    await write(unclear)
    assert.equal((await replies(reminded)).filter(text => text.includes('chỉ cần nhắn TC')).length, 1)
    visitor = newId()
    const other = await write('chào shop')
    await campaign(other)
    await campaign(other, false)
    await write('hủy')
    assert.deepEqual(await states(other), [])
    assert.equal((await replies(other)).filter(text => text.includes('chỉ cần nhắn TC')).length, 1)
    await campaign(other)
    await write('hủy')
    assert.deepEqual(await states(other), ['care withdrawn', 'promotion withdrawn'])
  })

  test('is heard once, however often the message is delivered', async () => {
    const clientId = newId()
    const stored = await write('TC', clientId)
    await write('TC', clientId)
    assert.equal((await rows(sql<Row>`select 1 from consents where customer_id = ${customerOf(stored)}`)).length, 2)
  })

  test('who stops following is not written to; following again is no consent', async () => {
    const stored = await write('chào shop')
    const follow = (follows: boolean) =>
      platform.db.asService(shop.workspaceId, tx =>
        handleUnfollow(platform, tx, {
          workspace_id: shop.workspaceId,
          contact_id: stored.contactId,
          channel_id: shop.channelId,
          follows,
        }),
      )
    await follow(false)
    await follow(true)
    assert.deepEqual(await states(stored), ['care withdrawn', 'promotion withdrawn'])
    assert.deepEqual(await replies(stored), [])
  })

  test('who was never told the way back is told it first, and agrees to those words by saying it again', async () => {
    const stored = await write('chào shop')
    const given = async () =>
      (
        await rows(
          sql<Row>`select distinct words from consents where act = 'given' and customer_id = ${customerOf(stored)}`,
        )
      ).map(row => row['words'])
    const unfollow = () =>
      platform.db.asService(shop.workspaceId, tx =>
        handleUnfollow(platform, tx, {
          ...{
            workspace_id: shop.workspaceId,
            contact_id: stored.contactId,
            channel_id: shop.channelId,
            follows: false,
          },
        }),
      )
    const refused = ['care withdrawn', 'promotion withdrawn']
    await unfollow()
    await write('LẠI')
    assert.deepEqual([await states(stored), await given()], [refused, []])
    const [reply, ...more] = await replies(stored)
    assert.match(reply ?? '', /nhắn LẠI/)
    assert.deepEqual(more, [])
    await write('LẠI')
    assert.deepEqual([await states(stored), await given()], [['care given', 'promotion given'], [reply]])
    platform.clock.advance(minutes(1))
    await unfollow()
    await write('LẠI')
    assert.deepEqual(await states(stored), refused)
    visitor = newId()
    const all = await write('stopall')
    await write('start')
    const words = await rows(
      sql<Row>`select distinct words from consents where act = 'given' and customer_id = ${customerOf(all)}`,
    )
    assert.deepEqual(words, [{ words: (await replies(all))[0] }])
  })

  test('a confirmation is what it is, whatever its words then and now: it is marked, and unmarked ones are known', async () => {
    const reworded = async (words: string, { conversationId }: Stored, marked: boolean) => {
      await rows(sql<Row>`update messages set text = ${words}, payload = case when ${marked} then payload end
        where conversation_id = ${conversationId} and direction = 'out'`)
      await write('LẠI')
    }
    const marked = await write('TC')
    await reworded('Lời xác nhận của năm sau.', marked, true)
    assert.deepEqual(await states(marked), ['care given', 'promotion given'])
    for (const words of earlierWaysBack.stopped) {
      visitor = newId()
      const unmarked = await write('TC')
      await reworded(
        words.replaceAll('{shop}', () => 'Tên cũ của tiệm'),
        unmarked,
        false,
      )
      assert.deepEqual(await states(unmarked), ['care given', 'promotion given'], words)
    }
    for (const words of earlierWaysBack.stoppedAll) {
      visitor = newId()
      const unmarked = await write('stopall')
      await reworded(words, unmarked, false)
      assert.deepEqual(await states(unmarked), ['care given', 'promotion given', 'service given'], words)
    }
    visitor = newId()
    const less = await write('stopall')
    await reworded(earlierWaysBack.stopped[0], less, false)
    assert.equal((await states(less)).includes('service given'), false, 'it spoke of less than they refused')
  })

  test('the ledger cannot be rewritten, and what it comes to is nothing else, made anew', async () => {
    const stored = await write('TC')
    await write('START')
    await write('ngừng gửi tin')
    await assert.rejects(rows(sql<Row>`update consents set act = 'given' where customer_id = ${customerOf(stored)}`))
    const states = sql`select workspace_id, customer_id, channel_id, purpose, state, since`
    const differing = await rows(sql<Row>`
      (${states} from consent_states except ${states} from private.consent_ledger_states)
      union all (${states} from private.consent_ledger_states except ${states} from consent_states)`)
    assert.deepEqual(differing, [])
  })
})
