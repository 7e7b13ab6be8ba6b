import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { endTrials } from '#features/billing/plans/start-trial.ts'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { addConsent } from '#features/customers/consent/consent-ledger.ts'
import { mergeCustomers } from '#features/customers/merging/merge-customers.ts'
import { splitCustomer } from '#features/customers/merging/split-customer.ts'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { plan, say, wait } from '#tests/fixtures/sequence-plan.ts'
import { sequenceShop } from '#tests/fixtures/sequence-shop.ts'
import { enterSequence } from './enter-sequence.ts'
import { runSequences } from './run-sequences.ts'

const refused = (): SendOutcome => ({ outcome: 'failed', class: 'permanent', code: 'facebook.refused' })

describe('what a sequence may not do, and who leaves it', () => {
  const at = sequenceShop()
  const { rows, headersOf, call, drafted, published, wrote, start, turn, pass, sent, runOf, way, used, tag, caller } =
    at

  test('what the rules put off waits for its time, or for the step’s own limit and no longer', async () => {
    const second = say('Đơn đã tới', 'second', { purpose: 'service', within_hours: 5, otherwise: 'end' })
    const id = await published(plan([say('Nhắc lịch'), wait(1), second, say('Nữa', 'third')]))
    const lan = await wrote('lan', 'chào', 0)
    await start(id, lan)
    await turn()
    assert.equal((await runOf(id, lan))?.reason, 'conversation_active')
    await pass(minutes(50))
    assert.deepEqual(sent(), [])
    await pass(minutes(10))
    assert.deepEqual(sent(), ['lan: Nhắc lịch'])
    await rows(sql`update channels set status = 'needs_reconnect' where id = ${at.channel.id}`)
    await pass(minutes(10))
    assert.equal((await runOf(id, lan))?.reason, 'not_connected')
    await pass(hours(4))
    assert.equal((await runOf(id, lan))?.ended_why, null)
    await pass(hours(1))
    const run = await runOf(id, lan)
    const done = ['say sent', 'wait waited', 'second skipped not_connected']
    assert.deepEqual([way(run), run?.ended_why], [done, 'not_sent'])
    assert.deepEqual(sent(), ['lan: Nhắc lịch'])
  })

  test('whoever refuses leaves at once, and what was made for them is taken back with all that it reserved', async () => {
    const id = await published(plan([say('Nhắc lịch'), wait(5)]))
    const order = await published(plan([wait(5), say('Đơn của mình đã tới', 'o', { purpose: 'service' })]))
    const lan = await wrote('lan')
    await rows(sql`insert into private.channel_pace (workspace_id, channel_id, wait_until)
      values (${at.admin.workspaceId}, ${at.channel.id}, ${new Date(at.platform.clock.now().getTime() + seconds(20))})`)
    await start(id, lan)
    await start(order, lan)
    await runSequences(at.platform)
    assert.equal(await used(), 1)
    await wrote('lan', 'TC')
    assert.equal((await runOf(id, lan))?.ended_why, 'opted_out')
    assert.equal((await runOf(order, lan))?.ended_why, null)
    await pass(minutes(30))
    assert.deepEqual(sent(), ['lan: Đơn của mình đã tới'])
    assert.equal(await used(), 1)
    assert.equal(
      (await rows(sql`select from private.send_marks where customer_id = ${lan} and purpose = 'care'`)).length,
      0,
    )
  })

  test('what happens between the making of a message and its leaving is heard: a reply first, a pause, a goal', async () => {
    const hold = () =>
      rows(sql`insert into private.channel_pace (workspace_id, channel_id, wait_until)
        values (${at.admin.workspaceId}, ${at.channel.id}, ${new Date(at.platform.clock.now().getTime() + seconds(20))})
        on conflict (workspace_id, channel_id) do update set wait_until = excluded.wait_until`)
    const goal = { by: 'tag' as const, id: await tag() }
    const id = await published(plan([say('Nhắc lịch'), wait(5)], { goal }))
    const [lan, mai, nga] = [await wrote('lan'), await wrote('mai'), await wrote('nga')]
    await hold()
    for (const one of [lan, mai, nga]) await start(id, one)
    await runSequences(at.platform)
    assert.equal(await used(), 3)
    await rows(
      sql`insert into customer_tags (workspace_id, customer_id, tag_id, created_at) values (${at.admin.workspaceId}, ${mai}, ${goal.id}, now())`,
    )
    await rows(sql`update conversations set waiting_since = ${at.platform.clock.now()} where id in (select v.id from conversations v
      join contacts k on k.id = v.contact_id where k.customer_id = ${lan})`)
    await pass(minutes(1), seconds(10))
    assert.deepEqual(sent(), ['nga: Nhắc lịch'])
    assert.deepEqual(
      [(await runOf(id, mai))?.ended_why, (await runOf(id, lan))?.reason],
      ['goal', 'conversation_active'],
    )
    assert.equal(await used(), 1)
    await rows(sql`update conversations set waiting_since = null where workspace_id = ${at.admin.workspaceId}`)
    await hold()
    await pass(minutes(6), minutes(1))
    assert.deepEqual(sent(), ['nga: Nhắc lịch', 'lan: Nhắc lịch'])
  })

  test('a person takes over and it is over; a step that gives them to somebody is no such thing', async () => {
    const id = await published(plan([{ id: 'give', is: 'assign', person_id: at.member.personId }, wait(60)]))
    const other = await published(plan([wait(60), { id: 'hand', is: 'hand_over' }, wait(5, 'never')]))
    const lan = await wrote('lan')
    await start(id, lan)
    await start(other, lan)
    await turn()
    const [talk] = await rows(
      sql<{
        id: string
        assignee_id: string
      }>`select id, assignee_id from conversations where workspace_id = ${at.admin.workspaceId}`,
    )
    assert.equal(talk?.assignee_id, at.member.personId)
    assert.deepEqual([(await runOf(id, lan))?.ended_why, (await runOf(other, lan))?.ended_why], [null, null])
    await pass(minutes(50))
    await at.platform.db.asService(at.admin.workspaceId, tx =>
      at.platform.jobs.emit(tx, 'conversation.assigned', {
        ...{
          workspace_id: at.admin.workspaceId,
          conversation_id: talk?.id ?? '',
          person_id: at.admin.personId,
          by: at.admin.personId,
        },
      }),
    )
    assert.deepEqual(
      [(await runOf(id, lan))?.ended_why, (await runOf(other, lan))?.ended_why],
      ['assigned', 'assigned'],
    )
    const mai = await wrote('mai')
    await start(other, mai)
    await pass(minutes(70))
    const run = await runOf(other, mai)
    assert.deepEqual([way(run), run?.ended_why], [['wait waited', 'hand handed_over'], 'handed_over'])
    const [waits] = await rows(sql<{ waits: boolean }>`select waiting_since is not null as waits from conversations v
      join contacts k on k.id = v.contact_id where k.customer_id = ${mai}`)
    assert.equal(waits?.waits, true)
  })

  test('two customers turn out to be one in the middle: one way goes on, and parted each has theirs', async () => {
    const [both, one] = [
      await published(plan([wait(60), say('Chung')])),
      await published(plan([wait(60), say('Riêng')])),
    ]
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    for (const who of [lan, mai]) await start(both, who)
    await start(one, mai)
    await turn()
    const { merge_id } = await mergeCustomers(at.platform, caller(), { customer_id: lan, merged_id: mai })
    assert.equal((await runOf(both, mai))?.ended_why, 'merged')
    assert.equal((await runOf(one, lan))?.ended_why, null)
    await pass(minutes(70))
    assert.equal(sent().length, 1)
    await splitCustomer(at.platform, caller(), { id: lan, merge_id })
    await pass(hours(25), hours(1))
    assert.ok(await runOf(both, lan))
  })

  test('who entered at the moment of a merge goes on as who they are, and once', async () => {
    const [both, one] = [await published(plan([wait(60)])), await published(plan([wait(60)]))]
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    await start(both, lan)
    await turn()
    await mergeCustomers(at.platform, caller(), { customer_id: lan, merged_id: mai })
    const { workspaceId } = at.admin
    for (const sequenceId of [both, one])
      await at.platform.db.asService(workspaceId, tx =>
        enterSequence(at.platform, tx, { workspaceId, sequenceId, customerId: mai, by: 'tagged' }),
      )
    await turn()
    const live = await rows(sql<{ customer_id: string; step: string | null }>`select customer_id, step
      from private.sequence_runs where workspace_id = ${workspaceId} and ended_at is null`)
    assert.deepEqual(live, Array(2).fill({ customer_id: lan, step: 'wait' }))
  })

  test('forgotten, restricted, taken out by hand: nothing more goes, and of the forgotten nothing stays', async () => {
    const id = await published(plan([wait(60), say('Nhắc lịch')]))
    const [lan, mai, nga] = [await wrote('lan'), await wrote('mai'), await wrote('nga')]
    for (const who of [lan, mai, nga]) await start(id, who)
    await turn()
    await at.app.inject({ method: 'DELETE', url: `/api/v1/customers/${lan}`, headers: await headersOf(at.admin) })
    await at.platform.jobs.drain()
    assert.equal(await runOf(id, lan), undefined)
    await rows(sql`update customers set restricted_at = ${at.platform.clock.now()} where id = ${mai}`)
    const [run] = await rows(sql<{ id: string }>`select id from private.sequence_runs where customer_id = ${nga}`)
    assert.equal((await call('DELETE', `/${id}/runs/${run?.id}`, undefined, at.member)).code, 'ok')
    assert.equal((await call('DELETE', `/${id}/runs/${run?.id}`, undefined, at.member)).code, 'request.not_found')
    await pass(minutes(70))
    assert.deepEqual(
      [(await runOf(id, mai))?.ended_why, (await runOf(id, nga))?.ended_why, sent()],
      ['restricted', 'by_hand', []],
    )
  })

  test('a lost channel is waited for, a refusal of the platform passed by, and the plan’s end pauses all', async () => {
    const id = await published(plan([say('Nhắc lịch'), say('Hỏi thăm', 'second', { purpose: 'promotion' }), wait(60)]))
    const lan = await wrote('lan')
    const set = (status: string) => rows(sql`update channels set status = ${status} where id = ${at.channel.id}`)
    await set('needs_reconnect')
    await start(id, lan)
    await turn()
    assert.equal((await runOf(id, lan))?.reason, 'not_connected')
    await set('connected')
    at.kind.outcomes.push(refused)
    await pass(minutes(10))
    assert.deepEqual(way(await runOf(id, lan)), ['say skipped facebook.refused', 'second skipped no_consent'])
    assert.equal(await used(), 0)
    await rows(
      sql`with plan as (update subscriptions set period_end = ${at.platform.clock.now()} where workspace_id = ${at.admin.workspaceId})
        update usage_counters set period_end = ${at.platform.clock.now()} where workspace_id = ${at.admin.workspaceId} and metric = 'campaigns'`,
    )
    await endTrials(at.platform)
    const { body } = await call('GET', `/${id}`)
    assert.deepEqual([body['status'], body['reason']], ['paused', 'plan'])
    const fresh = await drafted(plan([say('Chào bạn')]))
    assert.equal((await call('POST', `/${fresh}/publish`, {})).code, 'usage.campaigns_reached')
    assert.equal((await call('POST', `/${id}/resume`)).code, 'usage.campaigns_reached')
  })

  test('the plan’s last message goes to one of two, and the other waits', async () => {
    await rows(
      sql`update usage_counters set hard_limit = 1 where workspace_id = ${at.admin.workspaceId} and metric = 'campaigns'`,
    )
    const id = await published(plan([say('Nhắc lịch'), wait(60)]))
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    for (const who of [lan, mai]) await start(id, who)
    await Promise.all([runSequences(at.platform), runSequences(at.platform)])
    await turn()
    assert.equal(sent().length, 1)
    const reasons = [(await runOf(id, lan))?.reason, (await runOf(id, mai))?.reason]
    assert.ok(reasons.includes('plan_quota'), String(reasons))
  })

  test('what advertises needs consent for this channel, is labelled, and keeps the hours', async () => {
    const id = await published(plan([wait(10 * 60), say('Ưu đãi tháng này', 'promo', { purpose: 'promotion' })]))
    const agreed = async (userId: string) => {
      const customerId = await wrote(userId)
      await at.platform.db.asService(at.admin.workspaceId, tx =>
        addConsent(at.platform, tx, {
          ...{ workspaceId: at.admin.workspaceId, customerId, channelIds: [at.channel.id], purposes: ['promotion'] },
          ...{ act: 'given', how: 'message', words: 'Vâng', event: newId() },
        }),
      )
      return customerId
    }
    await start(id, await agreed('lan'))
    await turn()
    await pass(hours(11))
    assert.equal(sent().length, 1)
    assert.match(sent()[0] ?? '', /^lan: \[QC\] .*Ưu đãi tháng này/)
    const mai = await agreed('mai')
    const late = await published(plan([say('Khuya', 'late', { purpose: 'promotion' })]))
    await start(late, mai)
    await turn()
    assert.equal((await runOf(late, mai))?.reason, 'quiet_hours')
    await pass(hours(10), hours(1))
    assert.equal(sent().length, 1)
    await pass(hours(1))
    assert.equal(sent().length, 2)
  })
})
