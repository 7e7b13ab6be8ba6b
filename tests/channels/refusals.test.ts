import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { makeAsk } from '#features/broadcasts/asking/make-ask.ts'
import type { Platform } from '#platform/platform.ts'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { startZaloDriver } from '#tests/drivers/zalo-driver.ts'

async function optedOut(platform: Platform): Promise<number> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ count: number }>`select count(*)::int as count from contacts where opted_out_at is not null`.execute(tx),
  )
  return rows[0]?.count ?? 0
}
async function sentTexts(platform: Platform): Promise<string[]> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ text: string }>`select author || ': ' || left(text, 40) as text from messages order by seq`.execute(tx),
  )
  return rows.map(({ text }) => text)
}

async function askThem(platform: Platform, workspaceId: string): Promise<void> {
  await platform.db.asService(null, async tx => {
    await sql`update workspaces set name = 'Tiệm gội Mây'`.execute(tx)
    await sql`update conversations set waiting_since = null`.execute(tx)
    await sql`insert into consent_texts (workspace_id, purpose, language, version, words, max_messages, in_days, made_by, created_at)
      values (${workspaceId}, 'promotion', 'vi', 1, 'Nhận tin khuyến mãi của Tiệm gội Mây', 1, 7, ${workspaceId}, now()) on conflict do nothing`.execute(
      tx,
    )
    const { rows } = await sql<{ id: string }>`select id from contacts`.execute(tx)
    const asked = await makeAsk(platform, tx, { workspaceId, contactId: rows[0]?.id ?? '', askedBy: null })
    assert.equal(asked.is, 'now', asked.reasons.join())
  })
}
async function ledger(platform: Platform): Promise<string[]> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ act: string }>`select act from consents order by at, id`.execute(tx),
  )
  return rows.map(({ act }) => act)
}

test('on Messenger it is confirmed, and nothing else is answered', async t => {
  const desk = await messengerDriver(t)
  await desk.connect()
  await listen(desk)
  await desk.control('user-message', { page: pageId, user: lan, text: 'Từ chối nhé shop' })
  await desk.simulator.settled()
  await desk.platform.jobs.drain()
  await desk.pass(3100)
  await desk.platform.jobs.drain()
  await desk.simulator.settled()
  assert.equal(await optedOut(desk.platform), 1)
  const sent = desk.simulator.world.threads.get(`${pageId} ${lan}`)?.messages.at(-1)?.text ?? ''
  assert.match(sent, /nhắn LẠI/)
  assert.equal((await sentTexts(desk.platform)).length, 2)
})

test('on Zalo too; and who stops following has refused', async t => {
  const desk = await startZaloDriver(t)
  await desk.connect()
  await desk.zalo.acts.say({ text: 'TC' })
  await desk.settle()
  await desk.pass(3100)
  assert.equal(await optedOut(desk.platform), 1)
  assert.equal((await sentTexts(desk.platform)).length, 2)
  const leaving = '7700000000000000456'
  await desk.zalo.acts.follow({ user: leaving })
  await desk.settle()
  await desk.pass(1000)
  await desk.zalo.acts.unfollow({ user: leaving })
  await desk.settle()
  assert.equal(await optedOut(desk.platform), 2)
})

test('whom Zalo says that they refuse has refused, by whatever message that is learned', async t => {
  const desk = await startZaloDriver(t)
  await desk.connect()
  const refusing = async (user: string, refuses: number) => {
    await desk.zalo.acts.say({ user, text: 'còn lịch không' })
    await desk.settle()
    const known = desk.zalo.world.users.get(user)
    if (known) known.refuses = refuses
    await desk.pass(3100)
  }
  for (const [at, code] of [-217, -244, -139, -141].entries()) {
    await refusing(`77000000000000009${at}`, code)
    assert.equal(await optedOut(desk.platform), at + 1, String(code))
  }
  await refusing('770000000000000099', -227)
  assert.equal(await optedOut(desk.platform), 4, 'whose account sleeps has refused nothing')
  assert.deepEqual([...new Set(await ledger(desk.platform))], ['withdrawn'])
})

test('who is asked for consent on Messenger taps the answer; the ledger says that they were asked once it has left', async t => {
  const desk = await messengerDriver(t)
  await desk.connect()
  await listen(desk)
  await desk.control('user-message', { page: pageId, user: lan, text: 'shop ơi' })
  await desk.simulator.settled()
  await desk.platform.jobs.drain()
  await desk.pass(3100)
  await desk.platform.jobs.drain()
  await askThem(desk.platform, desk.owner.workspaceId)
  assert.deepEqual(await ledger(desk.platform), [])
  await desk.platform.jobs.drain()
  await desk.simulator.settled()
  assert.deepEqual(await ledger(desk.platform), ['asked'])
  const asked = desk.simulator.world.threads.get(`${pageId} ${lan}`)?.messages.at(-1)
  assert.deepEqual(
    asked?.quickReplies?.map(({ title }) => title),
    ['Đồng ý', 'Không'],
  )
  const [yes] = asked?.quickReplies ?? []
  await desk.control('user-message', {
    page: pageId,
    user: lan,
    text: 'Đồng ý',
    quick_reply: { payload: yes?.payload },
  })
  await desk.simulator.settled()
  await desk.platform.jobs.drain()
  await desk.pass(3100)
  await desk.platform.jobs.drain()
  await desk.simulator.settled()
  assert.deepEqual(await ledger(desk.platform), ['asked', 'given'])
  assert.match(desk.simulator.world.threads.get(`${pageId} ${lan}`)?.messages.at(-1)?.text ?? '', /đã ghi lại/)
})

test('on Zalo they write a number; who begins to wait before it leaves was never asked', async t => {
  const desk = await startZaloDriver(t)
  await desk.connect()
  await desk.zalo.acts.say({ text: 'shop ơi' })
  await desk.settle()
  await desk.pass(3100)
  await desk.settle()
  await askThem(desk.platform, desk.workspace.workspaceId)
  await desk.platform.db.asService(null, tx => sql`update conversations set waiting_since = now()`.execute(tx))
  await desk.settle()
  assert.deepEqual(await ledger(desk.platform), [])
  await askThem(desk.platform, desk.workspace.workspaceId)
  await desk.settle()
  await desk.zalo.acts.say({ text: '2' })
  await desk.settle()
  await desk.pass(3100)
  assert.deepEqual(await ledger(desk.platform), ['asked', 'refused'])
  assert.match((await sentTexts(desk.platform)).at(-1) ?? '', /^system: Dạ, Tiệm gội Mây sẽ không/)
})
