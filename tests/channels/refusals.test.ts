// Who wants no more messages says so where they write: on Messenger and Zalo as on a website.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { lan, listen, messengerDesk, pageId } from '#tests/messenger-desk.ts'
import { startZaloDesk } from '#tests/zalo-desk.ts'

async function optedOut(platform: Platform): Promise<number> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ count: number }>`select count(*)::int as count from contacts where opted_out_at is not null`.execute(tx),
  )
  return rows[0]?.count ?? 0
}
async function said(platform: Platform): Promise<string[]> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ text: string }>`select author || ': ' || left(text, 40) as text from messages order by seq`.execute(tx),
  )
  return rows.map(({ text }) => text)
}

test('on Messenger it is confirmed, and nothing else is answered', async t => {
  const desk = await messengerDesk(t)
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
  assert.equal((await said(desk.platform)).length, 2)
})

test('on Zalo too; and who stops following has refused', async t => {
  const desk = await startZaloDesk(t)
  await desk.connect()
  await desk.zalo.acts.say({ text: 'TC' })
  await desk.settle()
  await desk.pass(3100)
  assert.equal(await optedOut(desk.platform), 1)
  assert.equal((await said(desk.platform)).length, 2)
  const leaving = '7700000000000000456'
  await desk.zalo.acts.follow({ user: leaving })
  await desk.settle()
  await desk.pass(1000)
  await desk.zalo.acts.unfollow({ user: leaving })
  await desk.settle()
  assert.equal(await optedOut(desk.platform), 2)
})
