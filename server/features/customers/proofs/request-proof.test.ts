import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { textOf } from '#tests/drivers/paper-tools.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { writeRequestProof } from './request-proof.ts'

describe('the document about a finished request', () => {
  const channelId = newId()
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    await connectedChannel(platform, admin.workspaceId, 'zalo', channelId)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const rowsOf = async <R>(statement: RawBuilder<R>) =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows
  /** A fresh token: the clock moves by weeks. */
  async function headersOf({ headers }: Owner): Promise<Owner['headers']> {
    const [, payload = ''] = headers.authorization.split('.')
    const { sub, session_id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>
    const claims = { role: 'authenticated', sub, session_id, aal: 'aal1' }
    return { authorization: `Bearer ${(await platform.tokens.signAccess(claims as never)).token}` }
  }
  const call = async (
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    who = admin,
  ) => app.inject({ method, url: `/api/v1/${path}`, headers: await headersOf(who), ...(payload && { payload }) })
  async function write(visitor: string, text: string): Promise<Stored> {
    platform.clock.advance(minutes(1))
    return platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'zalo', clientId: newId(), text },
        contact: { externalId: visitor, name: 'Quách Ngọc Diễm' },
      }),
    )
  }
  const customerOf = async ({ contactId }: Stored) =>
    (await rowsOf(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`))[0]?.id ?? ''
  const requestOf = async (customerId: string) => {
    const [row] = await rowsOf(sql<{
      id: string
      proof: Record<string, string> | null
    }>`select id, proof from data_requests
      where customer_id = ${customerId} order by created_at desc limit 1`)
    assert.ok(row)
    return row
  }
  async function proofOf(id: string, language = 'vi'): Promise<string> {
    const file = await call('GET', `data-requests/${id}/proof?language=${language}`)
    assert.equal(file.statusCode, 200, file.body)
    const [row] = await rowsOf(sql<{ proof: Record<string, string> }>`select proof from data_requests where id = ${id}`)
    assert.equal(createHash('sha256').update(file.rawPayload).digest('hex'), row?.proof[language])
    return textOf(file.rawPayload).normalize('NFC').replaceAll(/\s+/g, ' ')
  }

  test('about an erasure asked for in a message says when, how much of what, and what is held; it names nobody', async () => {
    const visitor = newId()
    await write(visitor, 'em tên Diễm, số 0987654321')
    const id = await customerOf(await write(visitor, 'xoá dữ liệu của em'))
    await write(visitor, 'đừng gửi tin nữa')
    const { id: request, proof } = await requestOf(id)
    assert.equal(proof, null)
    assert.equal((await call('GET', `data-requests/${request}/proof`)).statusCode, 404)
    assert.equal((await call('PATCH', `data-requests/${request}`, { act: 'answered' })).statusCode, 200)
    platform.clock.advance(days(17))
    assert.equal((await call('DELETE', `customers/${id}`)).statusCode, 202)
    await platform.jobs.drain()
    const [vi, en] = [await proofOf(request), await proofOf(request, 'en')]
    for (const part of [
      'Biên bản xử lý yêu cầu về dữ liệu cá nhân',
      `Số: ${request.slice(-8).toUpperCase()}`,
      'Q*** N*** D***',
      'tin nhắn Zalo',
      'Nhận yêu cầu 20/11/2026',
      'Trả lời 20/11/2026 · hạn 24/11/2026 · đúng hạn',
      'Xử lý xong 07/12/2026 · hạn 10/12/2026 · đúng hạn',
      'Đã xoá trong Sen ngày 07/12/2026',
      'Hội thoại 1',
      'Số điện thoại, e-mail, địa chỉ 1',
      'kèm tên: 2 dòng',
      'Luật Kế toán 88/2015/QH13',
    ])
      assert.ok(vi.includes(part), `${part}: ${vi}`)
    assert.match(vi, /Tin nhắn [4-9] /)
    for (const part of ['Record of a personal data request', 'Answered 2026-11-20', 'in time', 'Messages'])
      assert.ok(en.includes(part), `${part}: ${en}`)
    for (const gone of [/Diễm/, /Ngọc/, /7654/, /xoá dữ liệu của em/]) assert.doesNotMatch(vi + en, gone)
    const [logged] = await rowsOf(
      sql<{
        meta: object
      }>`select meta from audit_log where target = ${request} and action = 'data-request.proof-made'`,
    )
    assert.deepEqual(logged?.meta, (await requestOf(id)).proof)
  })

  test('is for admins of its shop alone, drawn once, and stands in the log when it is taken', async () => {
    const id = await customerOf(await write(newId(), 'xem dữ liệu của em'))
    const { id: request } = await requestOf(id)
    assert.equal((await call('POST', `customers/${id}/export`)).statusCode, 202)
    await platform.jobs.drain()
    assert.equal((await call('HEAD', `customers/${id}/export/file`)).statusCode, 404)
    assert.equal((await call('GET', `customers/${id}/export/file`)).statusCode, 200)
    platform.clock.advance(days(12))
    assert.equal((await call('PATCH', `data-requests/${request}`, { act: 'done' })).statusCode, 200)
    await platform.jobs.drain()
    await writeRequestProof(platform, { workspace_id: admin.workspaceId, request_id: request })
    assert.equal((await rowsOf(sql`select from private.request_proofs where request_id = ${request}`)).length, 2)
    for (const [who, status] of [
      [member, 403],
      [stranger, 404],
    ] as const)
      assert.equal((await call('GET', `data-requests/${request}/proof`, undefined, who)).statusCode, status)
    for (const path of ['proof?language=fr', 'proof?language='])
      assert.equal((await call('GET', `data-requests/${request}/${path}`)).statusCode, 404)
    assert.equal((await call('HEAD', `data-requests/${request}/proof?language=vi`)).statusCode, 404)
    const text = await proofOf(request)
    assert.match(text, /chuẩn bị bản dữ liệu của khách: 1 lần\. Cửa hàng đã tải về: 1 lần/)
    assert.match(text, /trễ \d+ ngày/)
    assert.doesNotMatch(text, /Những gì còn giữ/)
    const taken = sql`select from audit_log where target = ${request} and action = 'data-request.proof-taken'`
    assert.equal((await rowsOf(taken)).length, 1)
  })

  test('loses the reason of a refusal once the person is erased', async () => {
    const id = await customerOf(await write(newId(), 'xoá dữ liệu của em'))
    const { id: request } = await requestOf(id)
    const why = 'chị Diễm Quách còn đơn chưa giao'
    await call('PATCH', `data-requests/${request}`, { act: 'refused', why })
    await platform.jobs.drain()
    const before = await proofOf(request)
    assert.ok(before.includes(`Lý do: ${why}`), before)
    assert.match(before, /Không thay đổi dữ liệu nào/)
    await call('DELETE', `customers/${id}`)
    await platform.jobs.drain()
    const text = await proofOf(request)
    assert.doesNotMatch(text, /Diễm|Quách|chưa giao/)
    assert.match(text, /Từ chối\. Lý do không còn được lưu/)
    assert.match(text, /Đã xoá trong Sen/)
  })

  test('stays as it is when the person is erased later, if it names no reason', async () => {
    const id = await customerOf(await write(newId(), 'xem dữ liệu của em'))
    const { id: request } = await requestOf(id)
    await call('PATCH', `data-requests/${request}`, { act: 'done' })
    await platform.jobs.drain()
    const { proof } = await requestOf(id)
    assert.ok(proof)
    platform.clock.advance(days(1))
    await call('DELETE', `customers/${id}`)
    await platform.jobs.drain()
    assert.deepEqual((await requestOf(id)).proof, proof)
    const made = sql`select from audit_log where target = ${request} and action = 'data-request.proof-made'`
    assert.equal((await rowsOf(made)).length, 1)
  })

  test('says how many backups stay only where some are set up', async () => {
    const id = await customerOf(await write(newId(), 'xoá dữ liệu của em'))
    await call('DELETE', `customers/${id}`)
    await platform.jobs.drain()
    const { id: request } = await requestOf(id)
    assert.match(await proofOf(request), /không đặt sao lưu hằng ngày/)
    await rowsOf(sql`delete from private.request_proofs where request_id = ${request}`)
    await rowsOf(sql`update data_requests set proof = null where id = ${request}`)
    const config = { ...platform.config, BACKUP_FOLDER: '/nowhere', BACKUP_KEEP: 9, BACKUP_WHOLE_EVERY: 7 }
    await writeRequestProof({ ...platform, config }, { workspace_id: admin.workspaceId, request_id: request })
    assert.match(await proofOf(request), /giữ 15 bản hằng ngày/)
  })

  test('is drawn one at a time, and taken and recorded no more often than anybody needs', async () => {
    const id = await customerOf(await write(newId(), 'xem dữ liệu của em'))
    const { id: request } = await requestOf(id)
    await call('PATCH', `data-requests/${request}`, { act: 'done' })
    const waiting = sql<{ lane: string }>`select lane from private.jobs where key = ${`request proof ${request}`}`
    assert.deepEqual(await rowsOf(waiting), [{ lane: 'request proofs' }])
    await platform.jobs.drain()
    const statuses = new Set<number>()
    for (let n = 0; n < 101; n++)
      statuses.add((await call('GET', `data-requests/${request}/proof?language=en`)).statusCode)
    assert.deepEqual([...statuses], [200, 429])
    await rowsOf(sql`insert into private.rate_buckets (who, full_at)
      values (${`data requests:${admin.workspaceId}`}, ${new Date(platform.clock.now().getTime() + days(2))})
      on conflict (who) do update set full_at = excluded.full_at`)
    const came = platform.clock.now().toISOString().slice(0, 10)
    const recorded = await call('POST', 'data-requests', { kind: 'correct', who: 'Bùi Lan', came_on: came })
    assert.equal(recorded.statusCode, 429)
    platform.clock.advance(days(2))
  })

  test('drawn while the person is erased is not stored with the reason', async () => {
    const id = await customerOf(await write(newId(), 'xoá dữ liệu của em'))
    const { id: request } = await requestOf(id)
    await call('PATCH', `data-requests/${request}`, { act: 'refused', why: 'chị Diễm Quách nhầm' })
    const due = { workspace_id: admin.workspaceId, request_id: request }
    // The facts are read, and while they are drawn the erasure goes through.
    let read = false
    const db: TestPlatform['db'] = {
      ...platform.db,
      async asService(ws, run) {
        const result = await platform.db.asService(ws, run)
        if (!read) {
          read = true
          await call('DELETE', `customers/${id}`)
          await platform.jobs.drain()
        }
        return result
      },
    }
    await writeRequestProof({ ...platform, db }, due)
    assert.doesNotMatch(await proofOf(request), /Diễm|Quách|nhầm/)
  })

  test('goes with its line in the register', async () => {
    const { id } = (
      await call('POST', 'data-requests', {
        kind: 'correct',
        who: 'Bùi Lan',
        came_on: platform.clock.now().toISOString().slice(0, 10),
      })
    ).json<{ id: string }>()
    await call('PATCH', `data-requests/${id}`, { act: 'done' })
    await platform.jobs.drain()
    assert.match(await proofOf(id), /B\*\*\* L\*\*\*/)
    platform.clock.advance(hours(1))
    await rowsOf(sql`delete from data_requests where id = ${id}`)
    assert.deepEqual(await rowsOf(sql`select from private.request_proofs where request_id = ${id}`), [])
  })
})
