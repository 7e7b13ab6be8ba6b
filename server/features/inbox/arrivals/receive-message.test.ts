import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { closeConversation, reopenConversation } from '../conversations/close-conversation.ts'
import type { Stored } from './inbound.ts'
import { receiveMessage } from './receive-message.ts'

describe('a customer’s message', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let visitor: string
  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
  })
  beforeEach(() => {
    visitor = newId()
  })
  after(() => platform.close())

  function write(text: string, clientId = newId(), seemsFirst = false): Promise<Stored> {
    const contact = { externalId: visitor, name: 'Lan', language: 'vi' as const }
    return platform.db.asService(shop.workspaceId, tx =>
      receiveMessage(platform, tx, { ...shop, source: 'website', contact, clientId, text, seemsFirst }),
    )
  }
  const messages = async (conversationId: string) =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          seq: number
          text: string
        }>`select seq, text from messages where conversation_id = ${conversationId} order by seq`.execute(tx),
      )
    ).rows

  test('is stored once, however often and however closely together it comes', async () => {
    const clientId = newId()
    const stored = await Promise.all(Array.from({ length: 20 }, () => write('ship bn v shop', clientId)))
    assert.equal(new Set(stored.map(one => one.messageId)).size, 1)
    assert.equal(stored.filter(one => !one.repeated).length, 1)
    assert.deepEqual(
      (await messages(stored[0]?.conversationId ?? '')).map(one => one.text),
      ['ship bn v shop'],
    )
  })

  test('is the same whether or not it was known to be somebody’s first', async () => {
    const written = async (seemsFirst: boolean) => {
      visitor = newId()
      const { conversationId, contactId } = await write('Phí ship bao nhiêu ạ', newId(), seemsFirst)
      const { rows } = await platform.db.asService(null, tx =>
        sql<{
          row: Record<string, unknown>
        }>`select to_jsonb(v) || to_jsonb(c) || to_jsonb(m) as row from conversations v
          join contacts c on c.id = v.contact_id join messages m on m.conversation_id = v.id where v.id = ${conversationId}`.execute(
          tx,
        ),
      )
      const own = ['id', 'contact_id', 'conversation_id', 'customer_id', 'external_id', 'client_id']
      const { rows: events } = await platform.db.asService(null, tx =>
        sql<{ name: string }>`select name from private.events where payload ->> 'contact_id' = ${contactId}
          or payload ->> 'conversation_id' = ${conversationId} order by name`.execute(tx),
      )
      return {
        ...rows[0]?.row,
        ...Object.fromEntries(own.map(name => [name, ''])),
        events: events.map(({ name }) => name),
      }
    }
    const first = await written(true)
    assert.deepEqual(first, await written(false))
    assert.deepEqual(first.events, ['contact.made', 'conversation.opened', 'customer.made', 'message.received'])
  })

  test('gets the next number of its conversation, also when many come at once', async () => {
    const stored = await Promise.all(Array.from({ length: 12 }, (_, n) => write(`tin ${n}`)))
    assert.equal(new Set(stored.map(one => one.conversationId)).size, 1)
    const numbers = (await messages(stored[0]?.conversationId ?? '')).map(one => one.seq)
    assert.equal(new Set(numbers).size, 12)
  })

  test('opens a closed conversation again within 24 hours, and begins a new one later', async () => {
    const first = await write('chào shop')
    await closeConversation(platform, shop.admin, { id: first.conversationId })
    platform.clock.advance(hours(23))
    assert.equal((await write('còn hàng không ạ')).conversationId, first.conversationId)
    await closeConversation(platform, shop.admin, { id: first.conversationId })
    platform.clock.advance(hours(25))
    const later = await write('shop ơi')
    assert.notEqual(later.conversationId, first.conversationId)
    await assert.rejects(reopenConversation(platform, shop.admin, { id: first.conversationId }), {
      code: 'request.conflict',
    })
  })

  test('leaves the customer’s phone number behind, told once', async () => {
    const stored = await write('gọi em 0912345678 nhé')
    await write('số em là 0912345678')
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        kind: string
        value: string
      }>`select kind, value from contact_details where contact_id = ${stored.contactId}`.execute(tx),
    )
    assert.deepEqual(rows, [{ kind: 'phone', value: '+84912345678' }])
    const events = await platform.db.asService(null, tx =>
      sql`select 1 from private.events where name = 'contact.detail-found' and payload ->> 'contact_id' = ${stored.contactId}`.execute(
        tx,
      ),
    )
    assert.equal(events.rows.length, 1)
  })

  test('is kept letter by letter', async () => {
    const text = '  Ạ ơi 😀 <b>giá</b> bao nhiêu?\n\u200fمرحبا  '
    const stored = await write(text)
    assert.deepEqual(
      (await messages(stored.conversationId)).map(one => one.text),
      [text],
    )
  })
})
