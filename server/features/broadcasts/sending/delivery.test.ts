import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { endTrials } from '#features/billing/plans/start-trial.ts'
import { markChannelLost } from '#features/channels/connections/mark-channel-lost.ts'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { defaultRules } from '#shared/rules/campaigns/campaign-rules.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { BroadcastCounters } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { broadcastShop } from '#tests/fixtures/broadcast-shop.ts'
import { retryBroadcast } from './retry-broadcast.ts'
import { cancelBroadcast, resumeBroadcast } from './change-state.ts'
import { makeBroadcast } from '../drafts/drafts.ts'
import { makeMessage } from './make-message.ts'
import { previewBroadcast } from '../drafts/preview-broadcast.ts'
import { saveRules } from '../rules/save-rules.ts'
import { groupOf } from '../drafts/two-texts.ts'

const lost = (): SendOutcome => ({ outcome: 'unknown' })
const refused = (): SendOutcome => ({ outcome: 'failed', class: 'permanent', code: 'facebook.refused' })

const replied = (rows: (query: ReturnType<typeof sql<unknown>>) => Promise<unknown>, times: number) =>
  rows(sql`with moved as (update conversations set last_seq = last_seq + 100, waiting_since = null returning *)
    insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
    select gen_random_uuid(), workspace_id, id, channel_id, last_seq - n, 'out', 'member', 'Dạ', 'sent', last_inbound_at + interval '1 second'
    from moved, generate_series(1, ${times}::int) n`)

const planUntil = (rows: (query: ReturnType<typeof sql<unknown>>) => Promise<unknown>, until: Date) =>
  rows(sql`with plan as (update subscriptions set period_end = ${until})
    update usage_counters set period_end = ${until} where metric = 'campaigns'`)

const footer = 'Mình ghé lại nhé\n\nKhông muốn nhận tin nữa, anh/chị nhắn TC nhé.'

test('leaves by the platform, once, and is over when it has', async t => {
  const { start, pass, sent, states, status, kind } = await broadcastShop(t, 'facebook', 3)
  const id = await start()
  await pass(seconds(10))
  assert.deepEqual(sent(), [footer, footer, footer])
  assert.ok(kind.calls.every(({ permit }) => permit === 'response'))
  assert.deepEqual(await states(), ['sent', 'sent', 'sent'])
  assert.equal((await status(id))?.status, 'done')
})

