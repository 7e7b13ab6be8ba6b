import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { fillWorkspace, type FullWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, openToAll, startListening, tokenOf } from '../listening.ts'

type Row = { title?: string; [column: string]: unknown }
type ReceivedChange = {
  eventType: string
  schema: string
  table: string
  commit_timestamp: string
  errors: string[] | null
  new: Row
  old: Row
}
type System = { extension: string; status: string; message: string; channel: string }
type Binding = {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  schema?: string
  table?: string
  filter?: string
  select?: string[]
}

const todos = `
  create table public.todos (
    id bigint generated always as identity primary key, owner uuid, title text not null, priority int not null default 0,
    amount numeric, tags text[] not null default '{}', meta jsonb, due timestamptz, done boolean, secret text
  );
  alter table public.todos enable row level security;
  alter table public.todos force row level security;
  create policy service on public.todos to service_role using (true) with check (true);
  create policy own on public.todos for select to authenticated using (owner = (select auth.uid()));
  create policy open on public.todos for select to anon using (owner is null);
  create policy not_archived on public.todos as restrictive for select to anon, authenticated using (title <> 'archived');
  grant all on public.todos to service_role;
  grant select (id, owner, title, priority, amount, tags, meta, due, done) on public.todos to anon, authenticated;
  create table public.whole (id int, name text, is_open boolean);
  alter table public.whole replica identity full;
  alter table public.whole enable row level security;
  create policy open on public.whole for select to anon using (is_open);
  create policy service on public.whole to service_role using (true) with check (true);
  grant select on public.whole to anon;
  grant all on public.whole to service_role;
  alter publication supabase_realtime add table public.todos;
  select realtime.watch_tables(), realtime.watch_whole_tables();
`

