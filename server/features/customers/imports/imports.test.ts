import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { days, hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { askCommit, commitImport } from './commit-import.ts'
import { inTurn, withImportSlot } from './import-slots.ts'
import { askUndo, forgetLists, undoImport } from './undo-import.ts'

type Row = {
  status: string
  reason: string | null
  report: { good: number; bad: number; left: number; agreed: number }
  done_rows: number
}

describe('customers from a list', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  const zalo = newId()
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    await write(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${zalo}, ${admin.workspaceId}, 'zalo', ${newId()}, 'OA của tiệm', 'connected', ${platform.clock.now()})`)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const write = (statement: ReturnType<typeof sql>) => platform.db.asService(null, tx => statement.execute(tx))
  async function count(statement: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await write(sql`select count(*)::int as n from (${statement}) s`)
    return (rows as { n: number }[])[0]?.n ?? -1
  }
  const caller = () => ({ workspaceId: admin.workspaceId, personId: admin.personId }) as never
  const customers = (id: string) => count(sql`select 1 from customers where import_id = ${id}`)
  async function rowOf(id: string): Promise<Row> {
    const { rows } = await write(sql`select status, reason, report, done_rows from imports where id = ${id}`)
    return (rows as Row[])[0] as Row
  }
  async function tagOf(name: string): Promise<string | undefined> {
    const { rows } = await write(sql`select id from tags where workspace_id = ${admin.workspaceId} and name = ${name}`)
    return (rows as { id: string }[])[0]?.id
  }
  async function bring(text: string | Buffer, who = admin) {
    const edge = 'xxLISTxx'
    const payload = Buffer.concat([
      Buffer.from(
        `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="khach.csv"\r\ncontent-type: text/csv\r\n\r\n`,
      ),
      Buffer.from(text),
      Buffer.from(`\r\n--${edge}--\r\n`),
    ])
    const headers = { ...who.headers, 'content-type': `multipart/form-data; boundary=${edge}` }
    return app.inject({ method: 'POST', url: '/api/v1/customers/imports', headers, payload })
  }
  async function ask(id: string, act: 'check' | 'commit' | 'undo', payload: object = {}, who = admin): Promise<string> {
    const answer = await app.inject({
      ...{ method: 'POST', url: `/api/v1/customers/imports/${id}/${act}`, headers: who.headers, payload },
    })
    await platform.jobs.drain()
    return answer.statusCode === 202 ? 'asked' : `${answer.statusCode} ${String(answer.json().error?.code)}`
  }
  async function tried(text: string, map: string[], more: object = {}): Promise<string> {
    const { id } = (await bring(text)).json()
    assert.equal(await ask(id, 'check', { map, has_names: true, ...more }), 'asked')
    return id
  }

  test('a file of 50 MB is refused at the door, in words, and nothing of it is kept', async () => {
    const answer = await bring(Buffer.alloc(50_000_000, 'a'))
    assert.deepEqual([answer.statusCode, answer.json().error.code], [413, 'customer.import_too_large'])
    assert.match(answer.json().error.message, /10 MB/)
    assert.equal(await count(sql`select 1 from imports where workspace_id = ${admin.workspaceId}`), 0)
  })

  test('of a shop one list is brought at a time, of all together few; one is read after the other', async () => {
    const busy = async () => {
      const answer = await bring('SĐT\n0911999999\n')
      return [answer.statusCode, answer.json().error?.code]
    }
    const held = new Map<string, { end: () => void; over: Promise<void> }>()
    const hold = (shop: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(shop, { end: resolve, over: withImportSlot(platform, shop, () => promise) })
    }
    const end = async (shop: string) => {
      held.get(shop)?.end()
      await held.get(shop)?.over
    }
    hold(admin.workspaceId)
    assert.deepEqual(await busy(), [503, 'server.busy'])
    await end(admin.workspaceId)
    for (const shop of 'abcd') hold(shop)
    assert.deepEqual(await busy(), [503, 'server.busy'])
    await end('a')
    assert.deepEqual(await busy(), [201, undefined])
    for (const shop of 'bcd') await end(shop)
    const first = Promise.withResolvers<string>()
    let begun = false
    const turns = [
      inTurn(platform, () => first.promise),
      inTurn(platform, async () => {
        begun = true
      }),
    ]
    await setImmediate()
    assert.equal(begun, false)
    first.reject(new Error('unreadable'))
    await assert.rejects(turns[0] ?? Promise.resolve(), /unreadable/)
    await turns[1]
    assert.equal(begun, true)
  })

  test('a list is tried, brought in, found by words and numbers, and taken back', async () => {
    const text = 'Tên;SĐT\nĐỗ Thị Ánh;0912345678\nTrần Hùng;0987654321\nTrần Hùng nữa;0987654321\n'
    const brought = (await bring(text)).json()
    assert.deepEqual(
      [brought.rows, brought.map, brought.sample[1]],
      [4, ['name', 'phone'], ['Đỗ Thị Ánh', '0912345678']],
    )
    const { id } = brought
    assert.equal(await ask(id, 'commit'), '409 customer.import_unchecked')
    assert.equal(await ask(id, 'check', { map: ['name', 'none'], has_names: true }), '400 customer.import_no_reach')
    assert.equal(await ask(id, 'check', { map: brought.map, has_names: true }), 'asked')
    const checked = await rowOf(id)
    assert.deepEqual([checked.status, checked.report.good, checked.report.left], ['checked', 2, 1])
    assert.equal(await customers(id), 0)
    assert.equal(await ask(id, 'commit'), 'asked')
    assert.deepEqual([(await rowOf(id)).status, await customers(id)], ['done', 2])
    const listCondition = JSON.stringify({
      all: [
        { by: 'import', id },
        { by: 'detail', kind: 'phone' },
      ],
    })
    for (const query of ['q=anh', 'q=0912345678', `where=${encodeURIComponent(listCondition)}`]) {
      const url = `/api/v1/customers?${query}`
      const { customers: listed } = (await app.inject({ url, headers: admin.headers })).json()
      const found = listed.find((one: { name: string }) => one.name === 'Đỗ Thị Ánh')
      assert.deepEqual([found?.phone, found?.contact_id, found?.consent], ['+84912345678', null, null], query)
    }
    assert.equal((await rowOf(await tried(text, ['name', 'phone']))).report.left, 3)
    assert.equal(await ask(id, 'undo'), 'asked')
    assert.deepEqual([(await rowOf(id)).status, await customers(id)], ['undone', 0])
    assert.equal(await ask(id, 'undo'), '409 customer.import_undo_late')
    assert.equal(await count(sql`select 1 from contact_details where value = '+84912345678'`), 0)
  })

  test('lines that cannot be read keep all others out, until they are left out by will', async () => {
    const id = await tried('Tên;SĐT\nLan;0911000001\nHoa;không rõ\n', ['name', 'phone'])
    const { report } = await rowOf(id)
    assert.deepEqual([report.good, report.bad], [1, 1])
    assert.deepEqual((report as { lines?: unknown }).lines, [{ line: 3, problem: 'phone_invalid' }])
    assert.equal(await ask(id, 'commit'), '409 customer.import_has_errors')
    assert.equal(await ask(id, 'commit', { leave_out: true }), 'asked')
    assert.equal(await customers(id), 1)
  })

  test('consent comes with its day, its proof and its words, on the account on Zalo that it was given to', async () => {
    const text =
      'Tên;SĐT;Ngày đồng ý;Cách đồng ý\nLan;0911000002;05/03/2026;phiếu 12\nHoa;0911000003;;\nMai;0911000004;05/03/2026;\n'
    const map = ['name', 'phone', 'consent_at', 'consent_how']
    const consent = { channel_id: zalo, purpose: 'promotion', words: 'Nhận tin khuyến mãi qua Zalo, 1 tin mỗi tuần' }
    const other = (await bring(text)).json()
    const [website, gone] = [newId(), newId()]
    await write(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${website}, ${admin.workspaceId}, 'website', ${newId()}, 'x', 'connected', ${platform.clock.now()}),
        (${gone}, ${admin.workspaceId}, 'zalo', ${newId()}, 'x', 'disconnected', ${platform.clock.now()})`)
    for (const channel_id of [newId(), website, gone])
      assert.equal(
        await ask(other.id, 'check', { map, has_names: true, consent: { ...consent, channel_id } }),
        '400 request.invalid',
      )
    const id = await tried(text, map, { consent })
    assert.deepEqual([(await rowOf(id)).report.agreed, (await rowOf(id)).report.good], [1, 3])
    await ask(id, 'commit')
    const { rows } = await write(sql`select c.act, c.how, c.words, c.proof, c.at, s.state from consents c
      join consent_states s on s.customer_id = c.customer_id join customers u on u.id = c.customer_id where u.import_id = ${id}`)
    assert.deepEqual(rows, [
      {
        act: 'imported',
        how: 'imported',
        words: consent.words,
        proof: 'phiếu 12',
        at: new Date('2026-03-05T00:00:00Z'),
        state: 'given',
      },
    ])
  })

  test('own fields and tags come along: what is none of a kind stays out and says so, new tags are few, undone they go', async () => {
    const make = async (payload: object, who = admin) =>
      (await app.inject({ method: 'POST', url: '/api/v1/customer-fields', headers: who.headers, payload })).json().id
    const baby = await make({ name: 'Tên bé', kind: 'text' })
    const visits = await make({ name: 'Số buổi', kind: 'number' })
    const foreign = await make({ name: 'Của tiệm khác', kind: 'text' }, await makeOwner(platform))
    const has = await app.inject({
      ...{ method: 'POST', url: '/api/v1/tags', headers: admin.headers, payload: { name: 'Bỉm sữa' } },
    })
    const stored = has.json().id
    const text = [
      'Tên;SĐT;Tên bé;Số buổi;Nhãn',
      'Lan;0933000001;Bin;1.200;bỉm sữa, Thẻ tháng',
      'Hoa;0933000002;;nhiều;thẻ tháng|Quý một',
      'Mai;không rõ;;;Không ai có',
    ].join('\n')
    const { id, map } = (await bring(text)).json()
    assert.deepEqual(map, ['name', 'phone', `field:${baby}`, `field:${visits}`, 'tags'])
    const stolen = ['name', 'phone', `field:${foreign}`, 'none', 'none']
    assert.equal(await ask(id, 'check', { map: stolen, has_names: true }), '400 request.invalid')
    assert.equal(await ask(id, 'check', { map, has_names: true }), 'asked')
    const { report } = (await rowOf(id)) as { report: object }
    const result = report as { counts: object; new_tags: string[] }
    assert.deepEqual(result.counts, { field_invalid: 1, phone_invalid: 1 })
    assert.deepEqual(result.new_tags, ['Thẻ tháng', 'Quý một'])
    assert.equal(await count(sql`select 1 from tags where name = 'Thẻ tháng'`), 0)
    assert.equal(await ask(id, 'commit', { leave_out: true }), 'asked')
    const { rows } =
      await write(sql`select cu.name, cu.fields, array(select t.name from customer_tags c join tags t on t.id = c.tag_id
      where c.customer_id = cu.id order by t.name) as tags from customers cu where cu.import_id = ${id} order by cu.name`)
    assert.deepEqual(rows, [
      { name: 'Hoa', fields: {}, tags: ['Quý một', 'Thẻ tháng'] },
      { name: 'Lan', fields: { [baby]: 'Bin', [visits]: 1200 }, tags: ['Bỉm sữa', 'Thẻ tháng'] },
    ])
    const segment = { all: [{ by: 'tag', id: (await tagOf('Quý một')) ?? '' }] }
    const used = await app.inject({
      ...{ method: 'POST', url: '/api/v1/segments', headers: admin.headers },
      payload: { name: 'Quý một', definition: segment },
    })
    assert.equal(used.statusCode, 201)
    assert.equal(await ask(id, 'undo'), 'asked')
    assert.deepEqual(
      [await customers(id), await tagOf('Thẻ tháng'), await tagOf('Bỉm sữa'), typeof (await tagOf('Quý một'))],
      [0, undefined, stored, 'string'],
    )
    const words = Array.from({ length: 60 }, (_, i) => `Lan;09330001${10 + i};lời ${i}`).join('\n')
    const many = (await rowOf(await tried(`Tên;SĐT;Nhãn\n${words}`, ['name', 'phone', 'tags']))).report as object
    assert.deepEqual(
      [(many as typeof result).new_tags.length, (many as typeof result).counts],
      [50, { tag_left_out: 10 }],
    )
  })

  test('who was forgotten is not brought along again; who refused stays when a list is taken back', async () => {
    const id = await tried('Tên;SĐT\nLan;0911000005\nHoa;0911000006\n', ['name', 'phone'])
    await ask(id, 'commit')
    const { rows } = await write(sql`select id, name from customers where import_id = ${id} order by name`)
    const [hoa, lan] = rows as { id: string }[]
    const gone = await app.inject({ method: 'DELETE', url: `/api/v1/customers/${lan?.id}`, headers: admin.headers })
    assert.equal(gone.statusCode, 202)
    await platform.jobs.drain()
    assert.equal(await count(sql`select 1 from customers where name = 'Lan' and id = ${lan?.id}`), 0)
    await write(sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, event, at)
      values (${newId()}, ${admin.workspaceId}, ${hoa?.id}, ${zalo}, 'promotion', 'withdrawn', 'message', 'x', ${platform.clock.now()})`)
    assert.equal(await ask(id, 'undo'), 'asked')
    assert.equal(await count(sql`select 1 from customers where id = ${hoa?.id}`), 1)
    const again = await tried('Tên;SĐT\nLan;0911000005\nHoa;0911000006\n', ['name', 'phone'])
    const { report } = await rowOf(again)
    assert.deepEqual([report.good, (report as { counts?: unknown }).counts], [0, { forgotten: 1, known: 1 }])
  })

  test('who objected or asked anything stays when a list is taken back', async () => {
    const names = ['Hoa', 'Lan', 'Mai', 'Nga', 'Oanh', 'Phúc', 'Quý']
    const list = names.map((name, n) => `${name};091100002${n}`).join('\n')
    const id = await tried(`Tên;SĐT\n${list}\n`, ['name', 'phone'])
    await ask(id, 'commit')
    const { rows } = await write(sql`select id from customers where import_id = ${id} order by name`)
    const [hoa, lan, , nga, oanh, phuc, quy] = (rows as { id: string }[]).map(row => row.id)
    const [ws, now] = [admin.workspaceId, platform.clock.now()]
    await write(sql`update customers set restricted_at = ${now} where id = ${nga}`)
    await write(sql`insert into contacts (id, workspace_id, channel_id, external_id, name, fields, customer_id, last_seen_at, created_at)
      values (${newId()}, ${ws}, ${zalo}, ${newId()}, 'Oanh', '{}', ${oanh}, ${now}, ${now})`)
    for (const [merged, into] of [
      [newId(), phuc],
      [quy, newId()],
    ]) {
      await write(sql`insert into customers (id, workspace_id, name, created_at)
        select other, ${ws}, 'x', ${now} from unnest(array[${merged}, ${into}]::uuid[]) other on conflict do nothing`)
      await write(sql`update customers set merged_into = ${into} where id = ${merged}`)
    }
    for (const [customer_id, kind] of [
      [hoa, 'object'],
      [lan, 'withdraw'],
    ]) {
      const payload = { kind, customer_id, who: 'qua điện thoại', note: '', came_on: '2026-01-01' }
      const recorded = await app.inject({
        method: 'POST',
        url: '/api/v1/data-requests',
        headers: admin.headers,
        payload,
      })
      assert.equal(recorded.statusCode, 201)
    }
    assert.equal(await ask(id, 'undo'), 'asked')
    assert.equal((await rowOf(id)).status, 'undone')
    const left = await write(sql`select c.id, r.kind from customers c join data_requests r on r.customer_id = c.id
      where c.import_id = ${id} order by r.kind`)
    assert.deepEqual(left.rows, [
      { id: hoa, kind: 'object' },
      { id: lan, kind: 'withdraw' },
    ])
    const { rows: stayed } = await write(sql`select name from customers where import_id = ${id} order by name`)
    assert.deepEqual(
      (stayed as { name: string }[]).map(({ name }) => name),
      names.filter(name => name !== 'Mai'),
    )
    const { rows: logged } = await write(
      sql`select action, actor, meta ->> 'count' as count from audit_log where target = ${id} order by at, id`,
    )
    assert.deepEqual(logged, [
      { action: 'customers.imported', actor: admin.personId, count: '7' },
      { action: 'customers.import-undone', actor: admin.personId, count: null },
    ])
  })

  test('a shop has one list at work, so that everybody has their turn', async () => {
    const text = 'SĐT\n0911000014\n'
    const [one, other] = [(await bring(text)).json().id, (await bring(text)).json().id]
    const check = { map: ['phone'], has_names: true }
    const url = `/api/v1/customers/imports/${one}/check`
    assert.equal((await app.inject({ method: 'POST', url, headers: admin.headers, payload: check })).statusCode, 202)
    assert.equal(await ask(other, 'check', check), '409 customer.import_busy')
    assert.equal(await ask(other, 'check', check), 'asked')
  })

  test('cut off in the middle it goes on behind what is written, and nobody comes in twice', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `Khách ${i};09220${String(i).padStart(5, '0')}`)
    await write(sql`update plans set imported_customers = null where code = 'trial'`)
    const id = await tried(`Tên;SĐT\n${lines.join('\n')}\n`, ['name', 'phone'])
    await askCommit(platform, caller(), { id, leave_out: false })
    let turns = 0
    const cut: Platform['db']['asService'] = (workspaceId, act) => {
      if (++turns === 3) throw new Error('killed')
      return platform.db.asService(workspaceId, act)
    }
    const job = { workspace_id: admin.workspaceId, import_id: id }
    await assert.rejects(commitImport({ ...platform, db: { ...platform.db, asService: cut } }, job), /killed/)
    assert.deepEqual([(await rowOf(id)).status, await customers(id)], ['importing', 200])
    await platform.jobs.drain()
    assert.deepEqual([(await rowOf(id)).status, await customers(id)], ['done', 500])
  })

  test('what came in before it failed can be taken out for a day', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `Khách ${i};09330${String(i).padStart(5, '0')}`)
    const id = await tried(`Tên;SĐT\n${lines.join('\n')}\n`, ['name', 'phone'])
    await askCommit(platform, caller(), { id, leave_out: false })
    let turns = 0
    const cut: Platform['db']['asService'] = (workspaceId, act) => {
      if (++turns === 3) throw new Error('killed')
      return platform.db.asService(workspaceId, act)
    }
    const job = { workspace_id: admin.workspaceId, import_id: id }
    await assert.rejects(commitImport({ ...platform, db: { ...platform.db, asService: cut } }, job), /killed/)
    await platform.files.remove(`customer-imports/${id}`)
    await platform.jobs.drain()
    const { status, reason, report } = await rowOf(id)
    assert.deepEqual([status, reason, report.good, await customers(id)], ['failed', 'expired', 200, 200])
    await askUndo(platform, caller(), { id })
    await platform.jobs.drain()
    assert.deepEqual([(await rowOf(id)).status, await customers(id)], ['undone', 0])
    platform.clock.advance(minutes(5))
  })

  test('the plan’s room bounds it; an undo ends after a day; a list that is left lying goes', async () => {
    await write(sql`update plans set imported_customers = (select count(*) from customers
      where workspace_id = ${admin.workspaceId} and import_id is not null and erased_at is null) + 1 where code = 'trial'`)
    const two = await tried('SĐT\n0911000007\n0911000008\n', ['phone'])
    assert.equal(await ask(two, 'commit'), '403 customer.import_over_plan')
    const one = await tried('SĐT\n0911000009\n', ['phone'])
    const plan = (status: string) =>
      write(sql`update subscriptions set status = ${status} where workspace_id = ${admin.workspaceId}`)
    await plan('expired')
    assert.equal(await ask(one, 'commit'), '403 customer.import_over_plan')
    await plan('trialing')
    assert.equal(await ask(one, 'commit'), 'asked')
    const full = await tried('SĐT\n0911000099\n', ['phone'])
    await write(sql`update imports set status = 'importing', done_rows = 0 where id = ${full}`)
    await commitImport(platform, { workspace_id: admin.workspaceId, import_id: full })
    assert.deepEqual(
      [(await rowOf(full)).status, (await rowOf(full)).reason, await customers(full)],
      ['failed', 'over_plan', 0],
    )
    await assert.rejects(askUndo(platform, caller(), { id: full }), { code: 'customer.import_undo_late' })
    await write(sql`update plans set imported_customers = 1 where code = 'trial'`)
    const many = Array.from({ length: 11 }, (_, i) => `09110001${10 + i}`).join('\n')
    assert.equal((await bring(many)).json().error.code, 'customer.import_over_plan')
    const died = (await bring('SĐT\n0911000010\n')).json().id
    await write(sql`update imports set status = 'importing' where id = ${died}`)
    platform.clock.advance(hours(24))
    await forgetLists(platform)
    assert.equal((await rowOf(died)).status, 'importing')
    await assert.rejects(askUndo(platform, caller(), { id: one }), { code: 'customer.import_undo_late' })
    await undoImport(platform, { workspace_id: admin.workspaceId, import_id: one })
    assert.deepEqual([(await rowOf(one)).status, await customers(one)], ['done', 1])
    platform.clock.advance(days(1))
    await forgetLists(platform)
    for (const id of [two, died])
      assert.deepEqual([(await rowOf(id)).status, (await rowOf(id)).reason], ['failed', 'expired'])
  })
})

describe('who brings customers along', () => {
  test('admins of the shop alone', async () => {
    const platform = await testPlatform()
    const app = await testApp(platform)
    const admin = await makeOwner(platform)
    const [member, stranger] = [await makeMember(platform, admin), await makeOwner(platform)]
    const send = (who: Owner | null) =>
      app.inject({ method: 'POST', url: '/api/v1/customers/imports', headers: who?.headers ?? {}, payload: {} })
    assert.equal((await send(null)).statusCode, 401)
    assert.equal((await send(member)).statusCode, 403)
    assert.equal((await send(admin)).json().error.code, 'customer.import_unreadable')
    const id = newId()
    await platform.db.asService(null, tx =>
      sql`insert into imports (id, workspace_id, file_name, status, columns, has_names, map, row_count, made_by, created_at, undo_until)
        values (${id}, ${admin.workspaceId}, 'x', 'done', '{a}', true, '{phone}', 1, ${admin.personId}, now(), now() + interval '9 years')`.execute(
        tx,
      ),
    )
    for (const act of ['check', 'commit', 'undo']) {
      const url = `/api/v1/customers/imports/${id}/${act}`
      const payload = { map: ['phone'], has_names: true }
      for (const [who, status] of [
        [member, 403],
        [stranger, 404],
      ] as const)
        assert.equal((await app.inject({ method: 'POST', url, headers: who.headers, payload })).statusCode, status, act)
    }
    await app.close()
    await platform.close()
  })
})
