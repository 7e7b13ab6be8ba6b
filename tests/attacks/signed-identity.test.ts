// A customer's identity is what the shop's server signs, whatever its page or a visitor claims.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { readIdentitySecret } from '#features/channels/website/website-identity.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWidget, openChat, type TestVisitor } from '#tests/fixtures/visitor.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'

type Customer = { verified: boolean; name: string | null; fields: Record<string, unknown> }

describe('signed identity', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let widget: string
  let secret: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    const { admin } = await makeWorkspace(platform)
    await platform.db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
    const channel = await makeWidget(platform, { workspaceId: admin.workspaceId, channelId: '', admin })
    widget = channel.account_id
    secret = (await readIdentitySecret(platform, admin, { id: channel.id })).secret
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const sign = (claims: { sub: string; email?: string; phone?: string; name?: string }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(platform.clock.now().getTime() / 1000) + 600)
      .sign(new TextEncoder().encode(secret))

  async function sendAs(visitor: TestVisitor, fields: { identity?: string; attributes?: object }): Promise<void> {
    const sent = await app.inject({
      method: 'POST',
      url: '/widget/v1/messages',
      headers: { authorization: `Bearer ${visitor.token}` },
      payload: { client_id: newId(), text: 'chào shop', ...fields },
    })
    assert.equal(sent.statusCode, 201, sent.body)
    platform.clock.advance(minutes(1))
  }
  async function customer(): Promise<Customer | undefined> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<Customer>`select c.verified, c.name, c.fields from contacts c
        join conversations v on v.contact_id = c.id order by v.last_message_at desc limit 1`.execute(tx),
    )
    return rows[0]
  }
  const lies = {
    user_id: 'khach-9',
    email: 'ke-gian@elsewhere.example',
    phone: '0900000000',
    name: 'Giám đốc',
    given_name: 'Giám đốc',
    verified: true,
    vip: true,
  }

  test('is overwritten by nothing unsigned: not later, not in the same message', async () => {
    const visitor = await openChat(app, widget)
    const signed = { sub: 'khach-1', email: 'anh@shop.example', phone: '0903218447', name: 'Ngọc Ánh' }
    const known = {
      verified: true,
      name: 'Ngọc Ánh',
      fields: { user_id: 'khach-1', email: 'anh@shop.example', phone: '0903218447', vip: true },
    }
    await sendAs(visitor, { identity: await sign(signed), attributes: lies })
    assert.deepEqual(await customer(), known)
    await sendAs(visitor, { attributes: { ...lies, vip: false } })
    assert.deepEqual(await customer(), { ...known, fields: { ...known.fields, vip: false } })
    await sendAs(visitor, { identity: await sign({ sub: 'khach-1' }), attributes: lies })
    assert.deepEqual(await customer(), known)
  })

  test('what was said before anybody signed does not become signed with the next word', async () => {
    const visitor = await openChat(app, widget)
    await sendAs(visitor, { attributes: lies })
    const before = await customer()
    assert.equal(before?.verified, false)
    for (const name of ['user_id', 'verified', 'given_name']) assert.ok(!(name in (before?.fields ?? {})), name)
    await sendAs(visitor, { identity: await sign({ sub: 'khach-2' }) })
    assert.deepEqual((await customer())?.fields, { user_id: 'khach-2', vip: true })

    const other = await openChat(app, widget)
    await sendAs(other, { attributes: { ...lies, city: 'Huế' } })
    await sendAs(other, { identity: await sign({ sub: 'khach-2' }) })
    assert.deepEqual((await customer())?.fields, { user_id: 'khach-2', vip: true, city: 'Huế' })
  })

  test('two customers at one machine stay two, each with the own history', async () => {
    const shared = await openChat(app, widget)
    await sendAs(shared, { identity: await sign({ sub: 'chi-hai' }) })
    await sendAs(shared, { identity: await sign({ sub: 'em-ba' }) })
    assert.equal((await shared.read()).messages.filter(one => one.author === 'contact').length, 1)
    const again = await openChat(app, widget)
    await sendAs(again, { identity: await sign({ sub: 'chi-hai' }) })
    assert.equal((await again.read()).messages.filter(one => one.author === 'contact').length, 2)
    const { rows } = await platform.db.asService(null, tx =>
      sql`select fields ->> 'user_id' as who from contacts where fields ->> 'user_id' in ('chi-hai', 'em-ba') order by 1`.execute(
        tx,
      ),
    )
    assert.deepEqual(rows, [{ who: 'chi-hai' }, { who: 'em-ba' }])
  })
})
