// Sockets cut two hundred times, restarts, lost wake-ups: both browsers end up matching the database, and know when they do.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { makePlatform, type Platform } from '#platform/platform.ts'
import type { Engine } from '#platform/sql/session.ts'
import { makeApp, wireJobs } from '#server/app.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeCustomerWait } from '#tests/drivers/push-driver.ts'
import type { ReaderAsk, ReaderList, ReaderRows, ReaderStart } from '../steps/live-reader.ts'
import { talksOpen, teamStory, type Write } from '../steps/team-story.ts'

const cutsWanted = 200
const password = 'hoa sen trắng nở đêm'

type Member = { id: string; email: string; token: string }
type Reader = { worker: Worker; ask<Answer>(ask: ReaderAsk['ask']): Promise<Answer>; lists: ReaderList[] }

describe('two browsers come to show what the database holds', { timeout: 240_000 }, () => {
  let base: TestPlatform
  let running: Platform
  let app: FastifyInstance
  let port = 0
  let losesWakeUps = false
  let workspace = ''
  const members: Member[] = []
  const talks: string[] = []
  const readers: Reader[] = []

  before(async () => {
    base = await testPlatform({ settings: { AUTH_RATE_LIMITS: 'off', HUMAN_CHECK: 'off' } })
    // Matches the browsers' clocks: they renew a session that seems expired.
    base.clock.advance(Date.now() - base.clock.now().getTime())
    await start()
    for (const name of ['hanh', 'tu']) members.push(await makePerson(`${name}@hatnau.example`))
    const { rows } = await base.db.asService(null, tx =>
      sql<{ id: string }>`select w.id from workspaces w join members m on m.workspace_id = w.id
        where m.person_id = ${members[0]?.id} and w.kind = 'shop'`.execute(tx),
    )
    workspace = rows[0]?.id ?? ''
    await base.db.asService(workspace, tx =>
      sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
        values (${newId()}, ${workspace}, ${members[1]?.id}, ${members[1]?.email}, 'admin', 'active', ${base.clock.now()})`.execute(
        tx,
      ),
    )
    for (let count = 0; count < talksOpen; count++) {
      base.clock.advance(1000)
      talks.push(await makeCustomerWait(running, workspace, `Khách ${count}`))
    }
    readers.push(...(await Promise.all(members.map(startReader))))
  })
  after(async () => {
    await Promise.all(readers.map(({ worker }) => worker.terminate()))
    await stop()
    await base?.close()
  })

  async function start(): Promise<void> {
    const engine: Engine = Object.create(base.db.engine, {
      listen: {
        value: (channel: never, onNotification: () => void) =>
          base.db.engine.listen(channel, () => {
            if (!losesWakeUps) onNotification()
          }),
      },
    })
    const { config, clock, log } = base
    running = await makePlatform(config, engine, await readKeys(config.dataDir, config), clock, log)
    wireJobs(running)
    app = await makeApp(running)
    await running.changes.start()
    await running.broadcast.start()
    await app.listen({ port, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    await app?.close()
    await running?.changes.stop()
  }

  async function makePerson(email: string): Promise<Member> {
    const key = running.tokens.serviceRoleKey
    const headers = { apikey: key, authorization: `Bearer ${key}` }
    const made = { email, password, email_confirm: true, user_metadata: { full_name: email } }
    await app.inject({ method: 'POST', url: '/auth/v1/admin/users', headers, payload: made })
    await running.jobs.drain()
    const url = '/auth/v1/token?grant_type=password'
    const answer = await app.inject({ method: 'POST', url, headers, payload: { email, password } })
    const { access_token: token, user } = answer.json<{ access_token: string; user: { id: string } }>()
    return { id: user.id, email, token }
  }

  function listsOf({ id }: Member): ReaderList[] {
    const shop = `workspace:${workspace}`
    const own = `person:${id}`
    const conversations = { topic: shop, table: 'conversations', key: ['id'], order: 'last_message_at', pageSize: 5 }
    return [
      { ...conversations, name: 'open', where: { workspace_id: workspace, status: 'open' } },
      { ...conversations, name: 'closed', where: { workspace_id: workspace, status: 'closed' } },
      {
        name: 'tags',
        topic: shop,
        table: 'tags',
        where: { workspace_id: workspace },
        key: ['id'],
        order: 'created_at',
      },
      ...talks.slice(0, 2).flatMap((conversation_id, index) => {
        const inside = { topic: `conversation:${conversation_id}`, where: { conversation_id }, order: 'created_at' }
        return [
          { ...inside, name: `messages ${index}`, table: 'messages', key: ['id'], order: 'seq', pageSize: 5 },
          { ...inside, name: `notes ${index}`, table: 'notes', key: ['id'] },
          { ...inside, name: `put on ${index}`, table: 'conversation_tags', key: ['conversation_id', 'tag_id'] },
        ]
      }),
      {
        name: 'news',
        topic: own,
        table: 'notifications',
        where: { person_id: id },
        key: ['id'],
        order: 'created_at',
        pageSize: 10,
      },
      {
        name: 'reads',
        topic: own,
        table: 'conversation_reads',
        where: { person_id: id },
        key: ['conversation_id'],
        order: 'read_at',
      },
    ]
  }

  async function startReader(member: Member): Promise<Reader> {
    const lists = listsOf(member)
    const url = `http://127.0.0.1:${port}`
    const workerData: ReaderStart = {
      url,
      anonKey: running.tokens.anonKey,
      email: member.email,
      password,
      workspace,
      lists,
    }
    const worker = new Worker(new URL('../steps/live-reader.ts', import.meta.url), { workerData })
    const waiting = new Map<number, (answer: unknown) => void>()
    let asked = 0
    const begun = new Promise((resolve, reject) => {
      waiting.set(0, resolve)
      worker.on('error', reject)
    })
    worker.on('message', ({ id, answer }: { id: number; answer: unknown }) => waiting.get(id)?.(answer))
    await begun
    return {
      worker,
      lists,
      ask<Answer>(ask: ReaderAsk['ask']) {
        const id = ++asked
        worker.postMessage({ id, ask } satisfies ReaderAsk)
        return new Promise<Answer>(resolve => waiting.set(id, answer => resolve(answer as Answer)))
      },
    }
  }

  async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + 60_000
    while (!(await holds())) {
      assert.ok(performance.now() < end, `waited in vain: ${what}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }

  async function allLive(): Promise<boolean> {
    return (await Promise.all(readers.map(reader => reader.ask<boolean>('state')))).every(Boolean)
  }

  /** Breaks connections without a close frame, and returns how many. */
  async function cut(): Promise<number> {
    const { clients } = (app as unknown as { websocketServer: { clients: Set<{ terminate(): void }> } }).websocketServer
    await until('both to have come back', () => clients.size >= readers.length)
    const sockets = [...clients]
    for (const socket of sockets) socket.terminate()
    await until('the connections to be gone', () => sockets.every(socket => !clients.has(socket)))
    return sockets.length
  }

  async function api(member: Member, method: 'POST' | 'DELETE', path: string, payload?: object): Promise<void> {
    const headers = { authorization: `Bearer ${member.token}`, 'x-workspace': workspace }
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload ? { payload } : {}) })
    // Another member was faster, or there is nothing to do.
    assert.ok([200, 201, 202, 404, 409, 422].includes(answer.statusCode), `${method} ${path}: ${answer.body}`)
  }

  const firstOf = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await base.db.asService(workspace, tx => query.execute(tx))).rows[0]?.id

  async function act(one: Write): Promise<void> {
    base.clock.advance(1000)
    const member = members[one.by] as Member
    const other = members[1 - one.by] as Member
    const id = talks[one.talk] as string
    const place = `/conversations/${id}`
    switch (one.do) {
      case 'reply':
        return api(member, 'POST', `${place}/reply`, { text: `Dạ, ${base.clock.now().toISOString()}` })
      case 'hear':
        return customerWrites(id)
      case 'note':
        return api(member, 'POST', `${place}/notes`, { text: 'Gói kỹ nhé', mentions: [other.id] })
      case 'drop note': {
        const note = await firstOf(sql`select id from notes where conversation_id = ${id} order by id limit 1`)
        return note ? api(member, 'DELETE', `/notes/${note}`) : undefined
      }
      case 'tag':
        return api(member, 'POST', `${place}/tags`, { add: [`thẻ ${base.clock.now().getSeconds() % 7}`] })
      case 'untag': {
        const tag = await firstOf(
          sql`select tag_id as id from conversation_tags where conversation_id = ${id} order by tag_id limit 1`,
        )
        return tag ? api(member, 'POST', `${place}/tags`, { remove: [tag] }) : undefined
      }
      case 'drop tag': {
        const tag = await firstOf(sql`select id from tags where workspace_id = ${workspace} order by id desc limit 1`)
        return tag ? api(member, 'DELETE', `/tags/${tag}`) : undefined
      }
      case 'assign':
        return api(member, 'POST', `${place}/assign`, { person_id: members[one.to]?.id ?? null })
      case 'turn': {
        const open = await firstOf(sql`select id from conversations where id = ${id} and status = 'open'`)
        return api(member, 'POST', open ? `${place}/close` : `${place}/reopen`, {})
      }
      case 'read':
        return api(member, 'POST', `${place}/read`, {})
    }
  }

  async function customerWrites(id: string): Promise<void> {
    const now = base.clock.now()
    await running.db.asService(workspace, async tx => {
      const { rows } = await sql<{
        seq: number
      }>`update conversations set last_seq = last_seq + 1, last_message_at = ${now},
        last_inbound_at = ${now}, preview = 'Còn hàng không shop?' where id = ${id} returning last_seq as seq`.execute(
        tx,
      )
      const seq = rows[0]?.seq ?? 0
      await sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        select ${newId()}, workspace_id, id, channel_id, ${seq}, 'in', 'contact', 'Còn hàng không shop?', 'stored', ${now}
        from conversations where id = ${id}`.execute(tx)
      if (seq % 5 === 0)
        await sql`delete from messages where conversation_id = ${id} and seq = (
          select min(seq) from messages where conversation_id = ${id})`.execute(tx)
    })
  }

  async function held({ table, where, order, key }: ReaderList): Promise<Record<string, unknown>[]> {
    const fits = sql.join(
      Object.entries(where).map(([column, value]) => sql`${sql.id(column)}::text = ${value}`),
      sql` and `,
    )
    const { rows } = await base.db.asService(workspace, tx =>
      sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.id('public', table)} t where ${fits}
        order by ${sql.id(order)} desc, ${sql.id(key.at(-1) ?? '')} desc`.execute(tx),
    )
    return rows.map(({ row }) => row)
  }

  function plain(row: Record<string, unknown>, like: Record<string, unknown>): string {
    const spelled = (value: unknown) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value
    return JSON.stringify(
      Object.keys(like)
        .sort()
        .map(column => [column, spelled(row[column])]),
    )
  }

  async function compare(): Promise<void> {
    for (const [index, reader] of readers.entries()) {
      const shown = await reader.ask<ReaderRows>('rows')
      for (const list of reader.lists) {
        const { rows = [], more = true } = shown[list.name] ?? {}
        const all = await held(list)
        const wanted = more ? all.slice(0, rows.length) : all
        assert.deepEqual(
          rows.map(row => plain(row, row)),
          wanted.map((row, at) => plain(row, rows[at] ?? row)),
          `browser ${index}, ${list.name}`,
        )
      }
    }
  }

  async function settle(): Promise<void> {
    await until('both to be up to date', allLive)
    // Recent writes arrive within a moment, or within seconds without a wake-up.
    const before = performance.now()
    for (;;) {
      try {
        return await compare()
      } catch (error) {
        if (performance.now() - before > 15_000) throw error
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    }
  }

  test('after two hundred cuts, with restarts and lost wake-ups', async () => {
    await settle()
    let cuts = 0
    let restarts = 0
    for (const { before: first, after: last, end } of teamStory(300)) {
      for (const one of first) await act(one)
      cuts += await cut()
      losesWakeUps = end === 'lost-wake-up'
      for (const one of last) await act(one)
      losesWakeUps = false
      if (end === 'restart') {
        restarts += 1
        await stop()
        await start()
      }
      if (end === 'deeper') await Promise.all(readers.map(reader => reader.ask('more')))
      if (end === 'wait') await settle()
      if (cuts >= cutsWanted) break
    }
    assert.ok(cuts >= cutsWanted && restarts >= 2, `${cuts} cuts, ${restarts} restarts`)
    await settle()
    for (let page = 0; page < 40; page++) await Promise.all(readers.map(reader => reader.ask('more')))
    await settle()
    for (const reader of readers) {
      const lists = Object.values(await reader.ask<ReaderRows>('rows'))
      assert.ok(lists.every(({ more }) => !more))
      assert.ok(lists.reduce((all, { rows }) => all + rows.length, 0) > 50)
    }
  })

  test('a wake-up that is lost delays what is new by seconds, and loses nothing', async () => {
    losesWakeUps = true
    await act({ do: 'note', talk: 0, by: 0 })
    await settle()
    losesWakeUps = false
  })
})
