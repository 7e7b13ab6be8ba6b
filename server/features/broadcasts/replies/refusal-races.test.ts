import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deliverMessages } from '#features/inbox/delivery/deliver-messages.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { hours, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { publishedSequence, sequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { broadcastShop } from '#tests/fixtures/broadcast-shop.ts'
import { plan, say } from '#tests/fixtures/sequence-plan.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { untilRowIsAwaited } from '#tests/fixtures/until-row-is-awaited.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { askByHand } from '../asking/ask-by-hand.ts'
import { makeBroadcast } from '../drafts/drafts.ts'
import { previewBroadcast } from '../drafts/preview-broadcast.ts'
import { startBroadcast } from '../sending/start.ts'
import { makeSequence } from '../sequences/edit-sequences.ts'
import { startRun } from '../sequences/enter-sequence.ts'
import { publishSequence } from '../sequences/publish.ts'
import { runSequences } from '../sequences/run-sequences.ts'

test('a refusal on another channel that is being stored stops the message that is about to leave', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, channelId, admin } = await makeWorkspace(platform)
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  const kind = scriptedKind()
  const page = await connectScripted(platform, { workspaceId, channelId, admin }, kind)
  const morning = new Date(`${platform.clock.now().toISOString().slice(0, 10)}T01:00:00Z`).getTime() + hours(24)
  platform.clock.advance(morning - platform.clock.now().getTime())
  const content = { text: 'chào shop', attachments: [], time: platform.clock.now() }
  await deliver(platform, kind, page.accountId, [{ kind: 'message.in', userId: 'lan', externalId: '1', ...content }])
  await platform.jobs.drain()
  await rows(sql`delete from messages where direction = 'out'`)
  await rows(sql`delete from private.jobs`)
  await rows(sql`update conversations set waiting_since = null`)
  kind.calls.length = 0
  await rows(sql`insert into contacts (id, workspace_id, channel_id, external_id, customer_id, created_at)
    select ${newId()}, workspace_id, ${channelId}, 'lan-at-home', customer_id, created_at from contacts`)

  platform.clock.advance(hours(2))
  await rows(sql`insert into private.channel_pace (workspace_id, channel_id, wait_until)
    values (${workspaceId}, ${page.id}, ${new Date(platform.clock.now().getTime() + seconds(20))})`)
  const draft = { name: 'Nhắc lịch', purpose: 'care', content: { texts: { vi: 'Mình ghé lại nhé' } } }
  const { id } = await makeBroadcast(platform, admin, broadcastDraft.parse(draft))
  const { preview_id } = await previewBroadcast(platform, admin, { id, confirmed: true })
  await startBroadcast(platform, admin, { id, preview_id, max_cost: 0 })
  await platform.jobs.drain()
  platform.clock.advance(seconds(30))
  const [due] = await rows(
    sql<{ conversation_id: string }>`select conversation_id from messages where status = 'queued'`,
  )

  const stored = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const refusal = platform.db.asService(workspaceId, async tx => {
    const contact = { externalId: 'lan-at-home' }
    await receiveMessage(platform, tx, { workspaceId, channelId, source: 'website', text: 'TC', contact })
    stored.resolve()
    await release.promise
  })
  await stored.promise
  const leaving = deliverMessages(platform, { workspace_id: workspaceId, conversation_id: due?.conversation_id ?? '' })
  await untilRowIsAwaited(platform, leaving)
  release.resolve()
  await Promise.all([refusal, leaving])
  const recipients = await rows(sql`select state, reason from private.broadcast_recipients`)
  assert.deepEqual([recipients, kind.calls.length], [[{ state: 'skipped', reason: 'opted_out' }], 0])
})

test('an answer to what came between is no answer to the broadcast', async t => {
  const { platform, workspace, channel, rows, write, start, pass, sent, states } = await broadcastShop(t, 'facebook', 3)
  const { workspaceId, admin } = workspace
  await rows(sql`insert into consent_texts (workspace_id, purpose, language, version, words, max_messages, in_days, made_by, created_at)
    values (${workspaceId}, 'promotion', 'vi', 1, 'Nhận tin', 1, 7, ${admin.personId}, ${platform.clock.now()})`)
  await start()
  await pass(seconds(6))
  assert.deepEqual(await states(), ['sent', 'sent', 'sent'])
  const people = await rows(
    sql<{ id: string }>`select customer_id as id from contacts where external_id like 'u_' order by external_id`,
  )
  const [first, second] = people.map(({ id }) => id)
  const step = say('Đơn của bạn đã xong', 'say', { purpose: 'service' })
  const { id } = await makeSequence(platform, admin, { name: 'Đơn', plan: sequencePlan.parse(plan([step])) })
  await publishSequence(platform, admin, { id, ...publishedSequence.parse({}) })
  await startRun(platform, admin, { id, customer_id: first ?? '' })
  await runSequences(platform)
  await askByHand(platform, admin, { id: second ?? '', channel_id: channel.id })
  await pass(seconds(6))
  assert.equal(sent().length, 5, sent().join())
  for (const user of ['u0', 'u1', 'u2']) await write('cảm ơn shop', user)
  const answered =
    await rows(sql`select c.external_id from private.broadcast_recipients r join contacts c on c.id = r.contact_id
    where r.answered_at is not null`)
  assert.deepEqual(answered, [{ external_id: 'u2' }])
})