test('a group that became empty before its hour is over at once, with nothing of anybody, which its page says', async t => {
  const { start, pass, rows, sent, status, platform, workspace } = await broadcastShop(t, 'facebook', 2)
  const now = platform.clock.now()
  const tagId = newId()
  await rows(sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
    values (${tagId}, ${workspace.workspaceId}, 'Quen', 'quen', 'water', ${now})`)
  await rows(sql`insert into customer_tags (workspace_id, customer_id, tag_id, created_at)
    select workspace_id, customer_id, ${tagId}, ${now} from contacts`)
  const id = await start({ audience: { is: 'tag', tag_id: tagId }, start_at: after(now, hours(1)).toISOString() })
  await rows(sql`delete from customer_tags`)
  await pass(hours(1) + minutes(2))
  assert.deepEqual([sent(), (await status(id))?.status], [[], 'done'])
  const [row] = await rows(sql<{ counters: BroadcastCounters }>`select counters from broadcasts where id = ${id}`)
  assert.deepEqual([row?.counters.states, row?.counters.reasons], [{}, {}])
})

test('no more than twenty wait for their hour, and no more than a thousand are made in a year', async t => {
  const { start, rows, platform, workspace } = await broadcastShop(t, 'facebook')
  const now = platform.clock.now()
  const text = { purpose: 'service' } as const
  const later = { ...text, start_at: new Date(now.getTime() + hours(1)).toISOString() }
  await rows(sql`insert into broadcasts (id, workspace_id, name, routes, status, created_at, changed_at)
    select gen_random_uuid(), ${workspace.workspaceId}, 'Hẹn', '{}', 'scheduled', ${now}, ${now} from generate_series(1, 19)`)
  await start(later)
  await assert.rejects(start(later), { code: 'broadcast.too_many_scheduled' })
  const busy = (status: string) =>
    rows(sql`insert into broadcasts (id, workspace_id, name, routes, status, created_at, changed_at)
      select gen_random_uuid(), ${workspace.workspaceId}, 'Bận', '{}', ${status}, ${now}, ${now} from generate_series(1, 3)`)
  await busy('paused')
  await assert.rejects(start(text), { code: 'broadcast.too_many_running' })
  await rows(sql`delete from broadcasts where name = 'Bận'`)
  await start(text)
  const before = (days: number) =>
    rows(sql`insert into broadcasts (id, workspace_id, name, routes, status, created_at, changed_at)
      select gen_random_uuid(), ${workspace.workspaceId}, 'Cũ', '{}', 'cancelled', ${after(now, -hours(24 * days))}, ${now}
      from generate_series(1, 990)`)
  await before(366)
  await start(text)
  await before(364)
  await assert.rejects(start(text), { code: 'request.too_many' })
})

test('with the plan’s end it pauses, admins are told, and without another plan it does not go on', async t => {
  const { start, pass, hold, sent, status, rows, platform, workspace } = await broadcastShop(t, 'facebook', 2)
  const { admin } = workspace
  await hold(seconds(20))
  const id = await start()
  const now = platform.clock.now()
  await planUntil(rows, now)
  await endTrials(platform)
  assert.deepEqual([(await status(id))?.status, (await status(id))?.reason], ['paused', 'plan'])
  const notices = await rows(sql`select data ->> 'what' as what from notifications where kind = 'campaign'`)
  assert.deepEqual(notices, [{ what: 'plan' }])
  await pass(seconds(30))
  await assert.rejects(resumeBroadcast(platform, admin, { id }), { code: 'usage.campaigns_reached' })
  assert.deepEqual(sent(), [])
  await planUntil(rows, after(now, hours(48)))
  await resumeBroadcast(platform, admin, { id })
  await pass(seconds(10))
  assert.deepEqual([sent(), (await status(id))?.status], [[footer, footer], 'done'])
})

test('after the plan’s end nothing is started, given an hour or tried again; what waited for its hour pauses then', async t => {
  const { start, pass, kind, sent, states, status, rows, platform, workspace } = await broadcastShop(t, 'facebook', 2)
  const { admin } = workspace
  const now = platform.clock.now()
  kind.outcomes.push(refused)
  const failed = await start()
  await pass(seconds(10))
  const service = { purpose: 'service' } as const
  const inAnHour = { ...service, start_at: after(now, hours(1)).toISOString() }
  const waiting = await start(inAnHour)
  await planUntil(rows, platform.clock.now())
  await endTrials(platform)
  const withoutPlan = { code: 'usage.campaigns_reached', status: 403 }
  await assert.rejects(start(service), withoutPlan)
  await assert.rejects(start(inAnHour), withoutPlan)
  await assert.rejects(retryBroadcast(platform, admin, { id: failed, unsure: false }), withoutPlan)
  const stand = () => rows(sql`select status, count(*)::int as n from broadcasts group by status order by status`)
  const drafts = { status: 'draft', n: 2 }
  assert.deepEqual(await stand(), [{ status: 'done', n: 1 }, drafts, { status: 'scheduled', n: 1 }])
  assert.deepEqual((await states()).toSorted(), ['failed facebook.refused', 'sent'])
  await pass(hours(1) + minutes(1), minutes(1))
  assert.deepEqual([(await status(waiting))?.status, (await status(waiting))?.reason], ['paused', 'plan'])
  const notices = await rows(
    sql`select data ->> 'what' as what from notifications where kind = 'campaign' order by created_at, id`,
  )
  assert.deepEqual(notices, [{ what: 'finished' }, { what: 'plan' }])
  await assert.rejects(resumeBroadcast(platform, admin, { id: waiting }), withoutPlan)
  assert.equal(sent().length, 2)
  await planUntil(rows, after(now, hours(48)))
  await resumeBroadcast(platform, admin, { id: waiting })
  await retryBroadcast(platform, admin, { id: failed, unsure: false })
  await pass(seconds(20))
  assert.deepEqual([(await status(waiting))?.status, (await status(failed))?.status], ['done', 'done'])
  assert.equal(sent().length, 5)
})

test('a refusal between the making of a message and its leaving takes it back, with all that was reserved', async t => {
  const { start, pass, hold, write, sent, states, used, rows } = await broadcastShop(t, 'facebook', 2)
  await hold(seconds(20))
  await start()
  assert.deepEqual([await states(), await used()], [['queued', 'queued'], 2])
  await write('STOP', 'u0')
  await pass(seconds(30))
  assert.equal(sent().filter(text => text === footer).length, 1)
  assert.deepEqual((await states()).sort(), ['sent', 'skipped opted_out'])
  assert.equal(await used(), 1)
  assert.equal((await rows(sql`select 1 from private.send_marks`)).length, 1)
  assert.equal((await rows(sql`select 1 from messages where origin is not null`)).length, 1)
})

test('a reply goes before it, in the same conversation and in others', async t => {
  const { start, pass, hold, write, sent, rows, platform, workspace } = await broadcastShop(t, 'facebook', 2)
  const [talk] = await rows(
    sql<{
      id: string
    }>`select v.id from conversations v join contacts c on c.id = v.contact_id where c.external_id = 'u0'`,
  )
  await hold(seconds(5))
  await start({ purpose: 'service', content: { texts: { vi: 'Đơn đã gửi' } } })
  await reply(platform, workspace.admin, { id: talk?.id ?? '', text: 'Dạ còn ạ' })
  await pass(seconds(10))
  assert.deepEqual([sent().indexOf('Dạ còn ạ') < sent().lastIndexOf('Đơn đã gửi'), sent().length], [true, 3])
  const [first] = await rows(sql<{
    early: boolean
  }>`select r.sent_at <= m.sent_at as early from messages r join messages m
    on m.conversation_id = r.conversation_id and m.origin is not null where r.text = 'Dạ còn ạ'`)
  assert.equal(first?.early, true)
  await rows(
    sql`update private.channel_pace set wait_until = ${new Date(platform.clock.now().getTime() + seconds(30))}`,
  )
  await write('còn không ạ', 'u1')
  await reply(platform, workspace.admin, { id: talk?.id ?? '', text: 'Chờ em chút' })
  await pass(seconds(2))
  await start({ purpose: 'service', content: { texts: { vi: 'Đơn thứ hai' } } })
  assert.deepEqual(await rows(sql`select 1 from messages where text = 'Đơn thứ hai'`), [])
  await pass(seconds(40))
  assert.equal(sent().filter(text => text === 'Đơn thứ hai').length, 2)
})

test('what nobody knows to have arrived is never said twice where nothing tells', async t => {
  const { start, pass, kind, sent, states, status, used } = await broadcastShop(t, 'zalo')
  kind.outcomes.push(lost)
  const id = await start()
  await pass(minutes(3), seconds(5))
  assert.deepEqual([sent().length, await states(), await used()], [1, ['unsure'], 1])
  assert.equal((await status(id))?.status, 'done')
})

test('what the platform refuses is the broadcast’s own affair, and is given back', async t => {
  const { start, pass, kind, states, rows, used } = await broadcastShop(t, 'facebook')
  kind.outcomes.push(refused)
  await start()
  await pass(seconds(10))
  assert.deepEqual([await states(), await used()], [['failed facebook.refused'], 0])
  assert.deepEqual(await rows(sql`select 1 from dead_letters`), [])
})

test('what did not arrive is tried again by hand, and what may have arrived only if somebody says so', async t => {
  const { start, pass, kind, states, sent, platform, workspace, used } = await broadcastShop(t, 'zalo', 2)
  kind.outcomes.push(refused, lost)
  const id = await start()
  await pass(minutes(2), seconds(5))
  assert.deepEqual((await states()).sort(), ['failed facebook.refused', 'unsure'])
  await retryBroadcast(platform, workspace.admin, { id, unsure: false })
  await pass(seconds(10))
  assert.deepEqual([(await states()).sort(), sent().length, await used()], [['sent', 'unsure'], 3, 2])
  await retryBroadcast(platform, workspace.admin, { id, unsure: true })
  await pass(seconds(10))
  assert.deepEqual([await states(), sent().length], [['sent', 'sent'], 4])
  await assert.rejects(retryBroadcast(platform, workspace.admin, { id, unsure: true }), { code: 'broadcast.nobody' })
})

test('where one in five does not arrive it pauses by itself; where the channel is lost too', async t => {
  const { start, pass, kind, status, platform, workspace, channel, rows } = await broadcastShop(t, 'facebook', 40)
  kind.outcomes.push(
    ...Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? refused : () => ({ outcome: 'sent', externalId: `x${at}` }) as const,
    ),
  )
  const id = await start()
  await pass(seconds(20))
  assert.deepEqual([(await status(id))?.status, (await status(id))?.reason], ['paused', 'failures'])
  await rows(sql`update broadcasts set status = 'running', reason = null where id = ${id}`)
  const known = {
    id: channel.id,
    workspaceId: workspace.workspaceId,
    kind: 'facebook',
    accountId: channel.accountId,
    name: '',
    status: 'connected',
    lastInAt: null,
  } as const
  await platform.db.asService(null, tx => markChannelLost(platform, tx, known, 'facebook.token_dead'))
  assert.deepEqual([(await status(id))?.status, (await status(id))?.reason], ['paused', 'channel'])
})

test('of what Zalo takes in a minute campaigns get no more than half, and not much less', async t => {
  const { start, pass, kind, platform } = await broadcastShop(t, 'zalo', 16, { ZALO_REQUESTS_PER_MINUTE: '20' })
  const times: number[] = []
  for (let at = 0; at < 16; at++)
    kind.outcomes.push(() => {
      times.push(platform.clock.now().getTime())
      return { outcome: 'sent', externalId: `z${times.length}` }
    })
  await start()
  await pass(minutes(2), seconds(2))
  // Processes sharing a bucket use the real clock, which hardly moves here: that costs a few.
  assert.ok(times.length >= 9, `${times.length} in two minutes`)
  for (const begin of times) assert.ok(times.filter(at => at >= begin && at < begin + minutes(1)).length <= 10)
})

test('two broadcasts that want the last message of a plan, or the last money of a month, do not both get it', async t => {
  for (const what of ['plan', 'money'] as const) {
    const { start, rows, platform, workspace, channel } = await broadcastShop(t, 'zalo', 2)
    const { workspaceId } = workspace
    await rows(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
      select gen_random_uuid(), v.workspace_id, v.id, v.channel_id, 100 + n, 'out', 'member', 'Dạ', 'sent', v.last_inbound_at + interval '1 minute'
      from conversations v, generate_series(1, 8) n where v.workspace_id = ${workspaceId}`)
    await rows(sql`update conversations set last_seq = 200 where workspace_id = ${workspaceId}`)
    const line = (status: string) => rows(sql`update channels set status = ${status} where id = ${channel.id}`)
    await line('needs_reconnect')
    const text = { purpose: 'service', max_each: 55, content: { texts: { vi: 'Đơn đã gửi' } } } as const
    const ids = [await start(text, 110), await start(text, 110)]
    await line('connected')
    if (what === 'plan')
      await rows(
        sql`update usage_counters set hard_limit = used + 1 where workspace_id = ${workspaceId} and metric = 'campaigns'`,
      )
    else await saveRules(platform, workspace.admin, { ...defaultRules, money_per_month: 100 })
    const wanted = await rows(sql<{
      recipientId: string
      contactId: string
    }>`select distinct on (broadcast_id) id as "recipientId",
      contact_id as "contactId" from private.broadcast_recipients where broadcast_id = any (${ids}::uuid[])
      order by broadcast_id, case when broadcast_id = ${ids[0]} then contact_id end, contact_id desc`)
    const became = await Promise.all(wanted.map(one => makeMessage(platform, { workspaceId, ...one })))
    assert.deepEqual(became.toSorted(), ['made', what === 'plan' ? 'no plan' : 'no money'])
    const [counted] = await rows(
      sql<{
        money: number
        spent: number
        made: number
      }>`select (select spent::int from private.campaign_spending where workspace_id = ${workspaceId}) as money,
        (select sum(spent)::int from broadcasts where workspace_id = ${workspaceId}) as spent,
        (select count(*)::int from messages where workspace_id = ${workspaceId} and origin is not null) as made`,
    )
    assert.deepEqual(counted, { money: 55, spent: 55, made: 1 })
    if (what === 'plan') continue
    const draft = broadcastDraft.parse({ name: 'Thêm', ...text })
    const { id } = await makeBroadcast(platform, workspace.admin, draft)
    const { preview } = await previewBroadcast(platform, workspace.admin, { id, confirmed: true })
    assert.deepEqual(
      [preview.now, preview.never.map(({ reason, count }) => [reason, count])],
      [[], [['cost_limit', 2]]],
    )
    for (const of of ids) await cancelBroadcast(platform, workspace.admin, { id: of })
    await platform.jobs.drain()
    assert.deepEqual(
      await rows(sql`select spent::int from private.campaign_spending where workspace_id = ${workspaceId}`),
      [{ spent: 0 }],
    )
    const again = await previewBroadcast(platform, workspace.admin, { id, confirmed: true })
    assert.deepEqual(
      [again.preview.now.map(({ count, cost }) => [count, cost]), again.preview.never.map(({ count }) => count)],
      [[[1, 55]], [1]],
    )
  }
})

