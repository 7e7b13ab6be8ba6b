import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { signIn } from '#tests/fixtures/shop-owner.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { readFacts } from './contact-facts.ts'

describe('the people of a broadcast', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let shop: TestWorkspace
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    shop = await makeWorkspace(platform)
    const now = platform.clock.now()
    const morning = new Date(`${now.toISOString().slice(0, 10)}T03:00:00Z`)
    platform.clock.advance(morning.getTime() - now.getTime() + hours(24))
    await signIn(platform, shop.admin.personId, shop.admin.email)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows
  async function wrote(name: string): Promise<Stored> {
    const stored = await platform.db.asService(shop.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ ...shop, source: 'website', text: 'chào shop', clientId: newId() },
        contact: { externalId: newId(), name },
      }),
    )
    await rows(sql`delete from private.jobs where key = ${`answer:${stored.conversationId}`}`)
    await rows(sql`update conversations set waiting_since = null where id = ${stored.conversationId}`)
    return stored
  }
  async function agreed(name: string): Promise<Stored> {
    const stored = await wrote(name)
    await rows(sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, words, event, at)
      select ${newId()}, workspace_id, customer_id, channel_id, 'promotion', 'given', 'message', 'Nhận tin', ${newId()}, ${platform.clock.now()}
      from contacts where id = ${stored.contactId}`)
    await rows(sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      select workspace_id, customer_id, channel_id, 'promotion', 'given', ${platform.clock.now()} from contacts where id = ${stored.contactId}`)
    return stored
  }
  const customerOf = async ({ contactId }: Stored) =>
    (await rows(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`))[0]?.id ?? ''
  async function call(method: 'POST' | 'DELETE', url: string, payload: object = {}): Promise<Record<string, unknown>> {
    const session = newId()
    const { personId } = shop.admin
    await rows(
      sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${personId}, ${platform.clock.now()})`,
    )
    const claims = { role: 'authenticated', sub: personId, session_id: session, aal: 'aal1' } as const
    const { token } = await platform.tokens.signAccess(claims)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url: `/api/v1/${url}`, headers, payload })
    assert.ok(answer.statusCode < 300, answer.body)
    return answer.json()
  }
  async function drafted(): Promise<string> {
    const content = { texts: { vi: 'Dạ chào {{customer_name|mình}}, giữ chỗ nhé?' } }
    return String((await call('POST', 'broadcasts', { name: 'Mời trước Tết', purpose: 'promotion', content }))['id'])
  }
  async function start(id: string): Promise<void> {
    const { preview_id } = await call('POST', `broadcasts/${id}/preview`)
    await call('POST', `broadcasts/${id}/start`, { preview_id, max_cost: 0 })
  }

  test('are named only while it is a draft, and not once they are erased', async () => {
    const lan = await agreed('Lan')
    await wrote('Hùng')
    platform.clock.advance(hours(2))
    const [started, left] = [await drafted(), await drafted()]
    await call('POST', `broadcasts/${left}/preview`)
    await start(started)
    const previewOf = async (id: string) =>
      (
        await rows(sql<{ text: string }>`select coalesce(preview::text, '') as text from broadcasts where id = ${id}`)
      )[0]?.text ?? ''
    assert.match(await previewOf(left), /Hùng.*chào Lan/)
    assert.match(await previewOf(started), /"count": 1/)
    assert.doesNotMatch(await previewOf(started), /Hùng|Lan/)
    await call('DELETE', `customers/${await customerOf(lan)}`)
    await platform.jobs.drain()
    assert.equal(await previewOf(left), '')
  })

  test('have got what their contact got, also after a merge, a split and a sign-in', async () => {
    const stays = await agreed('Lan')
    platform.clock.advance(minutes(1))
    const goes = await agreed('Hoa')
    const id = await drafted()
    const [customer, other] = [await customerOf(stays), await customerOf(goes)]
    const merged = await call('POST', 'customers/merge', { customer_id: customer, merged_id: other })
    platform.clock.advance(hours(2))
    await start(id)
    for (let i = 0; i < 2; i++) {
      platform.clock.advance(seconds(2))
      await platform.jobs.drain()
    }
    const got = await rows(
      sql`select contact_id from private.broadcast_recipients where broadcast_id = ${id} and state = 'sent'`,
    )
    assert.deepEqual(got, [{ contact_id: goes.contactId }])
    await call('POST', `customers/${customer}/split`, { merge_id: merged['merge_id'] })
    const facts = async ({ contactId }: Stored) => {
      const asked = {
        workspaceId: shop.workspaceId,
        purpose: 'promotion',
        now: platform.clock.now(),
        broadcastId: id,
      } as const
      const [known] = await platform.db.asService(null, tx => readFacts(tx, asked, { contacts: [contactId] }))
      return [known?.promotions.length, known?.reached]
    }
    assert.deepEqual(await facts(goes), [1, true])
    const known = await wrote('Hoa, đã đăng nhập')
    assert.deepEqual(await facts(known), [0, false])
    await platform.db.asService(null, async tx => {
      await sql`update conversations set status = 'closed' where contact_id = ${goes.contactId}`.execute(tx)
      await sql`update conversations set contact_id = ${known.contactId} where contact_id = ${goes.contactId}`.execute(
        tx,
      )
      await sql`delete from contacts where id = ${goes.contactId}`.execute(tx)
      const joined = { workspace_id: shop.workspaceId, contact_id: goes.contactId, customer_id: other }
      await platform.jobs.emit(tx, 'contact.joined', { ...joined, into: known.contactId })
    })
    assert.deepEqual(await facts(known), [1, true])
  })
})
