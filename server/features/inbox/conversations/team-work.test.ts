import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { assign } from './assign.ts'
import { closeConversation, reopenConversation } from './close-conversation.ts'
import { markRead } from './mark-read.ts'
import { receiveMessage } from '../arrivals/receive-message.ts'
import { memberTypes, pauseBot, resumeBot } from './pause-bot.ts'
import { snooze, wakeSnoozed } from './snooze.ts'
import { tagConversation } from '../tags/tag-conversation.ts'
import { changeTag, makeTag, removeTag, type TagRow } from '../tags/tags.ts'
import { unassignMember } from './unassign-member.ts'
import { changeNote, removeNote, writeNote } from '../messages/write-note.ts'

type Conversation = {
  status: string
  snoozed_until: Date | null
  waiting_since: Date | null
  assignee_id: string | null
  tag_ids: string[]
}

describe('what a team does with a conversation', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let stranger: TestWorkspace
  let admin: Caller
  let minh: Caller
  let id: string
  const visitor = { externalId: newId() }

  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
    stranger = await makeWorkspace(platform)
    admin = shop.admin
    minh = await colleague('active')
  })
  beforeEach(async () => {
    visitor.externalId = newId()
    id = await write('cho em hỏi')
  })
  after(() => platform.close())

  async function colleague(status: 'active' | 'pending'): Promise<Caller> {
    const personId = newId()
    const email = `${personId}@shop.example`
    await platform.db.asService(null, async tx => {
      await sql`insert into people (id, email, full_name, language, joined_at, email_verified)
        values (${personId}, ${email}, 'Lê Minh', 'vi', now(), true)`.execute(tx)
      await sql`insert into members (id, workspace_id, person_id, email, name, role, status)
        values (${newId()}, ${shop.workspaceId}, ${personId}, ${email}, 'Lê Minh', 'member', ${status})`.execute(tx)
    })
    return { ...admin, personId, email, role: 'member', claims: { role: 'authenticated', sub: personId } }
  }

  async function write(text: string): Promise<string> {
    const { workspaceId, channelId } = shop
    const stored = await platform.db.asService(workspaceId, tx =>
      receiveMessage(platform, tx, { workspaceId, channelId, source: 'website', contact: visitor, text }),
    )
    return stored.conversationId
  }

  async function conversation(): Promise<Conversation> {
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql<Conversation>`select status, snoozed_until, waiting_since, assignee_id, tag_ids from conversations where id = ${id}`.execute(
        tx,
      ),
    )
    const [row] = rows
    assert.ok(row)
    return row
  }

  async function tags(): Promise<TagRow[]> {
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql<TagRow>`select id, name, colour from tags where workspace_id = ${shop.workspaceId} order by created_at, id`.execute(
        tx,
      ),
    )
    return rows
  }

  async function idOf(name: string): Promise<string> {
    const found = (await tags()).find(tag => tag.name === name)
    assert.ok(found, name)
    return found.id
  }

  async function eventsOf(name: string): Promise<Record<string, unknown>[]> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ payload: Record<string, unknown> }>`select payload from private.events
        where name = ${name} and payload ->> 'conversation_id' = ${id} order by id`.execute(tx),
    )
    return rows.map(row => row.payload)
  }

  const notFound = { code: 'request.not_found' }
  const conflict = { code: 'request.conflict' }

  test('a workspace begins with five tags in its language', async () => {
    assert.deepEqual(
      (await tags()).map(tag => tag.name),
      ['Khách mới', 'Tư vấn', 'Báo giá', 'Hỗ trợ', 'Kỹ thuật'],
    )
  })

  test('tags are put on by id or by name, each once, and taken off', async () => {
    const quote = await idOf('Báo giá')
    const put = await tagConversation(platform, admin, { id, add: [quote, 'bao gia', ' Khách   sỉ '], remove: [] })
    const wholesale = await idOf('Khách sỉ')
    assert.deepEqual(new Set(put.tag_ids), new Set([quote, wholesale]))
    assert.deepEqual((await conversation()).tag_ids, put.tag_ids)
    await tagConversation(platform, minh, { id, add: [], remove: ['BÁO GIÁ'] })
    assert.deepEqual((await conversation()).tag_ids, [wholesale])
    await removeTag(platform, admin, { id: wholesale })
    assert.deepEqual((await conversation()).tag_ids, [])
    await assert.rejects(tagConversation(platform, admin, { id, add: [wholesale], remove: [] }), notFound)
  })

  test('a tag has one name, whatever its marks; another workspace’s is none', async () => {
    await assert.rejects(makeTag(platform, admin, { name: 'tu van', colour: 'ink' }), conflict)
    const made = await makeTag(platform, admin, { name: 'Đổi trả', colour: 'lacquer' })
    await assert.rejects(changeTag(platform, admin, { id: made.id, name: 'hỗ trợ' }), conflict)
    assert.deepEqual(await changeTag(platform, admin, { id: made.id, name: 'Đổi hàng' }), {
      ...made,
      name: 'Đổi hàng',
    })
    await assert.rejects(changeTag(platform, stranger.admin, { id: made.id, colour: 'leaf' }), notFound)
    await assert.rejects(removeTag(platform, stranger.admin, { id: made.id }), notFound)
    await assert.rejects(tagConversation(platform, stranger.admin, { id, add: [], remove: [] }), notFound)
    const theirs = await makeTag(platform, stranger.admin, { name: 'Đổi trả', colour: 'ink' })
    await assert.rejects(tagConversation(platform, admin, { id, add: [theirs.id], remove: [] }), notFound)
    await removeTag(platform, admin, { id: made.id })
  })

  test('a conversation is given to an active member, to nobody, and falls back when they leave', async () => {
    await assign(platform, admin, { id, person_id: minh.personId })
    assert.equal((await conversation()).assignee_id, minh.personId)
    const pending = await colleague('pending')
    for (const personId of [pending.personId, stranger.admin.personId, newId()])
      await assert.rejects(assign(platform, admin, { id, person_id: personId }), notFound)
    assert.equal((await conversation()).assignee_id, minh.personId)
    await assert.rejects(assign(platform, stranger.admin, { id, person_id: null }), notFound)
    await assign(platform, minh, { id, person_id: minh.personId })
    const given = { workspace_id: shop.workspaceId, conversation_id: id, person_id: minh.personId, by: admin.personId }
    assert.deepEqual(await eventsOf('conversation.assigned'), [given])
    const first = id
    visitor.externalId = newId()
    id = await write('chào shop')
    await assign(platform, admin, { id, person_id: admin.personId })
    await platform.db.asService(shop.workspaceId, tx =>
      unassignMember(platform, tx, { workspace_id: shop.workspaceId, person_id: minh.personId }),
    )
    assert.equal((await conversation()).assignee_id, admin.personId)
    id = first
    assert.equal((await conversation()).assignee_id, null)
  })

  test('a note names only people of the team, and goes by its author or an admin', async () => {
    const text = '@Minh giữ hàng cho khách nhé'
    const pending = await colleague('pending')
    const mentions = [minh.personId, stranger.admin.personId, pending.personId]
    const note = await writeNote(platform, admin, { id, text, mentions })
    assert.deepEqual([note.text, note.mentions], [text, [minh.personId]])
    await assert.rejects(removeNote(platform, minh, { id: note.id }), notFound)
    await assert.rejects(writeNote(platform, stranger.admin, { id, text, mentions: [] }), notFound)
    await assert.rejects(writeNote(platform, admin, { id, text: '\0', mentions: [] }), { code: 'request.invalid' })
    const own = await writeNote(platform, minh, { id, text: 'Đã giữ', mentions: [] })
    await removeNote(platform, minh, { id: own.id })
    await removeNote(platform, admin, { id: note.id })
    const left = await platform.db.asService(shop.workspaceId, tx =>
      sql`select 1 from notes where conversation_id = ${id}`.execute(tx),
    )
    assert.equal(left.rows.length, 0)
  })

  test('a note that is changed names who is new, and an older version is not written over', async () => {
    const mentioned = async () =>
      (
        await platform.db.asService(shop.workspaceId, tx =>
          sql<{ person_id: string; by: string }>`select payload ->> 'person_id' as person_id, payload ->> 'by' as by
            from private.events where name = 'member.mentioned' and payload ->> 'conversation_id' = ${id} order by id`.execute(
            tx,
          ),
        )
      ).rows.map(row => [row.person_id, row.by])
    const own = await writeNote(platform, minh, { id, text: 'Giữ hàng @Minh', mentions: [minh.personId] })
    assert.deepEqual(await mentioned(), [[minh.personId, minh.personId]])
    const mentions = [minh.personId, admin.personId]
    const changed = await changeNote(platform, minh, { id: own.id, text: 'Giữ hàng @Minh @Hạnh', mentions, version: 1 })
    assert.deepEqual([changed.version, changed.text], [2, 'Giữ hàng @Minh @Hạnh'])
    assert.deepEqual(await mentioned(), [
      [minh.personId, minh.personId],
      [admin.personId, minh.personId],
    ])
    await assert.rejects(changeNote(platform, admin, { id: own.id, text: 'Bán đi', mentions: [], version: 1 }), {
      code: 'inbox.changed_meanwhile',
      details: { by: minh.personId, at: platform.clock.now().toISOString(), version: 2 },
    })
    await changeNote(platform, admin, { id: own.id, text: 'Bán đi', mentions: [], version: 2 })
    const others = await writeNote(platform, admin, { id, text: 'Của Hạnh', mentions: [] })
    await assert.rejects(changeNote(platform, minh, { id: others.id, text: 'x', mentions: [] }), notFound)
    await assert.rejects(changeNote(platform, stranger.admin, { id: own.id, text: 'x', mentions: [] }), notFound)
  })

  test('who takes a conversation that somebody else has taken meanwhile is told who has it', async () => {
    await assign(platform, admin, { id, person_id: minh.personId, instead_of: null })
    await assert.rejects(assign(platform, admin, { id, person_id: admin.personId, instead_of: null }), {
      code: 'inbox.changed_meanwhile',
      details: { by: minh.personId },
    })
    assert.equal((await conversation()).assignee_id, minh.personId)
    await assign(platform, admin, { id, person_id: admin.personId, instead_of: minh.personId })
    assert.equal((await conversation()).assignee_id, admin.personId)
  })

  test('each member reads for themselves, and may put it back', async () => {
    const unread = async (who: Caller) => {
      const { rows } = await platform.db.asPerson(who.claims, tx =>
        sql<{ unread: boolean }>`select coalesce(v.last_inbound_at > r.read_at, true) as unread from conversations v
          left join conversation_reads r on r.conversation_id = v.id where v.id = ${id}`.execute(tx),
      )
      return rows[0]?.unread
    }
    assert.deepEqual([await unread(admin), await unread(minh)], [true, true])
    await markRead(platform, admin, { id, unread: false })
    assert.deepEqual([await unread(admin), await unread(minh)], [false, true])
    platform.clock.advance(1000)
    await write('còn nữa ạ')
    assert.equal(await unread(admin), true)
    await markRead(platform, admin, { id, unread: false })
    await markRead(platform, admin, { id, unread: true })
    assert.equal(await unread(admin), true)
    assert.equal((await eventsOf('conversation.read')).length, 2)
    await assert.rejects(markRead(platform, stranger.admin, { id, unread: false }), notFound)
  })

  test('what is put away comes back at its time and waits for a person, or when the customer writes', async () => {
    const until = new Date(platform.clock.now().getTime() + hours(3)).toISOString()
    await snooze(platform, admin, { id, until })
    await wakeSnoozed(platform)
    assert.equal((await conversation()).status, 'snoozed')
    platform.clock.advance(hours(3))
    await wakeSnoozed(platform)
    const back = await conversation()
    assert.deepEqual([back.status, back.snoozed_until], ['open', null])
    assert.ok(back.waiting_since)

    const later = new Date(platform.clock.now().getTime() + hours(3)).toISOString()
    await snooze(platform, admin, { id, until: later })
    await write('em đây ạ')
    assert.equal((await conversation()).status, 'open')
    await snooze(platform, admin, { id, until: later })
    await snooze(platform, admin, { id, until: null })
    assert.equal((await conversation()).status, 'open')
    await snooze(platform, admin, { id, until: later })
    platform.clock.advance(hours(3))
    await wakeSnoozed(platform)
    assert.deepEqual(await conversation(), back, 'who waited longer waits since then')
  })

  test('what is closed is closed once and as new when it is opened again, unless the customer has a newer one', async () => {
    await snooze(platform, admin, { id, until: new Date(platform.clock.now().getTime() + hours(3)).toISOString() })
    await pauseBot(platform, admin, { id, minutes: 30 })
    await pauseBot(platform, admin, { id })
    await memberTypes(platform, admin, { id })
    for (const _ of ['once', 'again']) await closeConversation(platform, admin, { id })
    const rest = async () => {
      const { rows } = await platform.db.asService(null, tx =>
        sql`select status, snoozed_until, bot_status, bot_off_by, bot_off_until, bot_held_until from conversations where id = ${id}`.execute(
          tx,
        ),
      )
      return rows[0]
    }
    const bot = { bot_status: 'on', bot_off_by: null, bot_off_until: null, bot_held_until: null }
    assert.deepEqual(await rest(), { status: 'closed', snoozed_until: null, ...bot })
    const place = { workspace_id: shop.workspaceId, conversation_id: id }
    assert.deepEqual(await eventsOf('conversation.closed'), [{ ...place, by: admin.personId }])
    assert.deepEqual(await eventsOf('bot.paused'), [{ ...place, by: 'member' }])
    await reopenConversation(platform, admin, { id, waiting: true })
    const since = (await conversation()).waiting_since
    platform.clock.advance(1000)
    await reopenConversation(platform, admin, { id, waiting: true })
    assert.deepEqual((await conversation()).waiting_since, since)
    await memberTypes(platform, admin, { id })
    for (const _ of ['once', 'again']) await resumeBot(platform, admin, { id })
    assert.deepEqual(
      [await rest(), (await conversation()).waiting_since],
      [{ status: 'open', snoozed_until: null, ...bot }, null],
    )
    assert.deepEqual(await eventsOf('bot.resumed'), [])
    await pauseBot(platform, admin, { id, minutes: 30 })
    for (const _ of ['once', 'again']) await resumeBot(platform, admin, { id })
    assert.deepEqual(await eventsOf('bot.resumed'), [{ ...place, by: 'member' }])
    await closeConversation(platform, admin, { id })
    platform.clock.advance(hours(25))
    const newer = await write('shop ơi')
    await closeConversation(platform, admin, { id: newer })
    await assert.rejects(reopenConversation(platform, admin, { id }), conflict)
    assert.deepEqual(await reopenConversation(platform, admin, { id: newer }), { status: 'open' })
  })

  test('nothing is put away into the past, for more than a year, or when it is closed', async () => {
    const at = (ms: number) => new Date(platform.clock.now().getTime() + ms).toISOString()
    for (const until of [at(-1), at(0), at(hours(24 * 400))])
      await assert.rejects(snooze(platform, admin, { id, until }), { code: 'request.invalid' })
    await assert.rejects(snooze(platform, stranger.admin, { id, until: at(hours(1)) }), notFound)
    await closeConversation(platform, admin, { id })
    await assert.rejects(snooze(platform, admin, { id, until: at(hours(1)) }), { code: 'inbox.conversation_closed' })
  })
})