describe('postgres_changes with the official client', () => {
  let server: Listening<typeof systemClock>
  let owner: Owner
  let member: Owner
  let stranger: Owner
  let ids: FullWorkspace
  let seq = 100
  const open: RealtimeChannel[] = []

  before(async () => {
    server = await startListening(systemClock, openToAll)
    owner = await makeOwner(server.platform)
    member = await makeMember(server.platform, owner)
    stranger = await makeOwner(server.platform)
    ids = await fillWorkspace(server.platform, owner)
    const session = await server.platform.db.engine.acquire()
    await session.query(todos, [])
    server.platform.db.engine.release(session, false)
  })
  after(() => server.close())
  beforeEach(async () => {
    for (const channel of open.splice(0)) await channel.unsubscribe()
  })

  const service = () =>
    createClient(server.url, server.platform.tokens.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { disconnectOnEmptyChannelsAfterMs: 0 },
    })

  async function signedIn(who: Owner | undefined): Promise<SupabaseClient> {
    const client = server.client(who)
    await client.realtime.setAuth()
    return client
  }

  async function listen(who: Owner | SupabaseClient | undefined, ...bindings: Binding[]) {
    const client = who && 'realtime' in who ? who : await signedIn(who)
    const channel = client.channel(`rows ${newId()}`)
    open.push(channel)
    const received: ReceivedChange[] = []
    const system: System[] = []
    for (const binding of bindings) {
      const filter = { event: '*', schema: 'public', ...binding } as const
      channel.on('postgres_changes', filter as { event: '*'; schema: string }, change =>
        received.push(change as ReceivedChange),
      )
    }
    channel.on('system', {}, (message: System) => system.push(message))
    const status = await new Promise<string>(resolve => channel.subscribe(state => resolve(state)))
    await until(() => system.length > 0)
    return { channel, received, system, status }
  }

  const write = (text: ReturnType<typeof sql>) => server.platform.db.asService(null, tx => text.execute(tx))
  const add = async (row: { owner?: string | null; title: string; priority?: number }): Promise<number> => {
    const { rows } = await server.platform.db.asService(null, tx =>
      sql<{
        id: number
      }>`insert into todos (owner, title, priority) values (${row.owner ?? null}, ${row.title}, ${row.priority ?? 0})
        returning id`.execute(tx),
    )
    return rows[0]?.id ?? 0
  }
  const titles = (received: ReceivedChange[]) => received.map(change => change.new.title)

  test('a row is told from its beginning to its end, each change as it was, in order', async () => {
    const { received, system, status } = await listen(owner, { table: 'todos' })
    assert.equal(status, 'SUBSCRIBED')
    assert.deepEqual(
      system.map(({ extension, status: state, message }) => [extension, state, message]),
      [['postgres_changes', 'ok', 'Subscribed to PostgreSQL']],
    )
    await write(sql`insert into todos (owner, title, priority, amount, tags, meta, due, done, secret)
      values (${owner.personId}, 'mua trà', 3, 12.50, '{sáng,"chiều, tối"}', '{"a":[1,null]}', '2026-03-01T05:06:07Z', true, 'x')`)
    // In quick succession: an old row is reported as it was, even if it is gone by then.
    await write(sql`update todos set title = 'mua trà sen', done = false where title = 'mua trà'`)
    await write(sql`delete from todos where title = 'mua trà sen'`)
    await until(() => received.length === 3)
    const [first, second, third] = received
    const id = first?.new['id']
    assert.equal(typeof id, 'number')
    assert.deepEqual(
      [first?.eventType, first?.schema, first?.table, first?.errors, first?.old],
      ['INSERT', 'public', 'todos', null, {}],
    )
    assert.deepEqual(first?.new, {
      id,
      owner: owner.personId,
      title: 'mua trà',
      priority: 3,
      amount: 12.5,
      tags: ['sáng', 'chiều, tối'],
      meta: { a: [1, null] },
      due: '2026-03-01T05:06:07+00:00',
      done: true,
    })
    assert.ok(Math.abs(Date.parse(first?.commit_timestamp ?? '') - Date.now()) < 60_000)
    assert.equal(second?.eventType, 'UPDATE')
    assert.deepEqual([second?.new.title, second?.old], ['mua trà sen', { id }])
    assert.deepEqual([third?.eventType, third?.new, third?.old], ['DELETE', {}, { id }])
  })

  test('several wishes of one channel are answered each by its number, in their order', async () => {
    const channel = (await signedIn(owner)).channel('wishes')
    open.push(channel)
    const received: string[] = []
    const recordAs = (name: string) => (change: { eventType: string }) => received.push(`${name} ${change.eventType}`)
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, recordAs('new'))
    channel.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'todos' }, recordAs('changed'))
    channel.on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'todos' }, recordAs('gone'))
    channel.on('postgres_changes', { event: '*', schema: 'public' }, recordAs('any'))
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'todos', filter: 'priority=gt.5' },
      recordAs('urgent'),
    )
    assert.equal(await new Promise(resolve => channel.subscribe(resolve)), 'SUBSCRIBED')
    const id = await add({ owner: owner.personId, title: 'một' })
    await write(sql`update todos set priority = 9 where id = ${id}`)
    await write(sql`delete from todos where id = ${id}`)
    await until(() => received.length === 8)
    assert.deepEqual(received, [
      'new INSERT',
      'any INSERT',
      'changed UPDATE',
      'any UPDATE',
      'urgent UPDATE',
      'gone DELETE',
      'any DELETE',
      'urgent DELETE',
    ])
  })

  test('filters compare as the database does', async () => {
    const wanted: Record<string, string[]> = {
      'priority=eq.2': ['hai'],
      'priority=neq.2': ['một', 'mười', 'ba, bốn'],
      'priority=lt.2': ['một'],
      'priority=lte.2': ['một', 'hai'],
      'priority=gt.2': ['mười', 'ba, bốn'],
      'priority=gte.10': ['mười'],
      'priority=in.(1,10)': ['một', 'mười'],
      'title=in.("ba, bốn",hai)': ['hai', 'ba, bốn'],
      'title=eq.ba, bốn': ['ba, bốn'],
      'title=eq."ba, bốn"': ['ba, bốn'],
      'title=like.m%': ['một', 'mười'],
      'title=ilike.M%,priority=gt.5': ['mười'],
      'title=not.in.(hai,một)': ['mười', 'ba, bốn'],
      'done=is.null': ['một', 'hai', 'mười', 'ba, bốn'],
      'done=not.is.null': [],
      'priority=isdistinct.3': ['một', 'hai', 'mười'],
    }
    const channels = await Promise.all(
      Object.keys(wanted).map(filter => listen(owner, { event: 'INSERT', table: 'todos', filter })),
    )
    for (const [title, priority] of [
      ['một', 1],
      ['hai', 2],
      ['mười', 10],
      ['ba, bốn', 3],
    ] as const)
      await add({ owner: owner.personId, title, priority })
    const expected = Object.values(wanted)
    await until(() => channels.every(({ received }, index) => received.length >= (expected[index]?.length ?? 0)))
    assert.deepEqual(
      Object.fromEntries(Object.keys(wanted).map((filter, index) => [filter, titles(channels[index]?.received ?? [])])),
      wanted,
    )
  })

  test('only who may see the row hears of it, also of its end', async () => {
    const trustedClient = service()
    const [mine, others, nobody, trusted] = [
      await listen(owner, { table: 'todos' }),
      await listen(stranger, { table: 'todos' }),
      await listen(undefined, { table: 'todos' }),
      await listen(trustedClient, { table: 'todos' }),
    ]
    const id = await add({ owner: owner.personId, title: 'riêng' })
    await add({ title: 'chung' })
    await write(sql`update todos set title = 'archived' where id = ${id}`) // hidden by a restrictive policy
    await write(sql`delete from todos where id = ${id}`)
    const last = await add({ owner: stranger.personId, title: 'cuối' })
    await write(sql`delete from todos where id = ${last}`)
    await until(() => trusted.received.length === 6 && others.received.length === 2)
    const describeChanges = (received: ReceivedChange[]) =>
      received.map(change => `${change.eventType} ${change.new.title ?? ''}`)
    assert.deepEqual(describeChanges(mine.received), ['INSERT riêng'])
    assert.deepEqual(describeChanges(others.received), ['INSERT cuối', 'DELETE '])
    assert.deepEqual(describeChanges(nobody.received), ['INSERT chung'])
    assert.equal(trusted.received[0]?.new['secret'], null, 'the service key sees every column')
    assert.equal('secret' in (mine.received[0]?.new ?? {}), false)
    assert.deepEqual(others.received[1]?.old, { id: last })
    await trustedClient.realtime.disconnect()
  })

  test('rows of the product are told to the members of their workspace, and to nobody else', async () => {
    const filter = `conversation_id=eq.${ids.conversation}`
    const [one, two, other] = [
      await listen(member, { event: 'INSERT', table: 'messages', filter }),
      await listen(owner, { table: 'messages' }),
      await listen(stranger, { table: 'messages' }),
    ]
    const id = newId()
    await server.platform.db.asService(owner.workspaceId, tx =>
      sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        values (${id}, ${owner.workspaceId}, ${ids.conversation}, ${ids.channel}, ${++seq}, 'in', 'contact', 'Còn hàng không?', 'stored', now())`.execute(
        tx,
      ),
    )
    await until(() => one.received.length > 0 && two.received.length > 0)
    for (const { received } of [one, two]) assert.deepEqual(received[0]?.new['text'], 'Còn hàng không?')
    const leaving = await makeMember(server.platform, owner)
    const { received } = await listen(leaving, { table: 'messages' })
    await server.platform.db.asService(owner.workspaceId, tx =>
      sql`delete from members where person_id = ${leaving.personId}`.execute(tx),
    )
    await write(sql`update messages set text = 'Còn ạ' where id = ${id}`)
    await until(() => two.received.length > 1)
    assert.deepEqual(
      [received, other.received],
      [[], []],
      'who was removed hears nothing more, though the channel stays',
    )
  })

  test('chosen columns alone are told', async () => {
    const { received } = await listen(owner, { table: 'todos', select: ['title', 'priority'] })
    const id = await add({ owner: owner.personId, title: 'ngắn' })
    await write(sql`update todos set priority = 4 where id = ${id}`)
    await until(() => received.length === 2)
    assert.deepEqual(
      [received[0]?.new, received[1]?.new],
      [
        { title: 'ngắn', priority: 0 },
        { title: 'ngắn', priority: 4 },
      ],
    )
  })

  test('of a table with full identity the old row is told whole, where one might see it', async () => {
    const { received } = await listen(undefined, { table: 'whole' })
    await write(sql`insert into whole values (1, 'một', true), (2, 'hai', true), (3, 'ba', false)`)
    await write(sql`update whole set name = name || '!', is_open = true, id = id + 10`)
    await write(sql`delete from whole where id = 11`)
    await until(() => received.length === 6)
    assert.deepEqual(
      received.slice(2).map(({ eventType, new: now, old }) => [eventType, now['name'], old]),
      [
        ['UPDATE', 'một!', { id: 1, name: 'một', is_open: true }],
        ['UPDATE', 'hai!', { id: 2, name: 'hai', is_open: true }],
        ['UPDATE', 'ba!', {}],
        ['DELETE', undefined, { id: 11, name: 'một!', is_open: true }],
      ],
    )
  })

  test('what cannot be heard is said, and the channel stays joined', async () => {
    const troubles: [who: Owner | undefined, binding: Binding, message: RegExp][] = [
      [owner, { table: 'nothing' }, /^Unable to subscribe to changes with given parameters/],
      [owner, { schema: 'auth', table: 'users' }, /^Unable to subscribe/],
      [owner, { schema: 'private', table: 'jobs' }, /^Unable to subscribe/],
      [undefined, { table: 'messages' }, /^Unable to subscribe/],
      [owner, { table: 'todos', filter: 'nothing=eq.1' }, /no column "nothing"/],
      [owner, { table: 'todos', filter: 'secret=eq.x' }, /no column "secret"/],
      [owner, { table: 'todos', filter: 'priority=eq.viel' }, /invalid input syntax for type integer/],
      [owner, { table: 'todos', filter: 'priority' }, /^Error parsing filter/],
      [owner, { table: 'todos', filter: 'title=match.(a+)+$' }, /^Regular expressions/],
      [owner, { table: 'todos', select: ['secret'] }, /no column "secret"/],
      [owner, { filter: 'id=eq.1' }, /need a table/],
    ]
    for (const [who, binding, message] of troubles) {
      const { status, system, channel } = await listen(who, binding)
      assert.equal(status, 'SUBSCRIBED')
      assert.deepEqual(
        [system[0]?.extension, system[0]?.status],
        ['postgres_changes', 'error'],
        JSON.stringify(binding),
      )
      assert.match(system[0]?.message ?? '', message)
      assert.equal(String(channel.state), 'joined')
    }
  })

  test('the older protocol hears them too', async () => {
    const older = createClient(server.url, server.platform.tokens.anonKey, {
      accessToken: async () => tokenOf(owner),
      realtime: { vsn: '1.0.0', disconnectOnEmptyChannelsAfterMs: 0 },
    })
    await older.realtime.setAuth()
    const { received, status } = await listen(older, { table: 'todos' })
    assert.equal(status, 'SUBSCRIBED')
    await add({ owner: owner.personId, title: 'xưa' })
    await until(() => received.length === 1)
    assert.deepEqual(titles(received), ['xưa'])
    await older.realtime.disconnect()
  })

  test('nothing is kept of rows to which nobody listens, and nothing for long', async () => {
    await write(sql`delete from realtime.listened`)
    const id = await add({ title: 'ungehört' })
    const stored = async () => {
      const { rows } = await server.platform.db.asService(null, tx =>
        sql<{ recorded: boolean }>`select record is not null as recorded from realtime.changes
          where "table" = 'todos' and (key ->> 'id')::bigint = ${id}`.execute(tx),
      )
      return rows.map(row => row.recorded)
    }
    assert.deepEqual(await stored(), [false])
  })
})

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!holds() && performance.now() < deadline) await new Promise(resolve => setTimeout(resolve, 10))
}
