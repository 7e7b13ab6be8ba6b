import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { readZip } from '#tests/drivers/read-zip.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { gatherCustomer } from './gather-customer.ts'
import { askCustomerExport, exportCustomer, openCustomerExport, readCustomerExport } from './export-customer.ts'
import { type ExportedFiles, filesOf } from './export-files.ts'

describe('the files in what is kept of a customer', () => {
  const channelId = newId()
  let platform: TestPlatform
  let caller: Caller
  before(async () => {
    platform = await testPlatform()
    caller = { ...(await makeOwner(platform)), role: 'admin', language: 'vi' } as never
    await rowsOf(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${caller.workspaceId}, 'facebook', 'page', 'Trang', 'connected', ${platform.clock.now()})`)
  })
  after(() => platform.close())

  const rowsOf = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  async function store(bucket: string, name: string, mime: string, content: string): Promise<string> {
    const key = `${caller.workspaceId}/${newId()}`
    const bytes = await saveBytes(platform, Readable.from([content]), 1000)
    await platform.db.asService(null, tx => saveBucketFile(platform, tx, { bucket, key, name, mime }, bytes))
    return key
  }
  async function write(visitor: string, attachments: object[]): Promise<string> {
    const { messageId, contactId } = await platform.db.asService(null, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: caller.workspaceId, channelId, source: 'facebook', text: 'ảnh nè', clientId: newId() },
        contact: { externalId: visitor, name: 'Lan' },
      }),
    )
    const value = JSON.stringify(attachments.map(one => ({ id: newId(), ...one })))
    await rowsOf(sql`update messages set attachments = ${value}::jsonb where id = ${messageId}`)
    return contactId
  }
  const customerOf = async (contactId: string) =>
    (await rowsOf(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`))[0]?.id ?? ''

  test('stand beside accounts that are told apart by the names that the dashboard shows', async () => {
    const { workspaceId } = caller
    const contact = await write(newId(), [])
    const readAccounts = async () => {
      const customer = await customerOf(contact)
      const { contacts } = await platform.db.asService(workspaceId, tx =>
        gatherCustomer(platform, tx, workspaceId, customer),
      )
      return (contacts as { account: string }[]).map(({ account }) => account)
    }
    assert.deepEqual(await readAccounts(), ['Trang'])
    const twin = newId()
    await rowsOf(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${twin}, ${workspaceId}, 'facebook', 'page-9876', 'Trang', 'disconnected', ${platform.clock.now()})`)
    assert.deepEqual(await readAccounts(), ['Trang · Messenger …page'], 'also from one that is no longer connected')
    await rowsOf(sql`delete from channels where id = ${twin}`)
  })

  test('are in the ZIP by name and day; what is missing, or was never copied, is said', async () => {
    const visitor = newId()
    const gone = await store('attachments', 'mat.pdf', 'application/pdf', 'mất')
    const [lost] = await rowsOf(sql<{ version: string }>`select version from storage.objects where name = ${gone}`)
    const contact = await write(visitor, [
      { type: 'image', status: 'copied', file: await store('attachments', '../../Ảnh đơn', 'image/png', 'ảnh một') },
      {
        type: 'file',
        status: 'copied',
        name: 'bảng giá.pdf',
        file: await store('attachments', 'x', 'application/pdf', 'giá'),
      },
      { type: 'file', status: 'copied', name: 'mất.pdf', file: gone },
      { type: 'video', status: 'refused', name: 'dài.mp4' },
      { type: 'image', status: 'expired' },
      { type: 'location', status: 'none', latitude: 10.5, longitude: 106.5 },
    ])
    const other = await store('attachments', 'khac.png', 'image/png', 'của người khác')
    await write(newId(), [{ type: 'image', status: 'copied', file: other }])
    await rowsOf(
      sql`update contacts set avatar = ${await store('avatars', 'avatar', 'image/jpeg', 'mặt')} where id = ${contact}`,
    )
    const key = `objects/${lost?.version.slice(-2)}/${lost?.version}`
    await platform.files.remove(key)

    const id = await customerOf(contact)
    await askCustomerExport(platform, caller, { id })
    await platform.jobs.drain()
    const copy = await readZip(await buffer(await openCustomerExport(platform, caller, { id })))
    const day = platform.clock.now().toISOString().slice(0, 10)
    const [picture, first, second] = [
      'files/picture-1.jpg',
      `files/${day}-0002-from-customer-._._Ảnh đơn.png`,
      `files/${day}-0003-from-customer-bảng giá.pdf`,
    ]
    assert.deepEqual(
      Object.fromEntries(
        Object.entries(copy).map(([name, { content }]) => [name, name.startsWith('files/') ? String(content) : '']),
      ),
      { [picture]: 'mặt', [first]: 'ảnh một', [second]: 'giá', 'data.json': '', 'README.txt': '' },
    )
    const { messages } = JSON.parse(String(copy['data.json']?.content)) as { messages: { attachments: object[] }[] }
    assert.deepEqual(messages.find(({ attachments }) => attachments.length > 0)?.attachments, [
      { type: 'image', file: first },
      { name: 'bảng giá.pdf', type: 'file', file: second },
      { name: 'mất.pdf', type: 'file', left_out: 'missing' },
      { name: 'dài.mp4', type: 'video', left_out: 'not_copied' },
      { type: 'image', left_out: 'expired' },
      { type: 'location', latitude: 10.5, longitude: 106.5 },
    ])
    const [{ shop } = { shop: '' }] = await rowsOf(
      sql<{ shop: string }>`select name as shop from workspaces where id = ${caller.workspaceId}`,
    )
    const readme = String(copy['README.txt']?.content)
    assert.match(readme, /có 2 tệp/)
    assert.deepEqual(readme.match(/Left out.*/g), [
      'Left out because they are not stored any more: 1.',
      `Left out because ${shop} stores files for a limited time only: 1.`,
      'Left out because their kind or size is not stored, or the messaging app no longer had them: 1.',
    ])
    assert.doesNotMatch(readme, /\{/)
  })

  test('are as many as fit, the oldest first', async () => {
    const visitor = newId()
    let contact = ''
    for (let n = 1; n <= 4; n++) {
      platform.clock.advance(1000)
      const file = await store('attachments', `${n}.txt`, 'text/plain', 'mười byte!')
      contact = await write(visitor, [{ type: 'file', status: 'copied', name: `${n}.txt`, file }])
    }
    const id = await customerOf(contact)
    const named = async (limits: { bytes: number; files: number }) => {
      const found: ExportedFiles = new Map()
      const names: string[] = []
      for await (const { name, content } of filesOf(platform, caller.workspaceId, id, found, limits)) {
        await buffer(Readable.from(content))
        names.push(name.replace(/^.*-/, ''))
      }
      assert.equal(found.size, names.length)
      return names
    }
    const size = Buffer.byteLength('mười byte!')
    assert.deepEqual(await named({ bytes: 1000, files: 3 }), ['1.txt', '2.txt', '3.txt'])
    assert.deepEqual(await named({ bytes: size * 2 + 1, files: 100 }), ['1.txt', '2.txt'])
    assert.equal((await named({ bytes: 1000, files: 100 })).length, 4)
  })

  test('that are packed already are stored as they are', async () => {
    const contact = await write(newId(), [
      { type: 'image', status: 'copied', file: await store('attachments', 'a.jpg', 'image/jpeg', 'x'.repeat(900)) },
      { type: 'file', status: 'copied', file: await store('attachments', 'a.txt', 'text/plain', 'x'.repeat(900)) },
    ])
    const packed: unknown[] = []
    for await (const entry of filesOf(platform, caller.workspaceId, await customerOf(contact), new Map())) {
      await buffer(Readable.from(entry.content))
      packed.push(entry.packed)
    }
    assert.deepEqual(packed, [true, false])
  })

  test('are made for three shops at once, one copy of each; others come back later', async () => {
    const ids: { shop: Caller; id: string }[] = []
    for (let n = 0; n < 4; n++) {
      const shop = { ...(await makeOwner(platform)), role: 'admin', language: 'vi' } as unknown as Caller
      const id = newId()
      await rowsOf(sql`insert into customers (id, workspace_id, name, created_at)
        values (${id}, ${shop.workspaceId}, 'Lan', ${platform.clock.now()})`)
      await askCustomerExport(platform, shop, { id })
      ids.push({ shop, id })
    }
    const waiting = Promise.withResolvers<void>()
    const files: typeof platform.files = {
      ...platform.files,
      async save(...args) {
        await waiting.promise
        return platform.files.save(...args)
      },
    }
    const making: Promise<void>[] = []
    for (const { shop } of ids) {
      const [row] = await rowsOf(sql<{ id: string }>`select id from private.customer_exports
        where workspace_id = ${shop.workspaceId}`)
      const due = { workspace_id: shop.workspaceId, export_id: row?.id ?? '' }
      making.push(exportCustomer({ ...platform, files }, due))
    }
    // The fourth found no place, and is done without having made it.
    await making[3]
    waiting.resolve()
    await Promise.all(making)
    const states = []
    for (const { shop, id } of ids) states.push((await readCustomerExport(platform, shop, { id })).status)
    assert.deepEqual(states, ['ready', 'ready', 'ready', 'preparing'])
    await platform.jobs.drain()
    platform.clock.advance(2000)
    await platform.jobs.drain()
    const last = ids[3]
    assert.ok(last)
    assert.equal((await readCustomerExport(platform, last.shop, last)).status, 'ready')
  })

  test('are not recorded as downloaded where the copy cannot be opened', async () => {
    const id = await customerOf(await write(newId(), []))
    await askCustomerExport(platform, caller, { id })
    await platform.jobs.drain()
    const files = { ...platform.files, read: () => Promise.reject(new Error('the store is down')) }
    await assert.rejects(openCustomerExport({ ...platform, files }, caller, { id }), /the store is down/)
    const taken = sql`select from audit_log where target = ${id} and action = 'customer.export-taken'`
    assert.deepEqual(await rowsOf(taken), [])
    ;(await openCustomerExport(platform, caller, { id })).destroy()
    assert.equal((await rowsOf(taken)).length, 1)
  })

  test('fail the making where the store is down, which is tried again', async () => {
    const contact = await write(newId(), [
      { type: 'image', status: 'copied', file: await store('attachments', 'a.png', 'image/png', 'ảnh') },
    ])
    const id = await customerOf(contact)
    const files = { ...platform.files, read: () => Promise.reject(new Error('the store is down')) }
    const down = { ...platform, files }
    const read = filesOf(down, caller.workspaceId, id, new Map())
    await assert.rejects(read.next(), /the store is down/)
  })
})
