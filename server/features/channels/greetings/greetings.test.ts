import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { openChat } from '#tests/fixtures/visitor.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { forgetOldGreetingHours } from './forget-hours.ts'
import { connectWebsite } from '../website/connect-website.ts'

const rule = {
  ...{ name: 'Trang gốm', enabled: true, path: '/gom/*', after: { seconds: 15 }, who: 'all', hours: null, once: 'day' },
  ...{ vi: 'Cần tư vấn bộ ấm không ạ?', en: '' },
}

describe('what the chat button says by itself', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  let widget: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    const caller = { workspaceId: admin.workspaceId, personId: admin.personId, role: 'admin' } as never
    widget = (await connectWebsite(platform, caller, { domains: ['tiem.vn', 'shop.example'], name: 'Tiệm gốm' }))
      .account_id
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, who = admin) =>
    app.inject({ method, url: `/api/v1/greetings${path}`, headers: who.headers, ...(payload && { payload }) })
  const shown = async () => {
    const headers = { origin: 'https://tiem.vn' }
    const answer = await app.inject({ url: `/widget/v1/config?widget=${widget}`, headers })
    return answer.json().greetings as { id: string; vi: string; open_ms?: number }[] | undefined
  }
  const count = async (id: string, what: string, origin = 'https://tiem.vn') => {
    const headers = { origin, 'content-type': 'text/plain' }
    const payload = JSON.stringify({ widget, id, what })
    return (await app.inject({ method: 'POST', url: '/widget/v1/greetings', headers, payload })).statusCode
  }
  const listed = async (who = member) => (await call('GET', '', undefined, who)).json().greetings

  test('admins set them, and the shop’s page gets those of this hour', async () => {
    assert.equal(await shown(), undefined)
    assert.equal((await call('POST', '', rule, member)).statusCode, 403)
    assert.equal((await call('POST', '', { ...rule, vi: ' ' })).json().error.code, 'greeting.empty')
    for (const wrong of [
      { path: 'gom' },
      { after: { seconds: 5, scroll: 5 } },
      { vi: 'x'.repeat(161) },
      { hours: { from: '8', until: '9' } },
    ])
      assert.equal((await call('POST', '', { ...rule, ...wrong })).statusCode, 400, JSON.stringify(wrong))
    const { id } = (await call('POST', '', rule)).json()
    assert.deepEqual(await shown(), [
      { id, path: '/gom/*', who: 'all', once: 'day', vi: rule.vi, en: '', after: { seconds: 15 } },
    ])
    const put = await call('PUT', `/${id}`, { ...rule, hours: { from: '10:30', until: '20:00' } })
    assert.equal(put.statusCode, 200, put.body)
    assert.equal(await shown(), undefined)
    platform.clock.advance(minutes(40))
    const [open] = (await shown()) ?? []
    assert.deepEqual([open?.id, open?.open_ms], [id, hours(9) + minutes(20)])
    await call('PUT', `/${id}`, { ...rule, enabled: false })
    assert.equal(await shown(), undefined)
    assert.equal((await call('DELETE', `/${id}`, undefined, stranger)).statusCode, 404)
    assert.equal((await call('PUT', `/${id}`, rule, stranger)).statusCode, 404)
    assert.deepEqual(await listed(stranger), [])
    assert.equal((await call('DELETE', `/${id}`)).statusCode, 200)
    assert.equal((await call('DELETE', `/${id}`)).statusCode, 404)
  })

  test('how often is counted by the hour, and nothing of whom; strange pages count nothing', async () => {
    const { id } = (await call('POST', '', rule)).json()
    for (const what of ['shown', 'shown', 'opened']) assert.equal(await count(id, what), 204)
    assert.equal(await count(id, 'shown', 'https://else.vn'), 403)
    assert.equal(await count(id, 'seen'), 400)
    assert.equal(await count(newId(), 'shown'), 204)
    const [one] = await listed()
    assert.deepEqual([one.shown, one.opened, one.name], [2, 1, rule.name])
    const { rows } = await platform.db.asService(null, tx => sql`select * from private.greeting_hours`.execute(tx))
    assert.deepEqual(Object.keys(rows[0] as object).sort(), ['greeting_id', 'hour', 'opened', 'shown', 'workspace_id'])
    const left = async () => {
      await forgetOldGreetingHours(platform)
      return (await platform.db.asService(null, tx => sql`select from private.greeting_hours`.execute(tx))).rows.length
    }
    assert.equal(await left(), rows.length)
    await platform.db.asService(null, tx =>
      sql`update private.greeting_hours set hour = hour - interval '401 days'`.execute(tx),
    )
    assert.equal(await left(), 0)
  })

  test('answered, it is the first message; once for each rule, in the shop’s own words, and while nobody waits', async () => {
    const { id } = (await call('POST', '', rule)).json()
    const off = (await call('POST', '', { ...rule, enabled: false })).json().id as string
    const theirs = (await call('POST', '', rule, stranger)).json().id as string
    const chat = async () => {
      const visitor = await openChat(app, widget)
      const shownTexts = async () => (await visitor.read('0')).messages.map(one => [one.author, one.text])
      const answer = async (greeting: string, text = 'Có ạ', clientId = newId()) => {
        const headers = { authorization: `Bearer ${visitor.token}` }
        const payload = { client_id: clientId, text, greeting }
        const sent = await app.inject({ method: 'POST', url: '/widget/v1/messages', headers, payload })
        return { status: sent.statusCode, ...sent.json() }
      }
      return { ...visitor, shownTexts, answer }
    }

    const one = await chat()
    const clientId = newId()
    const copies = await Promise.all([1, 2, 3].map(() => one.answer(id, 'Có ạ', clientId)))
    assert.deepEqual(
      copies.map(copy => copy.status),
      [201, 201, 201],
    )
    const [greeted] = (await one.read('0')).messages
    const places = copies.flatMap(copy => copy.greeting ?? [])
    assert.deepEqual(places, [{ id: greeted?.id, cursor: greeted?.cursor }])
    const first = [
      ['bot', rule.vi],
      ['contact', 'Có ạ'],
    ]
    assert.deepEqual(await one.shownTexts(), first)
    assert.equal((await one.answer(id, 'Bộ sáu chén')).greeting, undefined)
    assert.equal((await one.shownTexts()).length, 3)

    for (const strange of [off, theirs, newId()]) {
      const other = await chat()
      await other.answer(strange)
      assert.deepEqual(await other.shownTexts(), first.slice(1), strange)
    }
    const asker = await chat()
    await asker.send('Shop ơi')
    await asker.answer(id)
    assert.deepEqual(await asker.shownTexts(), [['contact', 'Shop ơi'], ...first.slice(1)])
    assert.equal((await asker.answer('1')).status, 400)

    const { rows } = await platform.db.asService(null, tx =>
      sql`select from private.events where name in ('message.sent', 'message.queued')
        and payload->>'message_id' = ${greeted?.id ?? ''}`.execute(tx),
    )
    assert.equal(rows.length, 0)
  })

  test('ten are enough', async () => {
    const fresh = await makeOwner(platform)
    for (let i = 0; i < 10; i++) assert.equal((await call('POST', '', rule, fresh)).statusCode, 201)
    assert.equal((await call('POST', '', rule, fresh)).json().error.code, 'greeting.full')
  })

  test('the loader stays small: what greets is fetched only where a shop does', () => {
    const size = (name: string) =>
      gzipSync(readFileSync(new URL(`../../../../built/widget/${name}`, import.meta.url)), { level: 9 }).length
    assert.ok(size('loader.js') <= 6144, `${size('loader.js')}`)
    assert.ok(size('greetings.js') <= 1024)
  })
})
