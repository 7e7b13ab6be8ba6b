import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWidget, openChat, type TestVisitor } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

describe('files in the chat', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let workspace: TestWorkspace
  let visitor: TestVisitor
  let widget: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    workspace = await makeWorkspace(platform)
    await platform.db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
    widget = (await makeWidget(platform, workspace)).account_id
    visitor = await openChat(app, widget)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  function send(
    bytes: Buffer,
    { name = 'ảnh ấm trà.png', as = visitor, clientId = newId() as string, type = 'image/png' } = {},
  ) {
    const boundary = 'sen-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="client_id"\r\n\r\n${clientId}\r\n`
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
    return app.inject({
      method: 'POST',
      url: '/widget/v1/files',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
  }
  const fetchFile = (id: string, as = visitor) =>
    app.inject({ url: `/widget/v1/files/${id}`, headers: { authorization: `Bearer ${as.token}` } })

  test('one that the shop no longer stores is said to be gone', async () => {
    const as = await openChat(app, widget)
    const { id } = (await send(png, { as })).json<{ id: string }>()
    const expired = sql`update messages set attachments = '[{"id": "1", "type": "image", "status": "expired"}]' where id = ${id}`
    await platform.db.asService(null, tx => expired.execute(tx))
    const gone = (await as.read()).messages.find(one => one.id === id)
    assert.equal(gone?.text, 'Tệp đã hết hạn lưu.')
  })

  test('a picture becomes a message that both sides can open; the second delivery changes nothing', async () => {
    const clientId = newId()
    const sent = await send(png, { clientId })
    assert.equal(sent.statusCode, 201)
    const again = await send(png, { clientId })
    assert.deepEqual(again.json(), sent.json())
    const [attachment] = sent.json().attachments
    assert.deepEqual({ ...attachment, id: '' }, { id: '', kind: 'image', name: 'ảnh ấm trà.png', size: png.length })
    const { messages } = await visitor.read()
    assert.equal(messages.length, 1)
    assert.deepEqual((messages[0] as unknown as { attachments: unknown[] }).attachments, [attachment])

    const file = await fetchFile(attachment.id)
    assert.deepEqual(file.rawPayload, png)
    assert.equal(file.headers['content-type'], 'image/png')
    assert.match(String(file.headers['content-disposition']), /^attachment; filename\*=UTF-8''%E1%BA%A3nh/)
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.match(String(file.headers['content-security-policy']), /sandbox/)

    const { rows } = await platform.db.asPerson(workspace.admin.claims, tx =>
      sql<{ name: string; preview: string }>`select o.name, v.preview from messages m
        join storage.objects o on o.name = m.attachments -> 0 ->> 'file' and o.bucket_id = 'attachments'
        join conversations v on v.id = m.conversation_id`.execute(tx),
    )
    assert.equal(rows.length, 1, 'a member finds the object')
    assert.match(rows[0]?.preview ?? '', /ảnh ấm trà\.png/)
  })

  test('a file alone is no question: the bot calls a person and says so', async () => {
    const other = await openChat(app, widget)
    await send(pdf, { as: other, name: 'hoa-don.pdf' })
    platform.clock.advance(seconds(5))
    await platform.jobs.drain()
    const { messages } = await other.read()
    assert.deepEqual(
      messages.map(message => message.author),
      ['contact', 'system'],
    )
    assert.match(messages[1]?.text ?? '', /nhân viên shop xem/)
    const { rows } = await platform.db.asService(null, tx =>
      sql`select 1 from conversations where waiting_since is not null`.execute(tx),
    )
    assert.ok(rows.length > 0)
  })

  test('what it is decides, not what it is called', async () => {
    const named = await send(pdf, { name: '../../etc/<b>giá.exe', type: 'image/png' })
    assert.equal(named.json().attachments[0].name, '<b>giá.pdf')
    assert.equal(named.json().attachments[0].kind, 'file')
    for (const [bytes, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'widget.file_type'],
      [Buffer.from('<html><script>alert(1)</script></html>'), 'widget.file_type'],
      [Buffer.from('MZ\x90\x00'), 'widget.file_type'],
      [Buffer.alloc(0), 'widget.file_missing'],
    ] as const) {
      const refused = await send(bytes, { name: 'ảnh.png' })
      assert.equal(refused.json().error.code, code)
    }
  })

  test('ten megabytes, and not a byte more', async () => {
    platform.clock.advance(hours(1))
    const full = Buffer.alloc(10_485_760)
    png.copy(full)
    assert.equal((await send(full)).statusCode, 201)
    const over = await send(Buffer.concat([full, Buffer.alloc(1)]))
    assert.equal(over.statusCode, 413)
    assert.equal(over.json().error.code, 'widget.file_too_large')
  })

  test('a shop whose room for files is used up takes no more', async () => {
    const elsewhere = await makeWorkspace(platform)
    const guest = await openChat(app, (await makeWidget(platform, elsewhere)).account_id)
    await platform.db.asService(null, tx =>
      sql`insert into storage.objects (bucket_id, name, metadata)
        values ('attachments', ${`${elsewhere.workspaceId}/${newId()}`}, '{"size": 5368709120}')`.execute(tx),
    )
    const refused = await send(png, { as: guest })
    assert.equal(refused.json().error.code, 'widget.files_full')
    assert.deepEqual((await guest.read()).messages, [])
  })

  test('nobody else gets it: other visitors, other shops, no token', async () => {
    platform.clock.advance(hours(1))
    const [attachment] = (await send(png)).json().attachments
    const stranger = await openChat(app, widget)
    const elsewhere = await openChat(app, (await makeWidget(platform, await makeWorkspace(platform))).account_id)
    for (const other of [stranger, elsewhere]) assert.equal((await fetchFile(attachment.id, other)).statusCode, 404)
    assert.equal((await app.inject(`/widget/v1/files/${attachment.id}`)).statusCode, 401)
    assert.equal((await fetchFile('no-id')).statusCode, 404)
    const nobody = await app.inject({ method: 'POST', url: '/widget/v1/files' })
    assert.equal(nobody.statusCode, 401)
  })

  test('ten in ten minutes', async () => {
    const busy = await openChat(app, widget)
    const codes: number[] = []
    for (let n = 0; n < 11; n++) codes.push((await send(png, { as: busy })).statusCode)
    assert.deepEqual(codes, [...Array(10).fill(201), 429])
    platform.clock.advance(minutes(10))
    assert.equal((await send(png, { as: busy })).statusCode, 201)
  })
})
