import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { mergeCustomers } from '#features/customers/merging/merge-customers.ts'
import { days, minutes, seconds } from '#platform/clock.ts'
import { plan, say, wait } from '#tests/fixtures/sequence-plan.ts'
import { connectScripted } from '#tests/fixtures/scripted-kind.ts'
import { sequenceShop } from '#tests/fixtures/sequence-shop.ts'
import { runSequences } from './run-sequences.ts'

const failed: SendOutcome = { outcome: 'failed', class: 'permanent', code: 'facebook.refused' }
const unreachable: SendOutcome = { outcome: 'failed', class: 'recipient_unreachable', code: 'facebook.unreachable' }

describe('a person who was two customers gets a step of a sequence once', () => {
  const at = sequenceShop()
  const { rows, published, wrote, start, turn, pass, sent, runOf, way, used, caller } = at
  const order = (id = 'say') => say(`Đơn đã tới (${id})`, id, { purpose: 'service', otherwise: 'end' })
  const merge = (stays: string, goes: string) =>
    mergeCustomers(at.platform, caller(), { customer_id: stays, merged_id: goes })
  const hold = () =>
    rows(sql`insert into private.channel_pace (workspace_id, channel_id, wait_until)
      values (${at.admin.workspaceId}, ${at.channel.id}, ${new Date(at.platform.clock.now().getTime() + seconds(20))})
      on conflict (workspace_id, channel_id) do update set wait_until = excluded.wait_until`)

  test('what they got as somebody else, on another channel, they do not get again, and the rest once', async () => {
    const other = await connectScripted(at.platform, { workspaceId: at.admin.workspaceId } as never, at.kind)
    const id = await published(plan([wait(5), order(), wait(60, 'then'), order('second')]))
    const [lan, mai] = [await wrote('lan'), await wrote('mai', 'chào shop', 2, other.accountId)]
    await start(id, mai)
    await pass(minutes(10), minutes(1))
    await start(id, lan)
    await turn()
    await merge(lan, mai)
    await pass(minutes(10), minutes(1))
    assert.deepEqual(way(await runOf(id, lan)), ['wait waited', 'say skipped reached_already'])
    await pass(minutes(70))
    const run = await runOf(id, lan)
    assert.deepEqual([way(run)?.at(-1), run?.ended_why], ['second sent', 'finished'])
    const texts = sent().map(line => line.split(': ')[1])
    assert.deepEqual(texts, ['Đơn đã tới (say)', 'Đơn đã tới (second)'])
    assert.equal(await used(), 2)
  })

  test('who only stood before the door does not take the other’s way from them', async () => {
    const id = await published(plan([wait(5), order()]))
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    await start(id, mai)
    await turn()
    await start(id, lan)
    await merge(lan, mai)
    await pass(minutes(10), minutes(1))
    assert.deepEqual([way(await runOf(id, lan)), sent().length], [['wait waited', 'say sent'], 1])
  })

  test('also what they got on a way that was over, unless the sequence lets people come again', async () => {
    const never = await published(plan([wait(5), order()]))
    const daily = await published(plan([wait(5), order()], { again_after_days: 1 }))
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    for (const id of [never, daily]) await start(id, lan)
    await pass(minutes(10), minutes(1))
    assert.equal(sent().length, 2)
    await pass(days(2), days(1))
    await wrote('mai', 'chào lại', 0)
    for (const id of [never, daily]) await start(id, mai)
    await turn()
    await merge(mai, lan)
    await pass(minutes(10), minutes(1))
    const [once, again] = [await runOf(never, mai), await runOf(daily, mai)]
    assert.deepEqual([way(once)?.at(-1), way(again)?.at(-1)], ['say skipped reached_already', 'say sent'])
  })

  for (const [title, outcome, mine] of [
    ['it arrives', undefined, 'say skipped reached_already'],
    ['it is refused', failed, 'say sent'],
    ['nobody can be reached there', unreachable, 'say sent'],
  ] as const)
    test(`merged while the other’s is on its way, who stays waits for what becomes of it: ${title}`, async () => {
      const id = await published(plan([wait(1), order(), wait(60, 'then')]))
      const [lan, mai] = [await wrote('lan'), await wrote('mai')]
      await start(id, mai)
      await turn()
      at.platform.clock.advance(seconds(30))
      await start(id, lan)
      await turn()
      at.platform.clock.advance(seconds(35))
      await hold()
      await runSequences(at.platform)
      at.platform.clock.advance(seconds(30))
      at.kind.outcomes.push(async (): Promise<SendOutcome> => {
        await merge(lan, mai)
        await runSequences(at.platform)
        assert.deepEqual(way(await runOf(id, lan)), ['wait waited'], 'it is not known yet')
        return outcome ?? { outcome: 'sent', externalId: 'first' }
      })
      await at.platform.jobs.drain()
      await pass(minutes(10), minutes(1))
      assert.deepEqual(way(await runOf(id, lan)), ['wait waited', mine])
      assert.equal(sent().length, outcome ? 2 : 1)
      assert.equal(await used(), 1)
    })

  test('what was made for who stays is taken back when the other’s has arrived', async () => {
    const id = await published(plan([order(), wait(60)]))
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    await hold()
    for (const who of [lan, mai]) await start(id, who)
    await runSequences(at.platform)
    assert.equal(await used(), 2)
    const later = new Date(at.platform.clock.now().getTime() + minutes(2))
    await rows(sql`update messages set check_at = ${later} where origin = 'sequence' and workspace_id = ${at.admin.workspaceId}
      and conversation_id in (select v.id from conversations v join contacts k on k.id = v.contact_id where k.customer_id = ${lan})`)
    await pass(minutes(1), seconds(30))
    assert.deepEqual(sent(), ['mai: Đơn đã tới (say)'])
    await merge(lan, mai)
    await pass(minutes(10), minutes(1))
    assert.deepEqual([way(await runOf(id, lan)), sent().length, await used()], [['say skipped reached_already'], 1, 1])
  })

  test('a merge at the moment at which it leaves comes before or after, and nothing in between', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await published(plan([order(), wait(60)]))
      const [lan, mai] = [await wrote(`lan-${round}`), await wrote(`mai-${round}`)]
      await start(id, mai)
      await turn()
      await hold()
      await start(id, lan)
      await runSequences(at.platform)
      at.platform.clock.advance(seconds(30))
      const before = sent().length
      await Promise.all([merge(lan, mai), at.platform.jobs.drain(), runSequences(at.platform)])
      await pass(minutes(2), minutes(1))
      const [first] = way(await runOf(id, lan)) ?? []
      const left = sent().length - before
      assert.deepEqual([first, left], left === 1 ? ['say sent', 1] : ['say skipped reached_already', 0])
    }
  })

  test('a message that may have arrived is waited for while it is looked for', async () => {
    const id = await published(plan([order(), wait(60)]))
    const lan = await wrote('lan')
    at.kind.outcomes.push(() => ({ outcome: 'unknown' }))
    await start(id, lan)
    await turn()
    const made = await rows(sql`select status, check_at is not null as looks from messages
      where workspace_id = ${at.admin.workspaceId} and origin = 'sequence'`)
    assert.deepEqual(made, [{ status: 'unsure', looks: true }])
    await rows(sql`update private.sequence_runs set next_at = ${at.platform.clock.now()} where sequence_id = ${id}`)
    await turn()
    const run = await runOf(id, lan)
    assert.deepEqual([run?.step, way(run)], ['say', []])
  })
})
