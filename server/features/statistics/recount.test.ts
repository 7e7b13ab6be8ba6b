import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { sendMessage } from '#features/inbox/messages/send-message.ts'
import { days, hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { responseSpans } from '#shared/rules/time/response-times.ts'
import { sentimentOf } from '#shared/rules/text/sentiment.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { countEarlier } from './count-earlier.ts'
import { settleResolutions } from './resolutions.ts'

type Counts = Record<string, number | number[]>

const words = ['ship bao nhiêu vậy shop', 'cảm ơn shop nhiều nha', 'giao chậm quá, thất vọng', 'còn hàng không ạ', 'ok']
const acts = ['answer', 'clarify', 'contact', 'abstain', 'handoff', 'smalltalk', 'refuse']

function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

describe('what the hours hold', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  const inShop = <T>(shop: TestWorkspace, run: Parameters<typeof platform.db.asService<T>>[1]) =>
    platform.db.asService(shop.workspaceId, run)

  async function customer(shop: TestWorkspace, who: string, text: string): Promise<string> {
    const stored = await inShop(shop, tx =>
      receiveMessage(platform, tx, {
        ...shop,
        source: 'website',
        contact: { externalId: who },
        clientId: newId(),
        text,
      }),
    )
    return stored.conversationId
  }

  async function bot(shop: TestWorkspace, conversationId: string, act: string, silent: string | null): Promise<void> {
    const ws = shop.workspaceId
    const due = { workspace_id: ws, conversation_id: conversationId }
    await inShop(shop, async tx => {
      const answerId = newId()
      const sent = await sendMessage(platform, tx, {
        workspaceId: ws,
        conversationId,
        author: 'bot',
        text: 'Dạ',
        answerId,
      })
      await sql`insert into answers (id, workspace_id, conversation_id, up_to_seq, reply_id, act, silent_reason, text, language, confidence, path, ms, created_at)
        values (${answerId}, ${ws}, ${conversationId}, ${sent.seq - 1}, ${sent.id}, ${act}, ${silent}, 'Dạ', 'vi', 1, 'embedded', 1, ${platform.clock.now()})`.execute(
        tx,
      )
      const charged = { channel_id: sent.channel_id, seq: sent.seq, at: sent.created_at.toISOString() }
      await platform.jobs.emit(tx, 'answer.made', {
        ...{ ...due, answer_id: answerId, act },
        charged: silent === null ? charged : null,
      })
      if (act === 'handoff') await platform.jobs.emit(tx, 'person.wanted', { ...due, reason: 'asked' })
    })
  }

  async function story(shop: TestWorkspace, seed: number): Promise<void> {
    const roll = dice(seed)
    const open: string[] = []
    for (let step = 0; step < 60; step++) {
      platform.clock.advance([seconds(3), seconds(40), minutes(7), hours(3), hours(25)][roll(5)] ?? 0)
      const conversation = open[roll(open.length)]
      const what = conversation ? roll(7) : 0
      if (what < 3) open.push(await customer(shop, `${seed}-${roll(4)}`, words[roll(words.length)] ?? ''))
      else if (what < 5)
        await bot(shop, conversation ?? '', acts[roll(acts.length)] ?? '', roll(6) ? null : 'limit_reached')
      else if (what === 5) await reply(platform, shop.admin, { id: conversation ?? '', text: 'Chào bạn' })
      else
        await inShop(shop, tx =>
          platform.jobs.emit(tx, 'person.wanted', {
            workspace_id: shop.workspaceId,
            conversation_id: conversation ?? '',
            reason: 'no_reply',
          }),
        )
      if (!roll(3)) await settleResolutions(platform)
    }
    platform.clock.advance(days(2))
    await settleResolutions(platform)
    await settleResolutions(platform)
  }

  async function held(shop: TestWorkspace): Promise<Record<string, Counts>> {
    const { rows } = await inShop(shop, tx =>
      sql<Counts & { hour: Date }>`select hour, sum(received)::int as received, sum(positive)::int as positive,
        sum(neutral)::int as neutral, sum(negative)::int as negative, sum(opened)::int as opened, sum(answered)::int as answered,
        sum(replied)::int as replied, sum(handed_over)::int as handed_over, sum(settled)::int as settled, sum(resolved)::int as resolved,
        sum(response_ms)::int as response_ms, sum(responses)::int as responses, private.sum_counts(response_spread) as response_spread
        from private.statistics_hourly where workspace_id = ${shop.workspaceId} and channel_id = ${shop.channelId} group by hour`.execute(
        tx,
      ),
    )
    return Object.fromEntries(rows.map(({ hour, ...counts }) => [hour.toISOString(), counts]))
  }

  async function recount(shop: TestWorkspace): Promise<Record<string, Counts>> {
    type Message = { id: string; conversation_id: string; seq: number; author: string; text: string; created_at: Date }
    type Answer = {
      conversation_id: string
      act: string
      silent_reason: string | null
      reply_id: string
      created_at: Date
    }
    const read = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
      (await inShop(shop, tx => statement.execute(tx))).rows
    const ws = shop.workspaceId
    const messages = await read(
      sql<Message>`select * from messages where workspace_id = ${ws} order by conversation_id, seq`,
    )
    const answers = await read(sql<Answer>`select * from answers where workspace_id = ${ws}`)
    const opened = await read(
      sql<{ created_at: Date }>`select created_at from conversations where workspace_id = ${ws}`,
    )
    const wanted = await read(
      sql<{
        at: Date
        id: string
      }>`select at, payload->>'conversation_id' as id from private.events where workspace_id = ${ws} and name = 'person.wanted'`,
    )
    const all: Record<string, Counts> = {}
    const add = (at: Date, name: string, count = 1) => {
      const counts = (all[`${at.toISOString().slice(0, 13)}:00:00.000Z`] ??= empty())
      counts[name] = Number(counts[name]) + count
      return counts
    }
    const waited = (answering: Message) => {
      const before = messages.filter(m => m.conversation_id === answering.conversation_id && m.seq < answering.seq)
      const last = before.findLastIndex(m => m.author !== 'contact')
      const first = before[last + 1]
      if (!first) return
      const ms = answering.created_at.getTime() - first.created_at.getTime()
      const counts = add(answering.created_at, 'response_ms', ms)
      add(answering.created_at, 'responses')
      const place = responseSpans.filter(bound => bound <= ms).length
      const spread = counts['response_spread'] as number[]
      for (let n = spread.length; n <= place; n++) spread.push(0)
      spread[place]!++
    }
    for (const message of messages) {
      if (message.author === 'contact') {
        add(message.created_at, 'received')
        add(message.created_at, sentimentOf(message.text).label)
      } else if (message.author === 'member') {
        add(message.created_at, 'replied')
        waited(message)
      }
    }
    for (const { created_at } of opened) add(created_at, 'opened')
    for (const { at } of wanted) add(at, 'handed_over')
    for (const one of answers.filter(answer => answer.silent_reason === null)) {
      const reply = messages.find(message => message.id === one.reply_id)
      assert.ok(reply)
      add(one.created_at, 'answered')
      waited(reply)
      if (one.act === 'smalltalk') continue
      const until = one.created_at.getTime() + hours(24)
      const within = (at: Date) => at >= one.created_at && at.getTime() < until
      const left =
        messages.some(
          m => m.conversation_id === reply.conversation_id && m.author === 'member' && within(m.created_at),
        ) || wanted.some(w => w.id === reply.conversation_id && within(w.at))
      add(one.created_at, 'settled')
      if (!left && ['answer', 'clarify', 'contact'].includes(one.act)) add(one.created_at, 'resolved')
    }
    return all
  }

  function empty(): Counts {
    const names =
      'received positive neutral negative opened answered replied handed_over settled resolved response_ms responses'
    return { ...Object.fromEntries(names.split(' ').map(name => [name, 0])), response_spread: [] }
  }

  for (const seed of [1, 2, 3, 4]) {
    test(`is what the facts come to, also when they are counted afterwards (story ${seed})`, async () => {
      const shop = await makeWorkspace(platform)
      await story(shop, seed)
      const facts = await recount(shop)
      assert.ok(Object.values(facts).some(counts => Number(counts['resolved']) > 0))
      assert.deepEqual(await held(shop), facts)

      await inShop(shop, async tx => {
        await sql`delete from private.statistics_hourly where workspace_id = ${shop.workspaceId}`.execute(tx)
        await sql`insert into private.statistics_backlog (workspace_id, before) values (${shop.workspaceId}, ${platform.clock.now()})`.execute(
          tx,
        )
      })
      await countEarlier(platform)
      await countEarlier(platform)
      assert.deepEqual(await held(shop), facts)
    })
  }
})
