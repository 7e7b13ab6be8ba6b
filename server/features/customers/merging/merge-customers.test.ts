import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Row = Record<string, unknown>
type Source = 'website' | 'facebook' | 'zalo'
type Known = { customerId: string; contactId: string; externalId: string; source: Source }

describe('two customers who are one person', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let member: Owner
  let stranger: Owner
  const channels: Record<Source, string> = { website: newId(), facebook: newId(), zalo: newId() }
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    const admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    for (const [kind, id] of Object.entries(channels))
      await read(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${id}, ${admin.workspaceId}, ${kind}, ${`a-${id}`}, ${kind}, 'connected', ${platform.clock.now()})`)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const read = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  async function write(source: Source, externalId: string, text = 'chào shop'): Promise<Known> {
    platform.clock.advance(minutes(1))
    const { contactId } = await platform.db.asService(null, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: member.workspaceId, channelId: channels[source], source, text, clientId: newId() },
        contact: { externalId, name: externalId.slice(0, 8) },
      }),
    )
    const [row] = await read(sql<{ customer_id: string }>`select customer_id from contacts where id = ${contactId}`)
    return { customerId: row?.customer_id ?? '', contactId, externalId, source }
  }
  const again = (known: Known, text: string) => write(known.source, known.externalId, text)
  async function ask(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    payload?: object,
    who = member,
  ): Promise<Row & { code: string }> {
    const answer = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: who.headers,
      ...(payload && { payload }),
    })
    const body = answer.json<Row & { error?: { code: string } }>()
    return { ...body, code: body.error?.code ?? '' }
  }
  const merge = (stays: Known, goes: Known, who = member) =>
    ask('POST', '/customers/merge', { customer_id: stays.customerId, merged_id: goes.customerId }, who)
  const split = (stays: Known, mergeId: unknown, who = member) =>
    ask('POST', `/customers/${stays.customerId}/split`, { merge_id: mergeId }, who)
  const longAgo = (mergeId: unknown, days: number) =>
    read(sql`update customer_merges set merged_at = merged_at - ${days} * interval '1 day' where id = ${mergeId}`)
  async function consents({ customerId }: Known): Promise<string> {
    const rows = await read(sql<{ kind: string; state: string }>`select h.kind, s.state from consent_states s
      join channels h on h.id = s.channel_id where s.customer_id = ${customerId} and s.purpose = 'promotion' order by 1`)
    return rows.map(({ kind, state }) => `${kind} ${state}`).join(', ')
  }
  async function optedOut(...known: Known[]): Promise<boolean[]> {
    const rows = await read(sql<{ id: string; out: boolean }>`select id, opted_out_at is not null as out from contacts
      where id = any (${known.map(one => one.contactId)}::uuid[])`)
    return known.map(({ contactId }) => rows.find(row => row.id === contactId)?.out ?? false)
  }
  async function ledgerHolds(): Promise<void> {
    const all = sql`select workspace_id, customer_id, channel_id, purpose, state, since`
    const differing = await read(sql`(${all} from consent_states except ${all} from private.consent_ledger_states)
      union all (${all} from private.consent_ledger_states except ${all} from consent_states)`)
    assert.deepEqual(differing, [])
  }
  const listed = async () => ((await ask('GET', '/customers'))['customers'] as Row[]).map(row => String(row['id']))

  test('are suggested by a number that both left, and by nothing else', async () => {
    const [zalo, web] = [
      await write('zalo', newId(), 'số chị 0905771202'),
      await write('website', newId(), 'gọi 0905 771 202 nha'),
    ]
    await write('website', newId(), 'gọi 0905771203')
    const found = await ask('GET', `/customers/${zalo.customerId}/alike`)
    assert.deepEqual(
      (found['customers'] as Row[]).map(({ id, kind, value, sources }) => ({ id, kind, value, sources })),
      [{ id: web.customerId, kind: 'phone', value: '+84905771202', sources: ['website'] }],
    )
    await merge(zalo, web)
    assert.deepEqual((await ask('GET', `/customers/${zalo.customerId}/alike`))['customers'], [])
    assert.deepEqual((await ask('GET', `/customers/${zalo.customerId}/alike`, undefined, stranger))['customers'], [])
  })

  test('are one line with the tags and fields of both, and two again when it is undone', async () => {
    const [stays, goes] = [await write('zalo', newId()), await write('website', newId())]
    const field = async (name: string) => String((await ask('POST', '/customer-fields', { name, kind: 'text' }))['id'])
    const [both, theirs, later] = [await field('Cỡ giày'), await field('Màu'), await field('Ghi thêm')]
    await ask('PATCH', `/customers/${stays.customerId}`, { fields: { [both]: '37' } })
    await ask('PATCH', `/customers/${goes.customerId}`, { fields: { [both]: '38', [theirs]: 'đỏ' } })
    const own = (await ask('POST', `/customers/${stays.customerId}/tags`, { add: ['Khách quen'] }))[
      'tag_ids'
    ] as string[]
    await ask('POST', `/customers/${goes.customerId}/tags`, { add: ['Khách quen', 'Mẹ bầu'] })
    const state = async (known: Known) =>
      (
        await read(sql<{ fields: Row; contacts: string[]; tags: string[] }>`select fields,
          array(select id from contacts where customer_id = cu.id) as contacts,
          array(select tag_id from customer_tags where customer_id = cu.id) as tags from customers cu where id = ${known.customerId}`)
      )[0]
    const { merge_id: mergeId } = await merge(stays, goes)
    assert.equal((await listed()).includes(goes.customerId), false)
    const merged = await state(stays)
    assert.deepEqual(merged?.fields, { [both]: '37', [theirs]: 'đỏ' })
    assert.deepEqual(merged?.contacts.toSorted(), [stays.contactId, goes.contactId].toSorted())
    assert.equal(merged?.tags.length, 2)
    await ask('PATCH', `/customers/${stays.customerId}`, { fields: { [later]: 'viết sau' } })
    await longAgo(mergeId, 29)
    assert.equal((await split(stays, mergeId)).code, '')
    assert.deepEqual(await state(stays), {
      fields: { [both]: '37', [later]: 'viết sau' },
      contacts: [stays.contactId],
      tags: own,
    })
    assert.deepEqual((await state(goes))?.contacts, [goes.contactId])
    assert.ok((await listed()).includes(goes.customerId))
    assert.equal((await split(stays, mergeId)).code, 'request.not_found')
  })

  test('have refused what either refused; what one agreed to is not carried over; undone, each said what they said', async () => {
    const [stays, goes] = [await write('facebook', newId(), 'TC'), await write('zalo', newId())]
    await again(stays, 'LẠI')
    assert.equal(await consents(stays), 'facebook given')
    await again(goes, 'đừng gửi tin nữa')
    const { merge_id: mergeId } = await merge(stays, goes)
    assert.equal(await consents(stays), 'facebook withdrawn, zalo withdrawn')
    assert.deepEqual(await optedOut(stays, goes), [true, true])
    await ledgerHolds()
    await split(stays, mergeId)
    assert.equal(await consents(stays), 'facebook given')
    assert.deepEqual(await optedOut(stays, goes), [false, true])
    await ledgerHolds()
    const [yes, silent] = [await write('zalo', newId(), 'TC'), await write('facebook', newId())]
    await again(yes, 'LẠI')
    await merge(silent, yes)
    assert.equal(await consents(silent), '')
    await again(yes, 'TC')
    assert.equal(await consents(silent), 'facebook withdrawn, zalo withdrawn')
    await again(yes, 'LẠI')
    assert.equal(await consents(silent), 'facebook withdrawn, zalo given', 'where they say it, and nowhere else')
  })

  test('a wish to be left alone is both’s; undone, it is theirs alone who had it, as are name and language', async () => {
    const [stays, goes] = [await write('zalo', newId()), await write('website', newId())]
    await ask('PATCH', `/customers/${goes.customerId}`, { name: 'Chị Hoa', language: 'en' })
    await read(sql`update customers set restricted_at = ${platform.clock.now()} where id = ${goes.customerId}`)
    const card = async ({ customerId }: Known) => {
      const rows = await read(
        sql<Row>`select name, language, restricted_at is not null as restricted from customers where id = ${customerId}`,
      )
      return rows[0]
    }
    const theirs = { name: 'Chị Hoa', language: 'en', restricted: true }
    const { merge_id: mergeId } = await merge(stays, goes)
    assert.deepEqual(await card(stays), theirs)
    await split(stays, mergeId)
    assert.deepEqual([await card(stays), await card(goes)], [{ name: '', language: null, restricted: false }, theirs])
  })

  test('a number that more than five others left says nothing; more than twenty accounts are nobody’s', async () => {
    const first = await write('zalo', newId(), 'gọi 0905771777')
    const others: Known[] = []
    for (let n = 0; n < 5; n++) others.push(await write('website', newId(), 'gọi 0905771777'))
    const alike = async () => ((await ask('GET', `/customers/${first.customerId}/alike`))['customers'] as Row[]).length
    assert.equal(await alike(), 5)
    await write('website', newId(), 'gọi 0905771777')
    assert.equal(await alike(), 0)
    const [one, two] = others as [Known, Known]
    const addAccounts = (count: number) =>
      read(sql`insert into contacts (id, workspace_id, channel_id, external_id, name, fields, customer_id, last_seen_at, created_at)
        select gen_random_uuid(), ${member.workspaceId}, ${channels.zalo}, gen_random_uuid()::text, '', '{}', ${two.customerId}, now(), now()
        from generate_series(1, ${count}::int)`)
    await addAccounts(19)
    assert.equal((await merge(one, two)).code, 'customer.merge_refused')
    await read(
      sql`delete from contacts where id = (select id from contacts where customer_id = ${two.customerId} and name = '' limit 1)`,
    )
    assert.equal((await merge(one, two)).code, '')
  })

  test('nobody agrees for the other: on a channel where both write, only what both agreed to stays agreed', async () => {
    const [yes, silent, also] = [
      await write('zalo', newId(), 'TC'),
      await write('zalo', newId()),
      await write('zalo', newId(), 'TC'),
    ]
    await again(yes, 'LẠI')
    await again(also, 'LẠI')
    const { merge_id: mergeId } = await merge(yes, silent)
    assert.equal(await consents(yes), 'zalo withdrawn')
    await ledgerHolds()
    await split(yes, mergeId)
    assert.equal(await consents(yes), 'zalo given')
    assert.equal((await merge(yes, also)).code, '')
    assert.equal(await consents(yes), 'zalo given')
    await ledgerHolds()
  })

  test('what they refuse while they are one both have refused; what they agree to meanwhile neither has', async () => {
    const [stays, goes] = [await write('zalo', newId(), 'TC'), await write('zalo', newId())]
    const { merge_id: mergeId } = await merge(stays, goes)
    await again(goes, 'LẠI')
    await again(goes, 'LẠI')
    assert.equal(await consents(stays), 'zalo given')
    await split(stays, mergeId)
    assert.equal(await consents(stays), 'zalo withdrawn')
    assert.equal((await consents(goes)).includes('given'), false)
    const next = await merge(stays, goes)
    await again(goes, 'TC')
    await split(stays, next['merge_id'])
    assert.deepEqual(await optedOut(stays, goes), [true, true])
    await ledgerHolds()
  })

  test('what was refused as one of three, who are parted one after the other, all have refused', async () => {
    const [a, b, c] = [await write('zalo', newId()), await write('zalo', newId()), await write('facebook', newId())]
    const first = await merge(b, c)
    const second = await merge(a, b)
    await again(c, 'TC')
    await split(a, second['merge_id'])
    assert.deepEqual(await optedOut(a, b, c), [true, true, true])
    await split(b, first['merge_id'])
    assert.deepEqual(await optedOut(a, b, c), [true, true, true])
    await ledgerHolds()
  })

  test('the latest merge is parted first, and none after thirty days', async () => {
    const [a, b, c] = [await write('zalo', newId()), await write('facebook', newId()), await write('website', newId())]
    const first = await merge(b, c)
    const second = await merge(a, b)
    assert.equal((await split(b, first['merge_id'])).code, 'customer.split_refused')
    assert.equal((await merge(c, a)).code, 'request.not_found')
    assert.equal((await split(a, second['merge_id'])).code, '')
    await longAgo(first['merge_id'], 30)
    assert.equal((await split(b, first['merge_id'])).code, 'customer.split_refused')
  })

  test('who came from a list is found by their number also once they are somebody else', async () => {
    const [listed, importId] = [newId(), newId()]
    const now = platform.clock.now()
    const ws = member.workspaceId
    await read(sql`insert into imports (id, workspace_id, file_name, status, columns, has_names, map, row_count, made_by, created_at)
      values (${importId}, ${ws}, 'khach.csv', 'done', '{}', true, '{}', 1, ${member.personId}, ${now})`)
    await read(
      sql`insert into customers (id, workspace_id, name, import_id, created_at) values (${listed}, ${ws}, 'Cô Sáu', ${importId}, ${now})`,
    )
    await read(sql`insert into contact_details (id, workspace_id, customer_id, kind, value, created_at)
      values (${newId()}, ${ws}, ${listed}, 'phone', '+84905771299', ${now})`)
    await read(sql`select private.write_customer_words(${ws}, array[${listed}]::uuid[])`)
    const [wrote, other] = [await write('zalo', newId(), 'số cô 0905771299'), await write('facebook', newId())]
    const alike = (await ask('GET', `/customers/${wrote.customerId}/alike`))['customers'] as Row[]
    assert.deepEqual(
      alike.map(({ id, name }) => [id, name]),
      [[listed, 'Cô Sáu']],
    )
    const found = async (query: string) =>
      ((await ask('GET', `/customers?${query}`))['customers'] as Row[]).map(({ id, phone }) => [id, phone])
    const fromList = `where=${encodeURIComponent(JSON.stringify({ by: 'import', id: importId }))}`
    const first = await merge(other, { ...wrote, customerId: listed })
    const second = await merge(wrote, other)
    for (const query of ['q=co+sau', fromList])
      assert.deepEqual(await found(query), [[wrote.customerId, '+84905771299']])
    await split(wrote, second['merge_id'])
    for (const query of ['q=co+sau', fromList])
      assert.deepEqual(await found(query), [[other.customerId, '+84905771299']])
    await split(other, first['merge_id'])
    assert.deepEqual(await found(fromList), [[listed, '+84905771299']])
  })

  test('are not whom the shop’s own server knows as two, nor another shop’s', async () => {
    const [a, b] = [await write('website', `user-${newId()}`), await write('website', `user-${newId()}`)]
    await read(sql`update contacts set verified = true where id in (${a.contactId}, ${b.contactId})`)
    assert.equal((await merge(a, b)).code, 'customer.merge_refused')
    assert.equal((await merge(a, a)).code, 'customer.merge_refused')
    assert.equal((await merge(a, { ...b, customerId: newId() })).code, 'request.not_found')
    const c = await write('zalo', newId())
    assert.equal((await merge(a, c, stranger)).code, 'request.not_found')
    const { merge_id: mergeId } = await merge(a, c)
    assert.equal((await split(a, mergeId, stranger)).code, 'request.not_found')
  })

  test('pressed twice at once it is done once', async () => {
    const [a, b] = [await write('zalo', newId()), await write('facebook', newId())]
    const codes = (await Promise.all([merge(a, b), merge(b, a)])).map(({ code }) => code)
    assert.deepEqual(codes.toSorted(), ['', 'request.not_found'])
  })
})
