import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { forgetOldHooks } from '#features/channels/hooks/accept-hook.ts'
import { clearOrphanFiles } from '#supabase/storage/objects/orphan-files.ts'
import { days, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'
import { makeMember } from '#tests/fixtures/shop-owner.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWidget, openChat } from '#tests/fixtures/visitor.ts'

/** In every word of the customer, and in nothing else. Without marks and capitals: search words are folded. */
const marker = 'zqxmarkvw'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPgirqGFTEMLQkAeYpOgQFqPz4AAAAASUVORK5CYII=',
  'base64',
)

/** What may still say it, each with its reason. */
const declared: Record<string, string> = {
  'public.sources': 'a question that a member taught the bot: the shop’s own, and read before it was saved',
  'public.answer_corrections': 'the same',
  'public.passages': 'the same',
  'public.regression_cases': 'the same: that the taught answer stays right',
  'public.knowledge_versions': 'the same',
  'private.source_spans': 'the same',
}
/** What goes by itself: changes for open screens after a day; edits of messages that never came, of nobody known, after thirty. */
const inTime = ['realtime.changes', 'private.early_changes']

test('what a customer wrote, sent and is known by is nowhere once they are erased', async t => {
  const desk = await shop(t)
  const { platform, app, owner } = desk
  const api = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await app.inject({
      ...{ method, url: `/api/v1/${path}`, headers: owner.headers },
      ...(payload && { payload }),
    })
    assert.ok(answer.statusCode < 300, `${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    return answer.json<Record<string, unknown>>()
  }
  const rows = async <R>(statement: ReturnType<typeof sql<R>>) => platform.db.readAsService<R>(statement)
  const say = async (body: object) => {
    await desk.control('user-message', { page: pageId, user: lan, ...body })
    await desk.settle()
  }

  // The customer's doors: Messenger, and the chat of a website with files.
  await say({ text: `em là ${marker}, số 0987654321, mail ${marker}@mail.example` })
  await say({ text: `tiệm có bán trà ${marker} thơm không` })
  await say({ text: `trà ${marker} thơm tiệm có bán không` })
  await say({ text: `đặt 2 bánh, giao 12 đường ${marker}, tên ${marker}, 0987654321` })
  await say({ text: `cho gặp nhân viên ${marker}` })
  await say({ attachments: [{ type: 'file', payload: { url: `${desk.files}/${marker}.txt` } }] })
  await say({ attachments: [{ type: 'image', payload: { url: `${desk.files}/picture` } }] })
  await say({ message_edit: { mid: 'm_unknown', text: `sửa ${marker}` } })
  const [talk] = await rows(sql<{
    id: string
    customer: string
    channel: string
    avatar: string
  }>`select v.id, c.channel_id as channel,
    c.customer_id as customer, c.avatar from conversations v join contacts c on c.id = v.contact_id where c.external_id = ${lan}`)
  assert.ok(talk?.avatar, 'their picture was copied')
  const widget = await makeWidget(platform, desk.workspace)
  const visitor = await openChat(app, widget.account_id)
  await visitor.send(`chào tiệm, ${marker} đây`, newId(), { page_url: `https://shop.example/${marker}` })
  await uploadFile(desk, visitor.token)
  await desk.settle()
  const [web] = await rows(sql<{
    id: string
    customer: string
  }>`select v.id, c.customer_id as customer from conversations v
    join contacts c on c.id = v.contact_id where v.source = 'website'`)
  assert.ok(web)

  // The team's doors, about them.
  await api('POST', `conversations/${talk.id}/notes`, { text: `khách ${marker} hay hỏi`, client_id: newId() })
  await api('POST', `conversations/${talk.id}/reply`, { text: `chào ${marker}`, client_id: newId() })
  await api('PATCH', `conversations/${talk.id}/customer`, { name: `Chị ${marker}` })
  await api('POST', `conversations/${talk.id}/suggest-reply`, {})
  await api('GET', `conversations?query=${marker}`)
  await api('GET', `customers?query=${marker}`)
  const field = await api('POST', 'customer-fields', { name: 'Tên bé', kind: 'text' })
  await api('PATCH', `customers/${talk.customer}`, {
    name: `Khách ${marker}`,
    fields: { [String(field['id'])]: marker },
  })
  await api('POST', `customers/${talk.customer}/consents`, {
    ...{ client_id: newId(), channel_id: talk.channel, purpose: 'care', act: 'given' },
    ...{ words: `${marker} nhận tin`, proof: `giấy của ${marker}` },
  })
  await api('POST', 'data-requests', {
    ...{ kind: 'access', customer_id: talk.customer, who: `chị ${marker}`, note: `xin bản sao ${marker}` },
    came_on: platform.clock.now().toISOString().slice(0, 10),
  })
  await say({ text: 'xoá dữ liệu của em' })
  await api('POST', `customers/${talk.customer}/export`)
  await api('POST', 'customers/merge', { customer_id: talk.customer, merged_id: web.customer })
  const questions = await rows(
    sql<{ id: string }>`select id from unanswered_questions where question ilike ${`%${marker}%`}`,
  )
  assert.ok(questions[0], 'the bot did not know something that they asked')
  await api('POST', `unanswered/${questions[0].id}/answer`, { answer: 'Dạ có ạ.' })
  await makeMember(platform, owner)
  await desk.settle()

  const planted = await tablesWith(platform)
  for (const name of [
    'public.messages',
    'public.contacts',
    'public.notes',
    'public.intents',
    'private.hook_events',
    'storage.objects',
    'public.passage_questions',
    'public.consents',
  ])
    assert.ok(planted.includes(name), `${name} among ${planted.join(', ')}`)
  assert.ok((await filesWith(platform)).length > 0)
  const before = await countFiles(platform)
  assert.ok(before >= 4, `${before} files`)

  await api('DELETE', `customers/${talk.customer}`)
  await desk.settle()
  const failed = sql<object>`select kind, last_error from private.jobs where kind = 'erase customer' and last_error is not null`
  assert.deepEqual(await rows(failed), [])
  const left = (await tablesWith(platform)).filter(name => !(name in declared) && !inTime.includes(name))
  assert.deepEqual(left, [])
  platform.clock.advance(days(30) + hours(2))
  await platform.changes.trim()
  await forgetOldHooks(platform)
  await clearOrphanFiles(platform)
  assert.deepEqual(await tablesWith(platform), Object.keys(declared).toSorted())
  assert.deepEqual(await filesWith(platform), [])
  assert.equal(await countFiles(platform), 0, 'neither pictures nor copies')
})

async function shop(t: TestContext) {
  const server = createServer((request, response) => {
    if (request.url === '/picture') response.end(png)
    else response.end(`nội dung của ${marker}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const desk = await messengerDriver(t, { settings: { CRAWL_ALLOWED_HOSTS: host } })
  const { platform, simulator, owner } = desk
  await teach(platform, owner.workspaceId, 'Giao hàng', 'Phí giao hàng là 25.000đ trong nội thành.')
  await desk.connect()
  await listen(desk)
  simulator.world.customers.set(lan, {
    ...{ id: lan, first_name: marker, last_name: 'Nguyễn' },
    profile_pic: `http://${host}/picture`,
  } as never)
  const admin = {
    ...owner,
    email: '',
    role: 'admin',
    language: 'vi',
    claims: { role: 'authenticated', sub: owner.personId },
  }
  return {
    ...desk,
    files: `http://${host}`,
    workspace: { workspaceId: owner.workspaceId, admin } as never,
    async settle() {
      for (let n = 0; n < 3; n++) {
        await simulator.settled()
        await platform.jobs.drain()
        await desk.pass(4000)
      }
    },
  }
}

async function uploadFile({ app }: Awaited<ReturnType<typeof shop>>, token: string): Promise<void> {
  const boundary = 'sen-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="client_id"\r\n\r\n${newId()}\r\n`
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${marker}.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  const sent = await app.inject({
    ...{ method: 'POST', url: '/widget/v1/files' },
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${file}%PDF-1.4\n% ${marker}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n\r\n--${boundary}--\r\n`,
  })
  assert.equal(sent.statusCode, 201, sent.body)
}

/** Every table, whatever it is for. */
async function tablesWith(platform: Platform): Promise<string[]> {
  const tables = await platform.db.readAsService<{ name: string }>(sql`select table_schema || '.' || table_name as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`)
  assert.ok(tables.length > 150, String(tables.length))
  const found: string[] = []
  for (const { name } of tables) {
    const [schema = '', table = ''] = name.split('.')
    const [row] = await platform.db.readAsService(
      sql<{
        n: number
      }>`select count(*)::int as n from ${sql.id(schema, table)} t where t::text ilike ${`%${marker}%`}`,
    )
    if (row && row.n > 0) found.push(name)
  }
  return found
}

async function filesWith(platform: Platform): Promise<string[]> {
  const found: string[] = []
  for await (const key of platform.files.keys())
    if ((await buffer(await platform.files.read(key))).includes(marker)) found.push(key)
  return found
}

/** Of customers: not the shop's documents. */
async function countFiles(platform: Platform): Promise<number> {
  let count = 0
  for await (const key of platform.files.keys()) if (!key.startsWith('sources/')) count++
  return count
}
