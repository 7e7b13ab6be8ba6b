import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { FakeClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { atMost } from '../at-most.ts'
import { type Listening, startListening } from '../listening.ts'

const workshop = readFileSync(join(import.meta.dirname, 'workshop.sql'), 'utf8')

describe('/rest/v1 writes with the official client', () => {
  let server: Listening
  let owner: Owner
  let other: Owner
  let db: SupabaseClient
  let service: SupabaseClient

  before(async () => {
    server = await startListening<FakeClock>(undefined, { TEST_SEED_SQL: join(import.meta.dirname, 'workshop.sql') })
    await runAsOwner(server.platform, workshop)
    owner = await makeOwner(server.platform)
    other = await makeOwner(server.platform)
    await fillWorkspace(server.platform, owner)
    db = server.client()
    service = createClient(server.url, server.platform.tokens.serviceRoleKey, { auth: { persistSession: false } })
  })
  after(() => server.close())
  beforeEach(() =>
    runAsOwner(
      server.platform,
      `truncate tools, parts, pairs, stock, log, minds restart identity cascade;
       insert into tools (name, price, kind) values ('Búa', 10, 'hand'), ('Khoan', 99.5, 'power'), ('Cưa', 20, 'hand');`,
    ),
  )

  type Answer = { status: number; error: { code: string; message: string; details: unknown; hint: unknown } | null }
  const outcomeOf = ({ status, error }: Answer) => `${status} ${error?.code ?? 'done'}`
  const names = async () => {
    const { data } = await service.from('tools').select('name').order('id')
    return (data ?? []).map(row => row.name)
  }
  async function raw(path: string, init: RequestInit, key = server.platform.tokens.anonKey) {
    const headers = { apikey: key, 'content-type': 'application/json', ...(init.headers as Record<string, string>) }
    const answer = await fetch(`${server.url}/rest/v1/${path}`, { ...init, headers })
    return { status: answer.status, headers: answer.headers, body: await answer.text() }
  }

  test('insert of one row answers nothing, or the row when it is asked for', async () => {
    const bare = await db.from('tools').insert({ name: 'Kìm' })
    assert.deepEqual([bare.status, bare.data, bare.error], [201, null, null])
    const shown = await db
      .from('tools')
      .insert({ name: 'Đục', tags: ['gỗ', 'a,b'], details: { size: [1, { x: null }] } })
      .select()
      .single()
    assert.equal(shown.error, null)
    assert.deepEqual(shown.data, {
      id: 5,
      name: 'Đục',
      price: 5,
      kind: 'hand',
      tags: ['gỗ', 'a,b'],
      details: { size: [1, { x: null }] },
      used_at: null,
      owner: null,
      label: 'ĐỤC',
    })
    const part = await db.from('tools').insert({ name: 'Ốc' }).select('what:name,parts(id)')
    assert.deepEqual(part.data, [{ what: 'Ốc', parts: [] }])
  })

  test('insert of many: missing columns are null, or their default', async () => {
    const rows = [{ name: 'a', price: 1 }, { name: 'b' }, { name: 'c', kind: 'x', price: null }]
    const nulls = await db.from('tools').insert(rows, { count: 'exact' }).select('name,price,kind')
    assert.deepEqual([nulls.status, nulls.count], [201, 3])
    assert.deepEqual(nulls.data, [
      { name: 'a', price: 1, kind: null },
      { name: 'b', price: null, kind: null },
      { name: 'c', price: null, kind: 'x' },
    ])
    const again = rows.map(row => ({ ...row, name: `${row.name}2` }))
    const standard = await db.from('tools').insert(again, { defaultToNull: false }).select('name,price,kind')
    assert.deepEqual(standard.data, [
      { name: 'a2', price: 1, kind: 'hand' },
      { name: 'b2', price: 5, kind: 'hand' },
      { name: 'c2', price: null, kind: 'x' },
    ])
    const mixed = await db
      .from('tools')
      .insert([{ id: 100, name: 'd' }, { name: 'e' }], { defaultToNull: false })
      .select('id')
    assert.deepEqual(mixed.data, [{ id: 100 }, { id: 10 }])
    assert.deepEqual(outcomeOf(await db.from('tools').insert([])), '201 done')
  })

  test('an empty object is a row of defaults', async () => {
    assert.equal(outcomeOf(await db.from('stock').insert({})), '201 done')
    assert.equal(outcomeOf(await db.from('stock').insert([{}, {}])), '201 done')
    assert.deepEqual(
      (await db.from('stock').select()).data,
      Array.from({ length: 3 }, () => ({ name: null, count: null })),
    )
    assert.equal(outcomeOf(await db.from('tools').insert({})), '400 23502')
  })

  test('numbers lose no digit on the way in', async () => {
    const answer = await raw('tools?select=id::text,details', {
      method: 'POST',
      body: '{"id": 9007199254740993, "name": "Lớn", "details": {"n": 12345678901234567890.123}}',
      headers: { prefer: 'return=representation' },
    })
    assert.equal(answer.status, 201)
    assert.match(answer.body, /"id":"9007199254740993".*12345678901234567890\.123/)
  })

  test('upsert: 201 where a row is new, 200 where all were there', async () => {
    const both = await db
      .from('tools')
      .upsert([
        { id: 1, name: 'Búa tạ' },
        { id: 50, name: 'Giũa' },
      ])
      .select('id,name,kind')
    assert.deepEqual(
      [both.status, both.data],
      [
        201,
        [
          { id: 1, name: 'Búa tạ', kind: 'hand' },
          { id: 50, name: 'Giũa', kind: 'hand' },
        ],
      ],
    )
    const old = await db.from('tools').upsert({ id: 1, name: 'Búa' }, { count: 'exact' })
    assert.deepEqual([old.status, old.count], [200, 1])
    const byName = await db
      .from('tools')
      .upsert({ name: 'Búa', price: 11 }, { onConflict: 'name' })
      .select('id,price')
      .single()
    assert.deepEqual([byName.status, byName.data], [200, { id: 1, price: 11 }])
    const ignored = await db.from('tools').upsert({ id: 1, name: 'nicht' }, { ignoreDuplicates: true }).select()
    assert.deepEqual([ignored.status, ignored.data], [201, []])
    await db.from('pairs').insert({ a: 1, b: 2, note: 'x' })
    assert.equal((await db.from('pairs').upsert({ a: 1, b: 2, note: 'y' }, { onConflict: 'a,b' })).status, 200)
    assert.deepEqual((await db.from('pairs').select()).data, [{ a: 1, b: 2, note: 'y' }])
    assert.equal(outcomeOf(await db.from('tools').upsert({ name: 'Búa' }, { onConflict: 'kind' })), '400 42P10')
    assert.equal(outcomeOf(await db.from('tools').upsert({ name: 'Búa' }, { onConflict: 'nothing' })), '400 PGRST204')
    assert.equal(
      outcomeOf(
        await db.from('tools').upsert([
          { id: 1, name: 'p' },
          { id: 1, name: 'q' },
        ]),
      ),
      '400 21000',
    )
  })

  test('update changes what the filters leave, and nothing without them', async () => {
    const changed = await db
      .from('tools')
      .update({ price: 1 }, { count: 'exact' })
      .eq('kind', 'hand')
      .select('name')
      .order('name')
    assert.deepEqual([changed.status, changed.count, changed.data], [200, 2, [{ name: 'Búa' }, { name: 'Cưa' }]])
    const quiet = await db.from('tools').update({ price: 2 }).or('name.eq.Khoan,price.gt.1000')
    assert.deepEqual([quiet.status, quiet.data], [204, null])
    assert.deepEqual((await db.from('tools').select('price').order('id')).data, [
      { price: 1 },
      { price: 2 },
      { price: 1 },
    ])
    const none = await db.from('tools').update({ price: 3 }, { count: 'exact' }).eq('name', 'x').select()
    assert.deepEqual([none.status, none.count, none.data], [200, 0, []])
    assert.equal(outcomeOf(await db.from('tools').update({ price: 4 })), '400 21000')
    assert.equal(outcomeOf(await db.from('tools').update({}).eq('id', 1)), '204 done')
    assert.equal(
      outcomeOf(await db.from('tools').update({ price: 5 }).in('id', [1, 2]).select().single()),
      '406 PGRST116',
    )
    assert.deepEqual((await db.from('tools').select('price').order('id')).data, [
      { price: 1 },
      { price: 2 },
      { price: 1 },
    ])
  })

  test('delete removes what the filters leave, and nothing without them', async () => {
    await db.from('parts').insert([
      { id: 1, tool_id: 1, name: 'cán' },
      { id: 2, tool_id: 2, name: 'mũi' },
    ])
    const removed = await db.from('parts').delete({ count: 'exact' }).eq('id', 1).select('name,tools(name)')
    assert.deepEqual([removed.status, removed.count, removed.data], [200, 1, [{ name: 'cán', tools: { name: 'Búa' } }]])
    assert.equal(outcomeOf(await db.from('tools').delete()), '400 21000')
    const quiet = await db.from('tools').delete().lt('price', 50)
    assert.deepEqual([quiet.status, quiet.data], [204, null])
    assert.deepEqual(await names(), ['Khoan'])
  })

  test('max-affected undoes a change of too many', async () => {
    const over = await atMost(db).from('tools').delete().gt('id', 0).maxAffected(2)
    assert.deepEqual([outcomeOf(over), over.error?.details], ['400 PGRST124', 'The query affects 3 rows'])
    assert.equal(
      outcomeOf(await atMost(db).from('tools').update({ price: 0 }).gt('id', 0).maxAffected(2).select()),
      '400 PGRST124',
    )
    assert.deepEqual(await names(), ['Búa', 'Khoan', 'Cưa'])
    assert.equal(outcomeOf(await atMost(db).from('tools').delete().gt('id', 2).maxAffected(1)), '204 done')
    const lenient = { method: 'DELETE', headers: { prefer: 'max-affected=1, handling=lenient' } }
    assert.equal((await raw('tools?id=gt.0', lenient)).status, 204)
    assert.deepEqual(await names(), [])
  })

  test('rollback shows what would be, and leaves what was', async () => {
    const tried = await db.from('tools').insert({ name: 'Thử' }).rollback().select('name').single()
    assert.deepEqual([tried.status, tried.data], [201, { name: 'Thử' }])
    assert.equal((await db.from('tools').delete().gt('id', 0).rollback().select()).data?.length, 3)
    assert.equal((await names()).length, 3)
    const answer = await raw('tools', { method: 'POST', body: '{"name":"x"}', headers: { prefer: 'tx=rollback' } })
    assert.equal(answer.headers.get('preference-applied'), 'tx=rollback')
  })

  test('preferences are told where they were heard; wrong ones count only when that is asked for', async () => {
    const prefer = 'return=representation, count=exact, resolution=merge-duplicates, missing=default, handling=strict'
    const answer = await raw('tools?columns=name', { method: 'POST', body: '[{"name":"Cờ lê"}]', headers: { prefer } })
    assert.equal(
      answer.headers.get('preference-applied'),
      'resolution=merge-duplicates, missing=default, return=representation, count=exact, handling=strict',
    )
    assert.equal(answer.headers.get('content-range'), '*/1')
    const wrong = { method: 'POST', body: '{"name":"y"}', headers: { prefer: 'handling=strict, anything=else' } }
    assert.match((await raw('tools', wrong)).body, /PGRST122.*anything=else/)
    const ignored = { ...wrong, headers: { prefer: 'handling=lenient, anything=else' } }
    assert.equal((await raw('tools', ignored)).headers.get('preference-applied'), 'handling=lenient')
  })

  test('headers-only tells where the new row is', async () => {
    const prefer = 'return=headers-only'
    const one = await raw('tools', { method: 'POST', body: '{"name":"Ê tô"}', headers: { prefer } })
    assert.deepEqual([one.status, one.headers.get('location'), one.body], [201, '/tools?id=eq.4', ''])
    const two = await raw('pairs', { method: 'POST', body: '{"a":3,"b":4}', headers: { prefer } })
    assert.equal(two.headers.get('location'), '/pairs?a=eq.3&b=eq.4')
    const many = await raw('stock', { method: 'POST', body: '[{"count":1},{"count":2}]', headers: { prefer } })
    assert.deepEqual([many.status, many.headers.get('location')], [201, null])
  })

  test('bodies may be CSV or a form', async () => {
    const csv = 'name,price,tags\n"Thước, dây",7.5,"{a,b}"\nDao,NULL,{}\n'
    const lines = await raw('tools?select=name,price,tags', {
      method: 'POST',
      body: csv,
      headers: { 'content-type': 'text/csv', prefer: 'return=representation' },
    })
    assert.deepEqual(JSON.parse(lines.body), [
      { name: 'Thước, dây', price: 7.5, tags: ['a', 'b'] },
      { name: 'Dao', price: null, tags: [] },
    ])
    const form = await raw('tools?select=name,price', {
      method: 'POST',
      body: 'name=K%C3%A9o&price=3',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        prefer: 'return=representation',
        accept: 'text/csv',
      },
    })
    assert.deepEqual([form.status, form.body], [201, 'name,price\nKéo,3.00'])
    const uneven = { method: 'POST', body: 'name,price\na\n', headers: { 'content-type': 'text/csv' } }
    assert.match((await raw('tools', uneven)).body, /PGRST102/)
  })

  test('mistakes are told by their codes, and change nothing', async () => {
    assert.equal(outcomeOf(await db.from('nothing').insert({ a: 1 })), '404 PGRST205')
    assert.equal(outcomeOf(await db.from('tools').insert({ name: 'x', colour: 'red' })), '400 PGRST204')
    assert.equal(outcomeOf(await db.from('tools').update({ colour: 'red' }).eq('id', 1)), '400 PGRST204')
    assert.equal(outcomeOf(await db.from('tools').insert({ name: 'Búa' })), '409 23505')
    assert.equal(outcomeOf(await db.from('parts').insert({ id: 1, tool_id: 99 })), '409 23503')
    assert.equal(outcomeOf(await db.from('stock').insert({ count: -1 })), '400 23514')
    assert.equal(outcomeOf(await db.from('tools').insert({ name: null })), '400 23502')
    assert.equal(outcomeOf(await db.from('tools').insert({ name: 'x', price: 'dear' })), '400 22P02')
    assert.equal(outcomeOf(await db.from('tools').insert({ name: 'x', kind: 'far too long' })), '400 22001')
    assert.equal(outcomeOf(await db.from('tools').insert({ name: 'x', label: 'X' })), '400 428C9')
    assert.equal(outcomeOf(await db.from('tools').insert({ name: 'nul \0' })), '400 22P05')
    assert.equal(outcomeOf(await db.from('tools').delete().eq('nothing', 1)), '400 42703')
    assert.equal(outcomeOf(await db.schema('private').from('jobs').insert({ a: 1 })), '406 PGRST106')
    const post = (body: string, headers = {}) =>
      raw('tools', { method: 'POST', body, headers }).then(answer => `${answer.status} ${JSON.parse(answer.body).code}`)
    assert.equal(await post('{'), '400 PGRST102')
    assert.equal(await post(''), '400 PGRST102')
    assert.equal(await post('[1]'), '400 PGRST102')
    assert.equal(await post('[{"name":"x"},{"price":1}]'), '400 PGRST102')
    assert.equal(await post(`{"name":"x","details":${'['.repeat(70)}${']'.repeat(70)}}`), '400 PGRST102')
    assert.equal(await post('x', { 'content-type': 'image/png' }), '400 PGRST102')
    assert.equal(await post(`[${Array.from({ length: 10_001 }, () => '{}').join(',')}]`), '413 54000')
    assert.equal(await post(`{"name":"${'x'.repeat(1_100_000)}"}`), '413 request.too_large')
    assert.match((await raw('tools', { method: 'PUT', body: '{}' })).body, /PGRST117/)
    // Refused like other methods, not as a missing page.
    for (const method of ['PROPFIND', 'MKCOL', 'LOCK', 'SEARCH', 'REPORT']) {
      const answer = await raw('tools', { method })
      assert.equal(`${answer.status} ${JSON.parse(answer.body).code}`, '405 PGRST117', method)
    }
    assert.equal((await names()).length, 3)
  })

  test('who may only write, may write, and sees nothing of it', async () => {
    assert.equal(outcomeOf(await db.from('log').insert({ line: 'x' })), '201 done')
    const shown = await db.from('log').insert({ line: 'y' }).select()
    assert.equal(outcomeOf(shown), '401 42501')
    assert.equal(outcomeOf(await server.client(owner).from('log').insert({ line: 'y' }).select()), '403 42501')
    assert.equal(outcomeOf(await db.from('log').delete().eq('id', 1)), '401 42501')
    assert.equal(outcomeOf(await db.from('closed').insert({ id: 1 })), '401 42501')
    assert.equal(outcomeOf(await service.from('closed').insert({ id: 1 })), '403 42501')
    assert.deepEqual((await service.from('log').select('line')).data, [{ line: 'x' }])
  })

  test('policies decide whose rows are written', async () => {
    const mine = server.client(owner)
    assert.deepEqual((await mine.from('minds').insert({ id: 1, thought: 'a' })).error, null)
    assert.equal(
      outcomeOf(await mine.from('minds').insert({ id: 2, person: other.personId, thought: 'b' })),
      '403 42501',
    )
    assert.equal(outcomeOf(await db.from('minds').insert({ id: 3, thought: 'c' })), '401 42501')
    const theirs = server.client(other)
    assert.deepEqual((await theirs.from('minds').update({ thought: 'x' }).eq('id', 1).select()).data, [])
    assert.deepEqual((await theirs.from('minds').delete().eq('id', 1).select()).data, [])
    assert.equal(outcomeOf(await theirs.from('minds').upsert({ id: 1, thought: 'x' })), '403 42501')
    assert.deepEqual((await service.from('minds').select('thought,person')).data, [
      { thought: 'a', person: owner.personId },
    ])
  })

  test('a view is written where the database can', async () => {
    assert.equal(outcomeOf(await db.from('tool_names').insert({ name: 'Bào' })), '201 done')
    assert.deepEqual((await db.from('tool_names').update({ name: 'Bào 2' }).eq('name', 'Bào').select('name')).data, [
      { name: 'Bào 2' },
    ])
  })

  test('the product’s own tables are changed by actions alone, whoever asks', async () => {
    const admin = server.client(owner)
    const tables = await service.from('workspaces').select('id,name')
    for (const [client, status] of [
      [db, 401],
      [admin, 403],
      [service, 403],
    ] as const) {
      for (const answer of [
        await client.from('workspaces').insert({ id: newId(), name: 'x' }),
        await client.from('workspaces').upsert({ id: owner.workspaceId, name: 'x' }),
        await client.from('workspaces').update({ name: 'x' }).eq('id', owner.workspaceId),
        await client.from('workspaces').delete().eq('id', owner.workspaceId),
        await client.from('messages').insert({ nothing: 'x' }),
        await client.from('plans').update({ code: 'x' }).neq('code', ''),
      ])
        assert.deepEqual([answer.status, answer.error?.code], [status, '42501'])
    }
    assert.deepEqual((await service.from('workspaces').select('id,name')).data, tables.data)
    for (const view of ['shop_names', 'shop_names_again'])
      assert.equal(outcomeOf(await service.from(view).update({ name: 'x' }).eq('id', owner.workspaceId)), '403 42501')
    assert.deepEqual((await service.from('workspaces').select('id,name')).data, tables.data)
  })

  test('what the database’s owner changes is known once it is told', async () => {
    const insert = () => db.from('pairs').upsert({ a: 1, b: 1, extra: 'x' })
    assert.equal(outcomeOf(await insert()), '400 PGRST204')
    await runAsOwner(server.platform, `alter table pairs add column extra text; notify pgrst, 'reload schema'`)
    const until = performance.now() + 30_000
    while ((await insert()).error && performance.now() < until) await wait(20)
    assert.deepEqual((await db.from('pairs').select('extra')).data, [{ extra: 'x' }])
  })

  test('two that add to one counter at once both count', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        db.from('pairs').upsert({ a: 7, b: 7, note: String(n) }, { onConflict: 'a,b' }),
      ),
    )
    assert.deepEqual(
      answers.map(answer => answer.error),
      answers.map(() => null),
    )
    assert.equal(answers.filter(answer => answer.status === 201).length, 1)
    assert.equal((await db.from('pairs').select()).data?.length, 1)
  })
})
