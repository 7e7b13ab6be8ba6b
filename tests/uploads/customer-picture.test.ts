// The team can read and search the text in a customer's photo; the bot does not know it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { listConversations } from '#features/inbox/conversations/list-conversations.ts'
import { conversationsQuery } from '#shared/contracts/inbox/conversations.contract.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWidget, openChat } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'

const photo = readFileSync(join(import.meta.dirname, '../data/pictures/nails.jpg'))

describe('a customer’s picture', { timeout: 240_000 }, () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let shop: TestWorkspace
  before(async () => {
    platform = await testPlatform({ settings: { CUSTOMER_PICTURES_A_DAY: '1' } })
    app = await testApp(platform)
    shop = await makeWorkspace(platform)
    await platform.db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function send(widget: string): Promise<{ token: string; messageId: string }> {
    const visitor = await openChat(app, widget)
    const head = `--x\r\ncontent-disposition: form-data; name="client_id"\r\n\r\n${newId()}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
    const sent = await app.inject({
      method: 'POST',
      url: '/widget/v1/files',
      headers: { authorization: `Bearer ${visitor.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--x--\r\n')]),
    })
    assert.equal(sent.statusCode, 201, sent.body)
    return { token: visitor.token, messageId: sent.json().id }
  }
  async function words(messageId: string): Promise<string | null | undefined> {
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql<{ attachments: StoredAttachment[] }>`select attachments from messages where id = ${messageId}`.execute(tx),
    )
    return rows[0]?.attachments[0]?.recognised
  }

  test('is read for the team, once a day here, found by its words, and unknown to bot and visitor', async () => {
    const widget = (await makeWidget(platform, shop)).account_id
    const first = await send(widget)
    platform.clock.advance(seconds(11))
    await platform.jobs.drain()
    assert.match((await words(first.messageId)) ?? '', /120\.000/)
    const found = await listConversations(
      platform,
      shop.admin,
      conversationsQuery.parse({ group: 'all', q: 'collagen' }),
    )
    assert.equal(found.conversations.length, 1)
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql`select 1 from passages where workspace_id = ${shop.workspaceId}`.execute(tx),
    )
    assert.equal(rows.length, 0)
    const messages = await platform.db.asService(shop.workspaceId, tx =>
      sql<{ text: string }>`select text from messages where workspace_id = ${shop.workspaceId}`.execute(tx),
    )
    assert.ok(messages.rows.every(({ text }) => !text.includes('120.000')))
    const history = await app.inject({
      url: '/widget/v1/messages',
      headers: { authorization: `Bearer ${first.token}` },
    })
    assert.doesNotMatch(history.body, /120\.000/)

    const second = await send(widget)
    platform.clock.advance(seconds(11))
    await platform.jobs.drain()
    assert.equal(await words(second.messageId), undefined)
  })
})
