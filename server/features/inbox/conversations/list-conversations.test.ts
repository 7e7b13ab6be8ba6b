import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { conversationsQuery } from '#shared/contracts/inbox/conversations.contract.ts'
import { wantedWords } from '#shared/rules/text/search-words.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { assign } from './assign.ts'
import { closeConversation } from './close-conversation.ts'
import { listConversations } from './list-conversations.ts'
import { markRead } from './mark-read.ts'
import { pauseBot } from './pause-bot.ts'
import { receiveMessage } from '../arrivals/receive-message.ts'
import { sendMessage } from '../messages/send-message.ts'
import { snooze } from './snooze.ts'
import { tagConversation } from '../tags/tag-conversation.ts'
import { countUnread } from './unread-conversations.ts'

describe('the list of conversations', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let stranger: TestWorkspace
  const id: Record<string, string> = {}

  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
    stranger = await makeWorkspace(platform)
    platform.clock.advance(minutes(1))
    id['Ánh'] = await write('Nguyễn Ngọc Ánh', 'Shop còn Áo thun ĐEN không ạ? Gọi em 0903 218 447')
    id['Bảo'] = await write('Lê Quốc Bảo', 'Đơn của tôi giao 4 ngày rồi')
    id['Khách'] = await write('', 'Bên mình có xuất hoá đơn công ty không?')
    id['Dương'] = await write('Phạm Thuỳ Dương', 'áo khoác size L')
    await write('Nguyễn Ngọc Ánh', 'áo thun của tiệm khác', stranger)
  })
  after(() => platform.close())

  async function write(name: string, text: string, where = shop): Promise<string> {
    platform.clock.advance(minutes(1))
    const { workspaceId, channelId } = where
    const contact = { externalId: newId(), name }
    const stored = await platform.db.asService(workspaceId, tx =>
      receiveMessage(platform, tx, { workspaceId, channelId, source: 'website', contact, text }),
    )
    return stored.conversationId
  }

  async function list(query: Record<string, unknown>): Promise<string[]> {
    const page = await listConversations(platform, shop.admin, conversationsQuery.parse(query))
    return page.conversations.map(({ id: one }) => Object.keys(id).find(name => id[name] === one) ?? one)
  }

  test('words are found with and without marks, whole or begun', async () => {
    assert.deepEqual(await list({ q: 'ao thun' }), ['Ánh'])
    assert.deepEqual(await list({ q: 'ÁO THUN' }), ['Ánh'])
    assert.deepEqual(await list({ q: 'áo' }), ['Dương', 'Ánh'])
    assert.deepEqual(await list({ q: 'den' }), ['Ánh'])
    assert.deepEqual(await list({ q: 'hoa don' }), ['Khách'])
    assert.deepEqual(await list({ q: 'kho' }), ['Dương', 'Khách', 'Ánh'])
    assert.deepEqual(await list({ q: 'kho ' }), [])
    assert.deepEqual(await list({ q: 'áo hoá đơn' }), [])
  })

  test('customers are found by name, number and e-mail', async () => {
    assert.deepEqual(await list({ q: 'Nguyen' }), ['Ánh'])
    assert.deepEqual(await list({ q: 'quoc ba' }), ['Bảo'])
    for (const number of ['0903 218 447', '0903218447', '+84903218447', '84 903', '8447', '0903.218'])
      assert.deepEqual(await list({ q: number }), ['Ánh'], number)
  })

  test('what cannot be words finds nothing, and breaks nothing', async () => {
    for (const q of ["'", '\\', "a' | 'b", ':*', '&&', '😀', '\u0000', "';--"])
      assert.ok(Array.isArray(await list({ q })))
    assert.deepEqual(await list({ q: '!!!' }), [])
    assert.deepEqual(await list({ q: '  ' }), ['Dương', 'Khách', 'Bảo', 'Ánh'])
  })

  test('a hit says where it was found', async () => {
    const message = await listConversations(platform, shop.admin, conversationsQuery.parse({ q: 'hoa don' }))
    assert.deepEqual(message.conversations[0]?.hit, {
      kind: 'message',
      seq: 1,
      author: 'contact',
      text: 'Bên mình có xuất hoá đơn công ty không?',
    })
    const detail = await listConversations(platform, shop.admin, conversationsQuery.parse({ q: '8447' }))
    assert.deepEqual(detail.conversations[0]?.hit, { kind: 'detail', text: '+84903218447' })
    const named = await listConversations(platform, shop.admin, conversationsQuery.parse({ q: 'bao quoc' }))
    assert.equal(named.conversations[0]?.hit, undefined)
  })

  test('words in different places are found after those in one, and the hit is the message that has the most', async () => {
    const chat = await write('Đỗ Tường Vi', 'Em lấy hai chiếc ghế mây')
    await platform.db.asService(shop.workspaceId, tx =>
      sendMessage(platform, tx, {
        workspaceId: shop.workspaceId,
        conversationId: chat,
        author: 'member',
        text: 'Ghế giao ngày mai nhé',
      }),
    )
    const asked = async (q: string) => {
      const { conversations } = await listConversations(platform, shop.admin, conversationsQuery.parse({ q }))
      return conversations.map(({ id: one, apart, hit }) => ({ chat: one, apart, text: hit?.text }))
    }
    const hit = { chat, apart: true, text: 'Em lấy hai chiếc ghế mây' }
    assert.deepEqual(await asked('hai ghe may mai'), [hit])
    assert.deepEqual(await asked('tuong vi ghe may'), [hit])
    const newest = await write('Hồ Lan', 'ghế đây')
    assert.deepEqual(await asked('giao ghe'), [{ chat, apart: undefined, text: 'Ghế giao ngày mai nhé' }])
    assert.deepEqual(await asked('lan ghe'), [{ chat: newest, apart: true, text: 'ghế đây' }])
    await platform.db.asService(shop.workspaceId, tx =>
      sql`delete from conversations where id in (${chat}, ${newest})`.execute(tx),
    )
  })

  test('an edited text is found as it reads now, an erased one not at all', async () => {
    const chat = await write('Võ Hằng', 'chậu men lam')
    const find = async (q: string) => (await list({ q })).includes(chat)
    const change = (text: string) =>
      platform.db.asService(shop.workspaceId, tx =>
        sql`update messages set text = ${text} where conversation_id = ${chat}`.execute(tx),
      )
    assert.equal(await find('men lam'), true)
    await change('chậu men trắng')
    assert.equal(await find('men lam'), false)
    assert.equal(await find('trang'), true)
    await change('')
    assert.equal(await find('trang'), false)
    await platform.db.asService(shop.workspaceId, tx => sql`delete from conversations where id = ${chat}`.execute(tx))
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql`select from private.message_words where conversation_id = ${chat}`.execute(tx),
    )
    assert.equal(rows.length, 0)
  })

  test('the database splits and folds words as the screen does', async () => {
    const texts = [
      'Đồ gốm “Bát Tràng” – 780.000đ/bộ (ship 25k)',
      'Ẫ Ổ Ữ Ạ Ệ Ợ ứng dụng ĐẠI ĐẾN'.normalize('NFD'),
      'hanh.tran+shop@gmail.com, 0903-218-447; x²',
      'emoji😀giữa🎉chữ ♥ ☎0903',
      'Привет мир 你好，世界 สวัสดี',
      "l'été naïve Straße ＡＢＣ",
      `rất ${'dài'.repeat(60)}`,
    ]
    for (const text of texts) {
      const [row] = await platform.db.readAsService(
        sql<{ words: string[] }>`select array(select rights.search_words(${text})) as words`,
      )
      const own = new Set(wantedWords(text).words)
      assert.deepEqual(new Set(row?.words), own, text)
    }
  })

  test('filters hold together', async () => {
    const { admin } = shop
    await pauseBot(platform, admin, { id: id['Ánh']! })
    await assign(platform, admin, { id: id['Ánh']!, person_id: admin.personId })
    await assign(platform, admin, { id: id['Bảo']!, person_id: admin.personId })
    const { tag_ids } = await tagConversation(platform, admin, { id: id['Bảo']!, add: ['Báo giá'], remove: [] })
    const tag = tag_ids[0]
    assert.deepEqual(await list({ bot: 'off' }), ['Ánh'])
    assert.deepEqual(await list({ bot: 'on', assignee: 'me' }), ['Bảo'])
    assert.deepEqual(await list({ assignee: admin.personId }), ['Bảo', 'Ánh'])
    assert.deepEqual(await list({ assignee: 'nobody' }), ['Dương', 'Khách'])
    assert.deepEqual(await list({ tag }), ['Bảo'])
    assert.deepEqual(await list({ tag, bot: 'off' }), [])
    assert.deepEqual(await list({ source: 'website', q: 'ao', bot: 'off' }), ['Ánh'])
    assert.deepEqual(await list({ source: 'zalo' }), [])
    assert.deepEqual(await list({ channel: shop.channelId, assignee: 'me' }), ['Bảo', 'Ánh'])
    assert.deepEqual(await list({ channel: stranger.channelId }), [])
    assert.throws(() => conversationsQuery.parse({ assignee: 'somebody' }))
  })

  test('each status has its own list, and all together', async () => {
    await snooze(platform, shop.admin, {
      id: id['Dương']!,
      until: new Date(platform.clock.now().getTime() + hours(2)).toISOString(),
    })
    await closeConversation(platform, shop.admin, { id: id['Khách']! })
    await platform.db.asService(shop.workspaceId, tx =>
      sql`update conversations set waiting_since = now() where id = ${id['Bảo']}`.execute(tx),
    )
    assert.deepEqual(await list({ group: 'waiting' }), ['Ánh', 'Bảo'])
    assert.deepEqual(await list({ group: 'bot' }), [])
    assert.deepEqual(await list({ group: 'team' }), [])
    assert.deepEqual(await list({ group: 'snoozed' }), ['Dương'])
    assert.deepEqual(await list({ group: 'closed', q: 'hoa don' }), ['Khách'])
    assert.deepEqual(await list({ group: 'all', q: 'áo' }), ['Dương', 'Ánh'])
    assert.deepEqual(await list({ q: 'áo' }), ['Ánh'])
  })

  test('unread is what the customer wrote after this person had read; each for themselves', async () => {
    const other = { ...shop.admin, personId: newId() }
    assert.deepEqual(await list({ unread: 'true' }), ['Bảo', 'Ánh'])
    assert.deepEqual(await countUnread(platform, shop.admin), { count: 2 })
    await markRead(platform, shop.admin, { id: id['Bảo']!, unread: false })
    assert.deepEqual(await list({ unread: 'true', q: 'nguyen' }), ['Ánh'])
    assert.deepEqual(await list({ unread: 'true', assignee: 'me' }), ['Ánh'])
    assert.deepEqual(await countUnread(platform, shop.admin), { count: 1 })
    assert.deepEqual(await countUnread(platform, other), { count: 2 })
    await markRead(platform, shop.admin, { id: id['Bảo']!, unread: true })
    assert.deepEqual(await list({ unread: 'true' }), ['Bảo', 'Ánh'])
  })

  test('rare words are found deep down, common ones page by page without a gap', async () => {
    const many = await makeWorkspace(platform)
    const { workspaceId, channelId } = many
    await platform.db.asService(workspaceId, async tx => {
      await sql`insert into contacts (id, workspace_id, channel_id, external_id, name, created_at)
        select gen_random_uuid(), ${workspaceId}, ${channelId}, n::text, 'Khách ' || n, now() from generate_series(1, 700) n`.execute(
        tx,
      )
      await sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_message_at, contact_name, created_at)
        select gen_random_uuid(), workspace_id, channel_id, id, 'website', timestamptz '2026-01-01' + (external_id::int / 7) * interval '1 second', name, now()
        from contacts where workspace_id = ${workspaceId}`.execute(tx)
      await sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        select gen_random_uuid(), v.workspace_id, v.id, v.channel_id, 1, 'in', 'contact',
          'dạ em hỏi' || case when c.external_id::int % 100 = 3 then ' ấm chén' else '' end, 'stored', now()
        from conversations v join contacts c on c.id = v.contact_id where v.workspace_id = ${workspaceId}`.execute(tx)
    })
    const pages = async (q: string, limit: number) => {
      const names: string[] = []
      for (let next: string | null = ''; next !== null;) {
        const query = conversationsQuery.parse({ q, limit, ...(next ? { after: next } : {}) })
        const page = await listConversations(platform, many.admin, query)
        names.push(...page.conversations.map(row => String(row['contact_name'])))
        next = page.next
      }
      return names
    }
    assert.deepEqual(
      await pages('am chen', 3),
      [603, 503, 403, 303, 203, 103, 3].map(n => `Khách ${n}`),
    )
    const all = await pages('hoi', 100)
    assert.equal(all.length, 700)
    assert.equal(new Set(all).size, 700)
  })

  test('what the bot says is found too', async () => {
    await platform.db.asService(shop.workspaceId, tx =>
      sendMessage(platform, tx, {
        workspaceId: shop.workspaceId,
        conversationId: id['Bảo']!,
        author: 'bot',
        text: 'Dạ phí giao nội thành 25.000đ',
      }),
    )
    assert.deepEqual(await list({ q: 'noi thanh' }), ['Bảo'])
  })

  test('three lanes: the longest wait first, page by page; a person’s, and the bot’s; each shows what the customer said last', async () => {
    const own = await makeWorkspace(platform)
    const chats: string[] = []
    for (const name of ['Một', 'Hai', 'Ba', 'Tư', 'Năm']) chats.push(await write(name, `câu của ${name}`, own))
    const [one, two, three, four, five] = chats
    await platform.db.asService(own.workspaceId, async tx => {
      await sql`update conversations set waiting_since = date_trunc('milliseconds', now()) - interval '9 minutes' where id = ${three}`.execute(
        tx,
      )
      await sql`update conversations set waiting_since = date_trunc('milliseconds', now()) - interval '3 minutes' where id in (${one}, ${two})`.execute(
        tx,
      )
    })
    const lane = async (query: object) => {
      const page = await listConversations(platform, own.admin, conversationsQuery.parse(query))
      return { ids: page.conversations.map(row => row.id), rows: page.conversations, next: page.next }
    }
    const first = await lane({ group: 'waiting', limit: 2 })
    const rest = await lane({ group: 'waiting', limit: 2, after: first.next })
    const even = [one ?? '', two ?? ''].toSorted((a, b) => (a < b ? -1 : 1))
    assert.deepEqual([first.ids, rest.ids, rest.next], [[three, even[0]], [even[1]], null])
    await assign(platform, own.admin, { id: four ?? '', person_id: own.admin.personId })
    assert.deepEqual((await lane({ group: 'team' })).ids, [four])
    await platform.db.asService(own.workspaceId, tx =>
      sendMessage(platform, tx, {
        workspaceId: own.workspaceId,
        conversationId: five ?? '',
        author: 'bot',
        text: 'Dạ còn ạ',
      }),
    )
    const [bots] = (await lane({ group: 'bot' })).rows
    assert.deepEqual(
      [bots?.id, bots?.customer_said, bots?.preview, bots?.bot_replied_at],
      [five, 'câu của Năm', 'Dạ còn ạ', platform.clock.now()],
    )
    await closeConversation(platform, own.admin, { id: five ?? '' })
    assert.deepEqual((await lane({ group: 'bot' })).ids, [])
  })
})
