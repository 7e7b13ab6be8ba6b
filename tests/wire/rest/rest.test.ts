import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { fillWorkspace, type FullWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, startListening, tokenOf } from '../listening.ts'

describe('/rest/v1 with the official client', () => {
  let server: Listening
  let owner: Owner
  let ids: FullWorkspace
  let db: SupabaseClient
  const texts = ['Áo thun 120.000đ', 'Quần short, (đen)', 'Váy "hoa nhí"', 'Nón\\mũ', 'Ship 15.000đ']

  before(async () => {
    server = await startListening()
    owner = await makeOwner(server.platform)
    ids = await fillWorkspace(server.platform, owner)
    await server.platform.db.asService(owner.workspaceId, async tx => {
      for (const [index, text] of texts.entries())
        await sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, attachments, status, created_at)
          values (${newId()}, ${owner.workspaceId}, ${ids.conversation}, ${ids.channel}, ${index + 2}, 'in', 'contact', ${text},
            ${JSON.stringify([{ name: `tệp ${index}`, size: index }])}::jsonb, 'stored', ${server.platform.clock.now()})`.execute(
          tx,
        )
    })
    db = server.client(owner)
  })
  after(() => server.close())

  const seqs = (rows: { seq: number }[] | null) => (rows ?? []).map(row => row.seq)
  const messages = () => db.from('messages').select('seq').order('seq')

  test('rows come with times in ISO 8601 with T and offset, and bigint as numbers', async () => {
    const { data, error, status } = await db.from('conversations').select('*').eq('id', ids.conversation).single()
    assert.equal(error, null)
    assert.equal(status, 200)
    assert.equal(data.last_seq, 1)
    assert.match(data.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/)
    assert.equal(data.contact_name, 'Trần Thị Bích')
  })

  test('columns are chosen, renamed, cast, and taken out of JSON', async () => {
    const { data } = await db
      .from('messages')
      .select('what:text,seq::text,attachments->0->>name,attachments->0->size')
      .eq('seq', 3)
      .single()
    assert.deepEqual(data, { what: 'Quần short, (đen)', seq: '3', name: 'tệp 1', size: 1 })
  })

  test('every comparison', async () => {
    assert.deepEqual(seqs((await messages().eq('seq', 2)).data), [2])
    assert.deepEqual(seqs((await messages().neq('seq', 2)).data), [1, 3, 4, 5, 6])
    assert.deepEqual(seqs((await messages().gt('seq', 4)).data), [5, 6])
    assert.deepEqual(seqs((await messages().gte('seq', 5).lte('seq', 5)).data), [5])
    assert.deepEqual(seqs((await messages().lt('seq', 2)).data), [1])
    assert.deepEqual(seqs((await messages().in('seq', [1, 6, 99])).data), [1, 6])
    assert.deepEqual(seqs((await messages().in('seq', [])).data), [])
    assert.deepEqual(seqs((await messages().like('text', '%ship%')).data), [])
    assert.deepEqual(seqs((await messages().ilike('text', '*ship*')).data), [1, 6])
    assert.deepEqual(seqs((await messages().likeAnyOf('text', ['Áo%', 'Váy%'])).data), [2, 4])
    assert.deepEqual(seqs((await messages().is('answer_id', null).not('seq', 'in', '(1,2)')).data), [3, 4, 5, 6])
    assert.deepEqual(seqs((await messages().not('text', 'ilike', '%ship%').filter('seq', 'lt', 4)).data), [2, 3])
    assert.deepEqual(seqs((await messages().or('seq.eq.1,and(seq.gt.4,text.ilike.*ship*)')).data), [1, 6])
    assert.deepEqual(seqs((await messages().contains('attachments', JSON.stringify([{ size: 2 }]))).data), [4])
    assert.deepEqual(seqs((await messages().eq('attachments->0->>name', 'tệp 3')).data), [5])
    assert.deepEqual(seqs((await messages().isDistinct('client_id', null)).data), [])
  })

  test('rows of other tables come along, also over keys of two columns', async () => {
    const { data, error } = await db
      .from('conversations')
      .select('contact:contacts(name),channel_id(kind),messages(seq)')
      .eq('id', ids.conversation)
      .order('seq', { referencedTable: 'messages', ascending: false })
      .limit(2, { referencedTable: 'messages' })
      .single()
    assert.equal(error, null)
    assert.equal(typeof data?.contact, 'object')
    assert.deepEqual(data?.messages, [{ seq: 6 }, { seq: 5 }])
    assert.deepEqual(Object.keys(data?.channel_id ?? {}), ['kind'])
    const stranger = await makeOwner(server.platform)
    assert.deepEqual((await server.client(stranger).from('conversations').select('id,contacts(name)')).data, [])
  })

  test('values with commas, parentheses, quotes and backslashes mean themselves', async () => {
    for (const [index, text] of texts.entries()) {
      assert.deepEqual(seqs((await messages().eq('text', text)).data), [index + 2])
      const quoted = `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
      assert.deepEqual(seqs((await messages().or(`text.eq.${quoted}`)).data), [index + 2])
    }
    assert.deepEqual(seqs((await messages().in('text', [texts[1] ?? '', texts[0] ?? ''])).data), [2, 3])
  })

  test('order, limit and range', async () => {
    const rows = () => db.from('messages').select('seq')
    assert.deepEqual(seqs((await rows().order('seq', { ascending: false }).limit(2)).data), [6, 5])
    assert.deepEqual(
      seqs((await rows().order('answer_id', { nullsFirst: true }).order('seq').range(1, 3)).data),
      [2, 3, 4],
    )
    assert.deepEqual((await rows().limit(0)).data, [])
  })

  test('a count is told with 206 for a part and 200 for the whole', async () => {
    const part = await db.from('messages').select('seq', { count: 'exact' }).order('seq').range(0, 1)
    assert.deepEqual([part.status, part.count, seqs(part.data)], [206, 6, [1, 2]])
    const whole = await db.from('messages').select('seq', { count: 'exact' })
    assert.deepEqual([whole.status, whole.count], [200, 6])
    const none = await db.from('messages').select('seq', { count: 'exact' }).eq('seq', 99)
    assert.deepEqual([none.status, none.count], [200, 0])
    const head = await db.from('messages').select('*', { count: 'exact', head: true })
    assert.deepEqual([head.data, head.count], [null, 6])
    const beyond = await db.from('messages').select('seq', { count: 'exact' }).range(50, 60)
    assert.deepEqual([beyond.status, beyond.error?.code], [416, 'PGRST103'])
    const raw = await fetch(`${server.url}/rest/v1/messages?select=seq&order=seq`, {
      headers: { ...owner.headers, apikey: server.platform.tokens.anonKey, range: '1-2' },
    })
    assert.deepEqual(
      [raw.status, raw.headers.get('content-range'), await raw.json()],
      [200, '1-2/*', [{ seq: 2 }, { seq: 3 }]],
    )
  })

  test('single wants exactly one, maybeSingle at most one', async () => {
    const none = await db.from('messages').select().eq('seq', 99).single()
    assert.deepEqual(
      [none.status, none.error?.code, none.error?.details],
      [406, 'PGRST116', 'The result contains 0 rows'],
    )
    assert.equal((await db.from('messages').select().single()).error?.details, 'The result contains 6 rows')
    assert.deepEqual(
      await db
        .from('messages')
        .select()
        .eq('seq', 99)
        .maybeSingle()
        .then(({ data, error }) => [data, error]),
      [null, null],
    )
    assert.equal((await db.from('messages').select().maybeSingle()).error?.code, 'PGRST116')
  })

  test('mistakes are told by their codes', async () => {
    const code = async (query: PromiseLike<{ status: number; error: { code: string } | null }>) => {
      const { status, error } = await query
      return `${status} ${error?.code}`
    }
    assert.equal(await code(db.from('nothing').select()), '404 PGRST205')
    assert.equal(await code(db.from('messages').select('nothing')), '400 42703')
    assert.equal(await code(db.from('messages').select().eq('nothing', 1)), '400 42703')
    assert.equal(await code(db.from('messages').select().eq('seq', 'x')), '400 22P02')
    assert.equal(await code(db.from('messages').select().eq('seq', '9'.repeat(30))), '400 22003')
    assert.equal(await code(db.from('messages').select().eq('id', "1' or '1'='1")), '400 22P02')
    assert.equal(await code(db.from('messages').select().like('id', '%')), '404 42883')
    assert.equal(await code(db.from('messages').select().filter('text', 'match', 'a')), '400 PGRST100')
    assert.equal(await code(db.from('messages').select().textSearch('text', 'áo', { config: 'x' })), '400 42704')
    assert.equal(await code(db.from('conversations').select('*,plans(name)')), '400 PGRST200')
    assert.equal(await code(db.schema('private').from('jobs').select()), '406 PGRST106')
    assert.equal(await code(db.from('messages').select().geojson()), '406 PGRST107')
    assert.equal(await code(db.from('messages').select().explain()), '406 PGRST107')
    assert.equal(await code(db.rpc('anything')), '404 PGRST202')
  })

  test('product tables are read-only, also for their admin', async () => {
    for (const { status, error } of [
      await db.from('messages').insert({ text: 'x' }),
      await db.from('workspaces').update({ name: 'x' }).eq('id', owner.workspaceId),
      await db.from('messages').delete().eq('seq', 1),
      await db.from('people').upsert({ id: owner.personId, is_operator: true }),
    ])
      assert.deepEqual([status, error?.code], [403, '42501'])
    assert.equal((await server.client().from('plans').insert({ code: 'x' })).status, 401)
    assert.equal((await messages()).data?.length, 6)
  })

  test('the public key sees plans and prices, and nothing else', async () => {
    const anyone = server.client()
    assert.equal((await anyone.from('plans').select('code')).data?.length, 4)
    const closed = await anyone.from('messages').select()
    assert.deepEqual([closed.status, closed.error?.code], [401, '42501'])
  })

  test('a key is needed, and a token that is ours, not over and not signed out', async () => {
    const get = async (headers: Record<string, string>, query = '') => {
      const response = await fetch(`${server.url}/rest/v1/workspaces${query}`, { headers })
      const body = (await response.json()) as { code?: string }
      return `${response.status} ${body.code ?? 'rows'}`
    }
    const apikey = server.platform.tokens.anonKey
    const member = await makeMember(server.platform, owner)
    assert.equal(await get({}), '401 PGRST302')
    assert.equal(await get({ apikey: 'x' }), '401 PGRST301')
    assert.equal(await get({ apikey: tokenOf(member), ...member.headers }), '401 PGRST301')
    assert.equal(await get({ apikey, authorization: 'Bearer x.y.z' }), '401 PGRST301')
    assert.equal(await get({ apikey, ...member.headers }), '200 rows')
    assert.equal(await get(member.headers, `?apikey=${apikey}`), '200 rows')
    await server.platform.db.asService(null, tx =>
      sql`delete from auth.sessions where user_id = ${member.personId}`.execute(tx),
    )
    assert.equal(await get({ apikey, ...member.headers }), '401 PGRST301')
    const old = await makeMember(server.platform, owner)
    server.platform.clock.advance(hours(2))
    assert.equal(await get({ apikey, ...old.headers }), '401 PGRST303')
    server.platform.clock.advance(hours(-2))
  })

  test('pages of other origins may ask', async () => {
    const asked = await fetch(`${server.url}/rest/v1/messages`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    })
    assert.equal(asked.status, 204)
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /apikey.*x-retry-count/)
    const answer = await fetch(`${server.url}/rest/v1/plans`, { headers: { apikey: server.platform.tokens.anonKey } })
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /content-range/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  })

  test('no answer holds more than 1,000 rows', async () => {
    await server.platform.db.asService(owner.workspaceId, tx =>
      sql`insert into audit_log (id, workspace_id, action, at) select gen_random_uuid(), ${owner.workspaceId}, 'x', now() from generate_series(1, 1200)`.execute(
        tx,
      ),
    )
    assert.equal((await db.from('audit_log').select('id').limit(5000)).data?.length, 1000)
    const counted = await db.from('audit_log').select('id', { count: 'exact' })
    assert.deepEqual([counted.status, counted.count, counted.data?.length], [206, 1201, 1000])
  })
})
