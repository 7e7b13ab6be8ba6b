// Every forbidden act on every table, by everybody: changing, embedding, calling, listening.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { catalogueOf, type ForeignKey, type Table } from '#supabase/catalogue.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, openToAll, startListening } from '../wire/listening.ts'
import { readers } from './readers.ts'

type Person = 'anonymous' | 'stranger' | 'member' | 'admin'
type Row = Record<string, unknown>

const people: Person[] = ['anonymous', 'stranger', 'member', 'admin']
const tables = Object.keys(readers)

describe('who does what', () => {
  let server: Listening<typeof systemClock>
  let admin: Owner
  let stranger: Owner
  let as: Record<Person, SupabaseClient>
  const shapes = new Map<string, Table>()

  before(async () => {
    server = await startListening(systemClock, openToAll)
    const { platform } = server
    admin = await makeOwner(platform)
    stranger = await makeOwner(platform)
    for (const owner of [admin, stranger]) await fillWorkspace(platform, owner)
    as = {
      anonymous: server.client(),
      stranger: server.client(stranger),
      member: server.client(await makeMember(platform, admin)),
      admin: server.client(admin),
    }
    for (const [name, shape] of await catalogueOf(platform).tables()) shapes.set(name, shape)
  })
  after(() => server.close())

  const shapeOf = (table: string): Table => {
    const shape = shapes.get(table)
    assert.ok(shape, table)
    return shape
  }

  async function contents(table: string): Promise<string> {
    const { rows } = await server.platform.db.asService(null, tx =>
      sql<{ all: string }>`select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all
        from ${sql.id('public', table)} t`.execute(tx),
    )
    return rows[0]?.all ?? ''
  }

  /** A visible row of the admin's workspace, or any row if the table belongs to nobody. */
  function one(table: string): string {
    const visible: Record<string, string> = {
      people: `id = '${admin.personId}'`,
      workspaces: `id = '${admin.workspaceId}'`,
      contact_details: `kind = 'phone'`,
      sources: `status = 'processed'`,
      passages: 'live',
      plans: `code = 'pro'`,
      prices: `plan = 'pro'`,
    }
    const own = shapeOf(table).columns.has('workspace_id') && readers[table] !== 'anyone'
    const owned = own ? `workspace_id = '${admin.workspaceId}'` : 'true'
    return `from public."${table}" where ${owned} and ${visible[table] ?? 'true'} limit 1`
  }

  async function rowOf(table: string): Promise<Row> {
    const { rows } = await server.platform.db.asService(null, tx =>
      sql<{ row: Row }>`select to_jsonb("${sql.raw(table)}") as row ${sql.raw(one(table))}`.execute(tx),
    )
    assert.ok(rows[0], table)
    return rows[0].row
  }

  for (const table of tables)
    for (const person of people)
      test(`${table}: ${person} changes nothing`, async () => {
        const row = await rowOf(table)
        const before = await contents(table)
        const { key } = shapeOf(table)
        const own = Object.fromEntries(key.map(name => [name, row[name]]))
        const onConflict = key.join(',')
        const from = () => as[person].from(table)
        const tries = {
          insert: await from().insert(row),
          'insert of nothing': await from().insert({}),
          upsert: await from().upsert(row, { onConflict }),
          'upsert that ignores': await from().upsert(row, { onConflict, ignoreDuplicates: true }),
          update: await from().update(row).match(own),
          'update of all': await from()
            .update(own)
            .not(key[0] ?? '', 'is', null),
          delete: await from().delete().match(own),
          'delete with rows back': await from().delete().match(own).select(),
        }
        for (const [name, { status, error }] of Object.entries(tries))
          assert.deepEqual([status, error?.code], [person === 'anonymous' ? 401 : 403, '42501'], name)
        assert.equal(await contents(table), before)
      })

  /** Both directions of every foreign key. */
  function relations(): { from: string; to: string; key: ForeignKey }[] {
    return tables.flatMap(table =>
      shapeOf(table).foreignKeys.flatMap(key => [
        { from: table, to: key.table, key },
        { from: key.table, to: table, key },
      ]),
    )
  }

  for (const person of people)
    test(`embedded rows are the rows that ${person} may read`, async () => {
      for (const { from, to, key } of relations()) {
        const { data, error } = await as[person].from(from).select(`*,theirs:${to}!${key.name}(*)`)
        const name = `${from} → ${to} (${key.name})`
        const open = [readers[from], readers[to]].every(reader => reader === 'anyone')
        if (person === 'anonymous' && !open) {
          assert.equal(error?.code, '42501', name)
          continue
        }
        assert.equal(error, null, name)
        const rows = (data as unknown as Row[]).flatMap(row => [row['theirs']].flat().filter(theirs => theirs !== null))
        const foreign = person === 'stranger' ? admin.workspaceId : stranger.workspaceId
        assert.equal(JSON.stringify(data).includes(foreign), false, name)
        if (readers[to] === 'admin' && person === 'member') assert.deepEqual(rows, [], name)
        if (person === 'admin' && from !== to && to !== 'people' && from !== 'people' && readers[from] !== 'anyone')
          assert.ok(rows.length > 0, name)
      }
    })

  for (const person of people)
    test(`${person} calls none of our functions`, async () => {
      const { rows } = await server.platform.db.asService(null, tx =>
        sql<{
          name: string
          home: string
          open: boolean
        }>`select p.proname as name, n.nspname as home, n.nspname = 'public' as open
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          where n.nspname in ('public', 'rights', 'private', 'realtime', 'auth', 'storage')`.execute(tx),
      )
      assert.ok(rows.length > 10)
      assert.deepEqual(
        rows.filter(row => row.open),
        [],
        'a function of public can be called by name: say here by whom',
      )
      for (const { name, home } of rows) {
        const called = await as[person].rpc(name, {})
        assert.deepEqual([called.status, called.error?.code], [404, 'PGRST202'], name)
        const asked = await as[person].schema(home).rpc(name, {})
        assert.deepEqual([asked.status, asked.error?.code], [406, 'PGRST106'], name)
      }
      for (const name of ['pg_sleep', 'set_config', 'pg_read_file', 'current_setting', 'query_to_xml'])
        assert.equal((await as[person].rpc(name, {})).status, 404, name)
    })

  test('everybody hears of the rows that they may read, and of no other', { timeout: 240_000 }, async () => {
    const received = new Map<Person, { table: string; text: string }[]>()
    const channels: RealtimeChannel[] = []
    for (const person of people) {
      const list: { table: string; text: string }[] = []
      received.set(person, list)
      await as[person].realtime.setAuth()
      for (const table of tables) {
        const channel = as[person].channel(`${table} for ${person}`)
        channels.push(channel)
        channel.on('postgres_changes', { event: '*', schema: 'public', table }, change =>
          list.push({ table: change.table, text: JSON.stringify(change) }),
        )
        const status = new Promise<string>(resolve => channel.on('system', {}, ({ status }) => resolve(String(status))))
        channel.subscribe()
        const refused = person === 'anonymous' && readers[table] !== 'anyone'
        assert.equal(await status, refused ? 'error' : 'ok', `${table} for ${person}`)
      }
    }
    // Public tables last: once they arrive, everything before has been delivered.
    const inOrder = tables.toSorted((a, b) => Number(readers[a] === 'anyone') - Number(readers[b] === 'anyone'))
    for (const table of inOrder) {
      const [first] = shapeOf(table).key
      // The audit log is append-only; its row is touched as the database's owner.
      await runAsOwner(
        server.platform,
        `update "${table}" set "${first}" = "${first}" where ctid = (select ctid ${one(table)})`,
      )
    }
    const last = inOrder.at(-1)
    while (![...received.values()].every(list => list.some(change => change.table === last)))
      await new Promise(resolve => setImmediate(resolve))
    for (const person of people) {
      const list = received.get(person) ?? []
      const may = inOrder.filter(table => {
        const reader = readers[table]
        if (reader === 'anyone') return true
        if (person === 'admin') return true
        return person === 'member' && reader === 'member'
      })
      assert.deepEqual(
        list.map(change => change.table),
        may,
        person,
      )
      if (person === 'stranger' || person === 'anonymous')
        assert.equal(JSON.stringify(list).includes(admin.workspaceId), false)
      assert.equal(JSON.stringify(list).includes('riêng tư'), false, 'the contents of a dead letter')
    }
    for (const channel of channels) await channel.unsubscribe()
  })
})