test('of two texts each goes to its part; the others get what is answered more, or A where that cannot be told', async t => {
  const content = { texts: { vi: 'Bản một nhé' }, b: { texts: { vi: 'Bản hai nhé' }, share: 50, hours: 2 } }
  for (const isClear of [true, false]) {
    const { start, pass, rows, kind, platform, workspace } = await broadcastShop(t, 'facebook', 16)
    const { workspaceId } = workspace
    const now = platform.clock.now()
    if (isClear) {
      const refused = (b: object) => start({ content: { ...content, b: { ...content.b, ...b } } })
      await assert.rejects(refused({ texts: {} }), { code: 'broadcast.empty' })
      await assert.rejects(refused({ texts: { vi: 'Chào {{ten}}' } }), { code: 'broadcast.place_unknown' })
    }
    const id = await start({ content })
    const known = await rows(
      sql<{ user: string; customer: string }>`select external_id as user, customer_id as customer from contacts
        where workspace_id = ${workspaceId}`,
    )
    const groups = new Map(
      known.map(({ user, customer }) => [user, groupOf({ id, content: { b: content.b } }, customer)]),
    )
    const got = () =>
      Object.fromEntries(
        kind.calls.map(({ to, content: sent }) => [
          to.userId,
          sent.type === 'text' ? (/Bản (một|hai)/.exec(sent.text)?.[1] ?? '') : '',
        ]),
      )
    const meant = (rest: string | null) =>
      Object.fromEntries(
        [...groups].flatMap(([user, group]) => {
          const text = group === 'rest' ? rest : group === 'a' ? 'một' : 'hai'
          return text ? [[user, text]] : []
        }),
      )
    await pass(seconds(20))
    assert.deepEqual(got(), meant(null))
    if (isClear)
      await rows(sql`with made as (
          insert into customers (id, workspace_id, name, created_at) select gen_random_uuid(), ${workspaceId}, 'Khách cũ', ${now}
          from generate_series(1, 220) returning id), counted as (select id, row_number() over () as n from made)
        insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, variant, state, due_at, sent_at, answered_at)
        select gen_random_uuid(), ${workspaceId}, ${id}, id, case when n % 2 = 0 then 'a' else 'b' end, 'sent', ${now}, ${now},
          case when (n % 2 = 1 and n <= 80) or n <= 10 then ${now}::timestamptz end from counted`)
    await pass(hours(2) + minutes(2), minutes(1))
    assert.deepEqual(got(), meant(isClear ? 'hai' : 'một'))
    assert.equal(kind.calls.length, 16)
    const [row] = await rows(
      sql<{
        status: string
        choice: string
        sure: boolean
        n: number | null
      }>`select status, ab_choice as choice, ab_sure as sure,
        (counters -> 'variants' -> 'a' ->> 'n')::int as n from broadcasts where id = ${id}`,
    )
    const inA = [...groups.values()].filter(group => group === 'a').length + (isClear ? 110 : 0)
    assert.deepEqual(row, { status: 'done', choice: isClear ? 'b' : 'a', sure: isClear, n: inA || null })
  }
})

