import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { atMost } from '../at-most.ts'
import { type Listening, startListening } from '../listening.ts'

const workshop = readFileSync(join(import.meta.dirname, 'workshop.sql'), 'utf8')

describe('/rest/v1/rpc with the official client', () => {
  let server: Listening
  let owner: Owner
  let db: SupabaseClient
  let service: SupabaseClient

  before(async () => {
    server = await startListening()
    await runAsOwner(server.platform, workshop)
    await runAsOwner(
      server.platform,
      `insert into tools (name, price, kind, tags) values ('Búa', 10, 'hand', '{a}'), ('Khoan', 99.5, 'power', '{}'), ('Cưa', 20, 'hand', '{b}');
       insert into parts values (1, 1, 'cán'), (2, 1, 'đầu'), (3, 2, 'mũi')`,
    )
    owner = await makeOwner(server.platform)
    db = server.client()
    service = createClient(server.url, server.platform.tokens.serviceRoleKey, { auth: { persistSession: false } })
  })
  after(() => server.close())

  type Answer = { status: number; error: { code: string; message: string; details: unknown; hint: unknown } | null }
  const outcomeOf = ({ status, error }: Answer) => `${status} ${error?.code ?? 'done'}`
  const lines = async () => (await service.from('log').select('line').order('id')).data?.map(row => row.line)
  async function raw(path: string, init: RequestInit = {}) {
    const headers = { apikey: server.platform.tokens.anonKey, ...(init.headers as Record<string, string>) }
    const answer = await fetch(`${server.url}/rest/v1/rpc/${path}`, { ...init, headers })
    return { status: answer.status, headers: answer.headers, body: await answer.text() }
  }

  test('a value is answered bare, by POST, by GET and by HEAD', async () => {
    const post = await db.rpc('add', { a: 2, b: 3 })
    assert.deepEqual([post.status, post.data], [200, 5])
    const get = await db.rpc('add', { a: 2, b: -3 }, { get: true })
    assert.deepEqual([get.status, get.data], [200, -1])
    const head = await db.rpc('add', { a: 2, b: 3 }, { head: true, count: 'exact' })
    assert.deepEqual([head.status, head.data, head.count], [200, null, 1])
    assert.equal((await raw('add?a=1&b=1')).body, '2')
    assert.equal((await db.rpc('add', { a: 2, b: null })).data, null)
  })

  test('arguments that are not named take their defaults', async () => {
    assert.equal((await db.rpc('greet')).data, 'Chào bạn')
    assert.equal((await db.rpc('greet', { name: 'Lan' })).data, 'Chào Lan')
    assert.equal((await db.rpc('greet', { loud: true, name: 'lan' }, { get: true })).data, 'CHÀO LAN')
  })

  test('lists as arguments, and any number of them', async () => {
    assert.equal((await db.rpc('sum_of', { numbers: [1, 2, 3] })).data, 6)
    assert.equal((await db.rpc('sum_of', { numbers: [1, 2, 3] }, { get: true })).data, 6)
    assert.equal((await db.rpc('total', { numbers: [4, 5] })).data, 9)
    assert.equal((await db.rpc('total', { numbers: [4, 5] }, { get: true })).data, 9)
    assert.equal((await raw('total?numbers=4&numbers=6')).body, '10')
    assert.equal((await raw('total?numbers=4')).body, '4')
  })

  test('a function without a value answers 204, and has run once', async () => {
    await runAsOwner(server.platform, 'truncate log')
    const done = await db.rpc('note', { line: 'một' })
    assert.deepEqual([done.status, done.data, done.error], [204, null, null])
    const twice = await db.rpc('note_twice', { line: 'hai' }, { count: 'exact' })
    assert.deepEqual([twice.status, twice.data, twice.count], [200, 2, 1])
    assert.deepEqual(await lines(), ['một', 'hai', 'hai'])
  })

  test('what writes is not called by GET or HEAD', async () => {
    await runAsOwner(server.platform, 'truncate log')
    assert.equal(outcomeOf(await db.rpc('note', { line: 'x' }, { get: true })), '405 25006')
    assert.equal((await raw('note?line=x', { method: 'HEAD' })).status, 405)
    assert.deepEqual(await lines(), [])
  })

  test('rows are selected, filtered, ordered, paged and counted like those of a table', async () => {
    const rows = await db
      .rpc('tools_of', { wanted: 'hand' })
      .select('name,parts(name)')
      .order('name', { ascending: false })
    assert.deepEqual(rows.data, [
      { name: 'Cưa', parts: [] },
      { name: 'Búa', parts: [{ name: 'cán' }, { name: 'đầu' }] },
    ])
    const some = await db
      .rpc('tools_of', { wanted: 'hand' }, { get: true, count: 'exact' })
      .select('id')
      .gt('price', 5)
      .order('id')
      .limit(1)
    assert.deepEqual([some.status, some.count, some.data], [206, 2, [{ id: 1 }]])
    const one = await db.rpc('tools_of', { wanted: 'power' }).select('name,price').single()
    assert.deepEqual(one.data, { name: 'Khoan', price: 99.5 })
    assert.equal(outcomeOf(await db.rpc('tools_of', { wanted: 'hand' }).single()), '406 PGRST116')
    assert.equal((await db.rpc('tools_of', { wanted: 'none' }).maybeSingle()).data, null)
    assert.equal((await db.rpc('tools_of', { wanted: 'power' }).select('name').csv()).data, 'name\nKhoan')
    const kinds = await db.rpc('kinds').gt('tools', 1)
    assert.deepEqual(kinds.data, [{ kind: 'hand', tools: 2 }])
    const numbers = await db.rpc('numbers', { up_to: 4 }, { count: 'exact' })
    assert.deepEqual([numbers.data, numbers.count], [[1, 2, 3, 4], 4])
    const planned = await db.rpc('numbers', { up_to: 3 }, { count: 'estimated' }).limit(2)
    assert.deepEqual([planned.data, planned.count], [[1, 2], 3])
    assert.equal((await db.rpc('numbers', { up_to: 5000 })).data?.length, 1000)
    assert.equal((await db.rpc('numbers', { up_to: 5 }, { count: 'planned' })).data?.length, 5)
  })

  test('one row is an object', async () => {
    const { data } = await db.rpc('one_tool', { wanted: 2 }).select('id,name')
    assert.deepEqual(data, { id: 2, name: 'Khoan' })
    const whole = await db.rpc('one_tool', { wanted: 3 })
    assert.deepEqual([whole.data.label, whole.data.tags], ['CƯA', ['b']])
  })

  test('HEAD with an object is sent as POST, and answered without rows', async () => {
    const head = await db.rpc('greet', { name: { a: 1 } }, { head: true, count: 'exact' })
    assert.deepEqual([head.status, head.data, head.count], [204, null, 1])
  })

  test('of several functions the one with these arguments is called', async () => {
    assert.equal((await db.rpc('same', { x: 'a', y: 'b' })).data, 'two')
    const unclear = await db.rpc('same', { x: 1 })
    assert.deepEqual([unclear.status, unclear.error?.code], [300, 'PGRST203'])
    assert.match(unclear.error?.message ?? '', /public\.same\(x => integer\), public\.same\(x => text\)/)
  })

  test('a body that is one argument without a name', async () => {
    const sent = '{"any":[1,{"b":"ế"}],"n":12345678901234567890}'
    const json = await raw('echo', { method: 'POST', body: sent, headers: { 'content-type': 'application/json' } })
    assert.equal(json.body.replaceAll(' ', ''), sent)
    const list = await raw('echo', { method: 'POST', body: '[1,2]', headers: { 'content-type': 'application/json' } })
    assert.equal(list.body, '[1,2]')
    const text = await raw('echo_text', { method: 'POST', body: 'chữ', headers: { 'content-type': 'text/plain' } })
    assert.equal(text.body, '"chữ"')
    const bytes = await raw('size_of', {
      method: 'POST',
      body: new Uint8Array([0, 255, 1]),
      headers: { 'content-type': 'application/octet-stream' },
    })
    assert.equal(bytes.body, '3')
    const form = await raw('add', {
      method: 'POST',
      body: 'a=1&b=2',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(form.body, '3')
  })

  test('functions read who asks, and what', async () => {
    const setting = async (name: string, client = db) =>
      (await client.rpc('read_setting', { setting: name })).data as string
    assert.equal(await setting('request.method'), 'POST')
    assert.equal(await setting('request.path'), '/rpc/read_setting')
    assert.equal(JSON.parse(await setting('request.jwt.claims')).role, 'anon')
    assert.equal((await db.rpc('who')).data, 'anon -')
    assert.equal((await server.client(owner).rpc('who')).data, `authenticated ${owner.personId}`)
    const traced = await db
      .rpc('read_setting', { setting: 'request.headers' }, { get: true })
      .setHeader('traceparent', "00-a'b-01")
    assert.equal(JSON.parse(traced.data as string).traceparent, "00-a'b-01")
    const cookie = { cookie: "a=1; b='x'" }
    const answer = await raw('read_setting?setting=request.cookies', { headers: cookie })
    assert.deepEqual(JSON.parse(JSON.parse(answer.body)), { a: '1', b: "'x'" })
  })

  test('what is not there is told with a hint, of what the caller may call', async () => {
    const nothing = await db.rpc('nothing_of_it')
    assert.deepEqual([outcomeOf(nothing), nothing.error?.hint], ['404 PGRST202', null])
    assert.match(nothing.error?.message ?? '', /Could not find the function public\.nothing_of_it without parameters/)
    const near = await db.rpc('gret', { name: 'x' })
    assert.equal(near.error?.hint, 'Perhaps you meant to call the function public.greet(name, loud)')
    const other = await db.rpc('add', { a: 1, c: 2 })
    assert.deepEqual(
      [outcomeOf(other), other.error?.hint, other.error?.details],
      [
        '404 PGRST202',
        'Perhaps you meant to call the function public.add(a, b)',
        'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      ],
    )
    assert.equal((await db.rpc('for_servise')).error?.hint, null)
    assert.equal(
      (await service.rpc('for_servise')).error?.hint,
      'Perhaps you meant to call the function public.for_service',
    )
    assert.equal(outcomeOf(await db.schema('rights').rpc('my_workspaces')), '406 PGRST106')
    assert.equal(outcomeOf(await db.rpc('pg_sleep', { seconds: 1 })), '404 PGRST202')
  })

  test('only who may call it', async () => {
    assert.equal(outcomeOf(await db.rpc('for_service')), '401 42501')
    assert.equal(outcomeOf(await server.client(owner).rpc('for_service')), '403 42501')
    assert.equal((await service.rpc('for_service')).data, 1)
  })

  test('what a function raises is told by its code', async () => {
    const failed = await db.rpc('fail', { state: 'P0001' })
    assert.deepEqual(
      [failed.status, failed.error],
      [400, { code: 'P0001', message: 'It failed', details: 'because', hint: 'try again' }],
    )
    assert.equal(outcomeOf(await db.rpc('fail', { state: 'PT418' })), '418 PT418')
    assert.equal(outcomeOf(await db.rpc('fail', { state: '23505' })), '409 23505')
    assert.equal(outcomeOf(await db.rpc('fail', { state: '42501' })), '401 42501')
    assert.equal(outcomeOf(await db.rpc('add', { a: 'x', b: 1 })), '400 22P02')
    assert.equal(outcomeOf(await db.rpc('add', { a: 2_147_483_647, b: 1 })), '400 22003')
  })

  test('max-affected undoes a call that gives too many rows', async () => {
    const over = await atMost(db).rpc('rename_all', { suffix: '!' }).maxAffected(2)
    assert.deepEqual([outcomeOf(over), over.error?.details], ['400 PGRST124', 'The query affects 3 rows'])
    assert.equal((await db.from('tools').select().like('name', '%!')).data?.length, 0)
    assert.equal(outcomeOf(await atMost(db).rpc('add', { a: 1, b: 2 }).maxAffected(1)), '400 PGRST128')
    assert.equal((await atMost(db).rpc('rename_all', { suffix: '!' }).maxAffected(3)).data?.length, 3)
  })

  test('what cannot be read is refused', async () => {
    const post = (body: string, type = 'application/json') =>
      raw('add', { method: 'POST', body, headers: { 'content-type': type } }).then(
        answer => `${answer.status} ${JSON.parse(answer.body).code}`,
      )
    assert.equal(await post('{"a":1'), '400 PGRST102')
    assert.equal(await post('7'), '400 PGRST102')
    assert.equal(await post('[{"a":1,"b":2}]'), '404 PGRST202')
    assert.equal(await post('a', 'image/png'), '400 PGRST102')
    const other = await raw('add', { method: 'DELETE' })
    assert.deepEqual([other.status, JSON.parse(other.body).code], [405, 'PGRST101'])
  })
})
