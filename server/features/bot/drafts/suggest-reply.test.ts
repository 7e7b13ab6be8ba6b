import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pauseBot } from '#features/inbox/conversations/pause-bot.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { suggestReply } from './suggest-reply.ts'

test('a person is told what the bot would say to what is unanswered; nothing of it is sent, kept or counted', async () => {
  const platform = await testPlatform()
  try {
    const shop = await makeWorkspace(platform)
    const stranger = await makeWorkspace(platform)
    await teach(platform, shop.workspaceId, 'Giao hàng', '# Giao hàng\nPhí ship nội thành: 20.000đ.\n')
    const visitor = newId()
    const id = await customerWrites(platform, shop, visitor, 'phí ship nội thành bao nhiêu ạ')
    await pauseBot(platform, shop.admin, { id })
    await platform.jobs.drain()
    assert.match((await suggestReply(platform, shop.admin, { id })).reply ?? '', /20\.000đ/)
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql`select (select count(*)::int from messages where direction = 'out') as sent, (select count(*)::int from answers) as answers,
        (select count(*)::int from usage_counters where metric = 'messages' and used > 0) as counted`.execute(tx),
    )
    assert.deepEqual(rows, [{ sent: 0, answers: 0, counted: 0 }])
    await assert.rejects(suggestReply(platform, stranger.admin, { id }), { code: 'request.not_found' })
    await customerWrites(platform, shop, visitor, 'có bán vé máy bay đi Singapore không')
    await reply(platform, shop.admin, { id, text: 'Dạ 20.000đ ạ' })
    assert.equal((await suggestReply(platform, shop.admin, { id })).reply, null)
    await customerWrites(platform, shop, visitor, 'có bán vé máy bay đi Singapore không')
    assert.equal((await suggestReply(platform, shop.admin, { id })).reply, null)
  } finally {
    await platform.close()
  }
})
