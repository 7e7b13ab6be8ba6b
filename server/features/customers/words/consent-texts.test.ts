import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testApp, testPlatform } from '#server/testing.ts'
import { makeMember, makeOwner } from '#tests/fixtures/shop-owner.ts'

test('words are kept as versions that nobody changes, and only where they name all that they must', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const app = await testApp(platform)
  t.after(() => app.close())
  const admin = await makeOwner(platform)
  const member = await makeMember(platform, admin)
  await platform.db.asService(null, tx =>
    sql`update workspaces set name = 'Tiệm gội Mây' where id = ${admin.workspaceId}`.execute(tx),
  )
  const words = 'Nhận tin khuyến mãi của Tiệm gội Mây qua Zalo, nhiều nhất 1 tin mỗi tuần; dừng bằng cách nhắn TC.'
  const save = (payload: object, who = admin) =>
    app.inject({
      ...{ method: 'POST', url: '/api/v1/consent-texts', headers: who.headers },
      payload: { purpose: 'promotion', language: 'vi', words, max_messages: 1, in_days: 7, ...payload },
    })
  assert.equal((await save({}, member)).statusCode, 403)
  const lacks = (await save({ words: 'Nhận tin khuyến mãi' })).json().error
  assert.deepEqual(
    [lacks.code, lacks.details.missing],
    ['consent.text_incomplete', ['sender', 'channel', 'frequency', 'way_back']],
  )
  assert.deepEqual((await save({})).json(), { version: 1 })
  assert.deepEqual((await save({})).json(), { version: 1 })
  assert.deepEqual((await save({ max_messages: 2 })).json(), { version: 2 })
  assert.deepEqual((await save({ language: 'en', words: `${words} (EN)` })).json(), { version: 1 })
  const list = async (who = member) =>
    (await app.inject({ method: 'GET', url: '/api/v1/consent-texts', headers: who.headers })).json<{
      texts: object[]
    }>()
  const at = platform.clock.now().toISOString()
  const stored = { purpose: 'promotion', words, in_days: 7, made_by: admin.personId, created_at: at }
  const { texts } = await list()
  assert.deepEqual(texts, [
    { ...stored, language: 'en', version: 1, words: `${words} (EN)`, max_messages: 1 },
    { ...stored, language: 'vi', version: 2, max_messages: 2 },
    { ...stored, language: 'vi', version: 1, max_messages: 1 },
  ])
  assert.deepEqual(await list(admin), { texts })
  assert.deepEqual(await list(await makeOwner(platform)), { texts: [] })
  assert.equal((await app.inject({ method: 'GET', url: '/api/v1/consent-texts' })).statusCode, 401)
  await assert.rejects(
    platform.db.asService(null, tx => sql`update consent_texts set words = 'khác'`.execute(tx)),
    /permission denied/,
  )
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ n: number }>`select count(*)::int as n from audit_log where workspace_id = ${admin.workspaceId}
      and action = 'consent-text.changed'`.execute(tx),
  )
  assert.equal(rows[0]?.n, 3)
  const codes: (string | undefined)[] = []
  for (let n = 3; n <= 21; n++) codes.push((await save({ words: `${words} ${n}` })).json().error?.code)
  assert.deepEqual(codes.filter(Boolean), ['request.too_many', 'request.too_many'])
  assert.equal((await save({ words: `${words} 19` })).json().version, 19)
})
