import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWidget, openChat, type TestVisitor } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { sendMessage } from '../messages/send-message.ts'

describe('whether an answer helped', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let workspace: TestWorkspace
  let visitor: TestVisitor
  let stranger: TestVisitor
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    workspace = await makeWorkspace(platform)
    await platform.db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
    const { account_id: widget } = await makeWidget(platform, workspace)
    visitor = await openChat(app, widget)
    stranger = await openChat(app, widget)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const rate = (as: TestVisitor, message_id: string, rating: string | null) =>
    app.inject({
      method: 'POST',
      url: '/widget/v1/rating',
      headers: { authorization: `Bearer ${as.token}` },
      payload: { message_id, rating },
    })
  const rated = async () => {
    const { messages } = await visitor.read()
    return (messages.at(-1) as unknown as { rating?: string | null }).rating
  }

  test('is the visitor’s own word, said, changed and taken back; the team reads it', async () => {
    await visitor.send('phí ship?')
    await stranger.send('alo')
    const { workspaceId } = workspace
    const answerId = newId()
    const reply = await platform.db.asService(workspaceId, async tx => {
      const { rows } = await sql<{
        id: string
      }>`select v.id from conversations v join messages m on m.conversation_id = v.id
        where m.text = 'phí ship?'`.execute(tx)
      const conversationId = rows[0]?.id ?? ''
      await sql`insert into answers (id, workspace_id, conversation_id, up_to_seq, act, text, language, confidence, path, ms, created_at)
        values (${answerId}, ${workspaceId}, ${conversationId}, 1, 'answer', '30.000đ', 'vi', 0.9, 'embedded', 1, ${platform.clock.now()})`.execute(
        tx,
      )
      return sendMessage(platform, tx, { workspaceId, conversationId, author: 'bot', text: '30.000đ', answerId })
    })
    assert.equal(await rated(), null)
    assert.equal((await rate(stranger, reply.id, 'bad')).statusCode, 404)
    assert.equal((await rate(visitor, newId(), 'bad')).statusCode, 404)
    assert.equal((await rate(visitor, reply.id, 'great')).statusCode, 400)
    assert.equal((await rate(visitor, reply.id, 'good')).statusCode, 204)
    assert.equal(await rated(), 'good')
    assert.equal((await rate(visitor, reply.id, 'bad')).statusCode, 204)
    const { rows } = await platform.db.asPerson(workspace.admin.claims, tx =>
      sql<{ rating: string }>`select visitor_rating as rating from answers where id = ${answerId}`.execute(tx),
    )
    assert.equal(rows[0]?.rating, 'bad')
    assert.equal((await rate(visitor, reply.id, null)).statusCode, 204)
    assert.equal(await rated(), null)
    // Neither what a member wrote, though it began as an answer, nor one on another channel, though the visitor is called the same there.
    const { account_id: second } = await makeWidget(platform, workspace)
    const ratings = sql`contact_id in (select v.contact_id from conversations v join messages m on m.conversation_id = v.id where m.id = ${reply.id})`
    for (const [statement, status] of [
      [sql`update messages set author = 'member', member_id = ${workspace.admin.personId} where id = ${reply.id}`, 404],
      [sql`update messages set author = 'bot', member_id = null where id = ${reply.id}`, 204],
      [
        sql`update contacts set channel_id = (select id from channels where account_id = ${second})
          where id in (select contact_id from conversations where ${ratings})`,
        404,
      ],
    ] as const) {
      await platform.db.asService(null, tx => statement.execute(tx))
      assert.equal((await rate(visitor, reply.id, 'good')).statusCode, status)
    }
  })
})