test('what is free after an act is counted with replies; what costs is sent as far as it was confirmed', async t => {
  const { start, pass, states, status, rows, kind } = await broadcastShop(t, 'zalo', 2)
  await rows(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
    select gen_random_uuid(), v.workspace_id, v.id, v.channel_id, 100 + n, 'out', 'member', 'Dạ', 'sent', v.last_inbound_at + interval '1 minute'
    from conversations v, generate_series(1, 8) n`)
  await rows(sql`update conversations set last_seq = 200`)
  await assert.rejects(start(), { code: 'broadcast.nobody' })
  await assert.rejects(start({ max_each: 55 }, 55), { code: 'broadcast.cost_changed' })
  const id = await start({ max_each: 55 }, 110)
  await rows(sql`update broadcasts set max_cost = 55 where id = ${id} and spent <= 55`)
  await pass(seconds(20))
  assert.deepEqual(
    kind.calls.map(({ permit }) => permit),
    ['paid', 'paid'].slice(0, kind.calls.length),
  )
  const { spent = 0, status: at } = (await status(id)) ?? {}
  assert.equal(spent, kind.calls.length * 55)
  assert.ok(at === 'done' || at === 'paused', `${at} ${(await states()).join()}`)
})

test('who agreed to what Meta bills has not agreed to what Zalo does', async t => {
  const { start, pass, rows, kind } = await broadcastShop(t, 'zalo', 1)
  await replied(rows, 8)
  const meta = { max_each: 320, routes: ['zalo.consultation' as const, 'facebook.marketing' as const] }
  await assert.rejects(start({ ...meta, zalo_paid: false }, 320), { code: 'broadcast.nobody' })
  await start({ ...meta, zalo_paid: true }, 320).then(() => pass(seconds(10)))
  assert.equal(kind.calls[0]?.permit, 'paid')
})

test('what Zalo says that it took each message from is counted beside what we reckoned', async t => {
  const { start, pass, rows, kind } = await broadcastShop(t, 'zalo', 4)
  for (const quotaType of ['reply', 'reply', 'sub_quota', 'none'])
    kind.outcomes.push(({ messageId }) => ({ outcome: 'sent', externalId: messageId, quotaType }))
  await start()
  await pass(seconds(20))
  const counted = await rows(sql`select counters -> 'taken' as taken from broadcasts`)
  assert.deepEqual(counted, [{ taken: { free: 2, quota: 1, billed: 1 } }])
})

test('what comes to cost money when it leaves is taken of the month, and not beyond what the month holds', async t => {
  const { start, pass, hold, states, status, rows, kind, platform, workspace } = await broadcastShop(t, 'zalo', 3)
  await replied(rows, 7)
  await saveRules(platform, workspace.admin, { ...defaultRules, money_per_month: 100 })
  await hold(seconds(20))
  const id = await start({ purpose: 'service', max_each: 55 }, 165)
  const money = () => rows(sql`select spent::int from private.campaign_spending`)
  assert.deepEqual([await states(), await money()], [['queued', 'queued', 'queued'], []])
  await replied(rows, 1)
  await pass(seconds(40))
  assert.deepEqual((await states()).toSorted(), ['sent', 'skipped cost_limit', 'skipped cost_limit'])
  assert.deepEqual([await money(), (await status(id))?.spent, kind.calls.length], [[{ spent: 55 }], 55, 1])
})

test('what is not sent goes back to the month in which it was taken, also after midnight', async t => {
  const { start, pass, hold, write, states, rows, kind, platform } = await broadcastShop(t, 'zalo')
  const now = platform.clock.now()
  platform.clock.advance(new Date('2026-11-30T16:59:50Z').getTime() - now.getTime())
  await write('còn không ạ', 'u0')
  await rows(sql`delete from private.jobs`)
  await rows(sql`update usage_counters set period_end = period_end + interval '60 days'`)
  await replied(rows, 8)
  await hold(seconds(20))
  kind.outcomes.push(refused)
  await start({ purpose: 'service', max_each: 55 }, 55)
  const money = () => rows(sql`select month, spent::int from private.campaign_spending`)
  assert.deepEqual(await money(), [{ month: '2026-11', spent: 55 }])
  await pass(seconds(30))
  assert.deepEqual([await states(), await money()], [['failed facebook.refused'], [{ month: '2026-11', spent: 0 }]])
})
