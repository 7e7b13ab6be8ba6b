import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { type BulkAct, bulkBody } from '#shared/contracts/inbox/conversations.contract.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { changeMany } from './change-many.ts'
import { countTagUses, mergeTags } from '../tags/merge-tags.ts'
import { makeTag, type TagRow } from '../tags/tags.ts'
import { countUnread } from './unread-conversations.ts'

type State = {
  status: string
  waiting: boolean
  bot_status: string
  assignee_id: string | null
  tag_ids: string[]
}

describe('one act for several conversations', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let ids: string[] = []

  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
  })
  beforeEach(async () => {
    shop = await makeWorkspace(platform)
    ids = []
    for (const _ of [1, 2, 3]) ids.push(await write(shop, newId()))
  })
  after(() => platform.close())

  function write(where: TestWorkspace, visitor: string): Promise<string> {
    platform.clock.advance(1000)
    return customerWrites(platform, where, visitor, 'chào shop')
  }

  async function states(): Promise<State[]> {
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql<State>`select status, waiting_since is not null as waiting, bot_status, assignee_id, tag_ids from conversations
        where id = any (${ids}::uuid[]) order by id`.execute(tx),
    )
    return rows
  }

  const act = (what: BulkAct, which = ids) => changeMany(platform, shop.admin, bulkBody.parse({ ids: which, ...what }))

  test('each act reaches every one, and done twice comes to the same', async () => {
    const tag = await makeTag(platform, shop.admin, { name: 'Khách sỉ', colour: 'leaf' })
    const acts: [BulkAct, Partial<State>][] = [
      [{ act: 'tags', add: [tag.id] }, { tag_ids: [tag.id] }],
      [{ act: 'assign', person_id: shop.admin.personId }, { assignee_id: shop.admin.personId }],
      [{ act: 'pause-bot' }, { bot_status: 'off' }],
      [{ act: 'resume-bot' }, { bot_status: 'on' }],
      [
        { act: 'snooze', until: new Date(platform.clock.now().getTime() + 3_600_000).toISOString() },
        { status: 'snoozed' },
      ],
      [{ act: 'snooze', until: null }, { status: 'open' }],
      [{ act: 'close' }, { status: 'closed' }],
      [{ act: 'reopen' }, { status: 'open', waiting: false }],
      [{ act: 'close' }, { status: 'closed' }],
      [
        { act: 'reopen', waiting: true },
        { status: 'open', waiting: true },
      ],
      [{ act: 'assign', person_id: null }, { assignee_id: null }],
      [{ act: 'tags', remove: [tag.id] }, { tag_ids: [] }],
    ]
    for (const [what, state] of acts)
      for (const _ of ['once', 'again']) {
        assert.deepEqual(await act(what), { done: ids, failed: [] })
        for (const one of await states()) assert.deepEqual({ ...one, ...state }, one)
      }
  })

  test('what cannot be done with some is told, and holds up none of the others', async () => {
    const foreign = await write(await makeWorkspace(platform), newId())
    await act({ act: 'close' }, [ids[1]!])
    const until = new Date(platform.clock.now().getTime() + 3_600_000).toISOString()
    const result = await act({ act: 'snooze', until }, [foreign, ids[1]!, ids[2]!, ids[2]!])
    assert.deepEqual(result.done, [ids[2]])
    assert.deepEqual(
      result.failed.map(({ id, code }) => [id, code]),
      [
        [foreign, 'request.not_found'],
        [ids[1], 'inbox.conversation_closed'],
      ],
    )
    assert.equal(result.failed[1]?.message, 'Hội thoại này đã đóng.')
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ status: string }>`select status from conversations where id = ${foreign}`.execute(tx),
    )
    assert.equal(rows[0]?.status, 'open')
  })

  test('reading several brings the count of what is unread down, and back', async () => {
    assert.deepEqual(await countUnread(platform, shop.admin), { count: 3 })
    await act({ act: 'read' }, ids.slice(0, 2))
    assert.deepEqual(await countUnread(platform, shop.admin), { count: 1 })
    await act({ act: 'read', unread: true }, ids.slice(0, 1))
    assert.deepEqual(await countUnread(platform, shop.admin), { count: 2 })
  })

  test('no more than fifty at once, and nothing unknown', () => {
    const many = Array.from({ length: 51 }, newId)
    assert.equal(bulkBody.safeParse({ ids: many, act: 'close' }).success, false)
    assert.equal(bulkBody.safeParse({ ids: [], act: 'close' }).success, false)
    assert.equal(bulkBody.safeParse({ ids, act: 'delete' }).success, false)
  })

  test('two tags become one on every conversation that had either', async () => {
    const [a, b] = [await named('Sỉ'), await named('Khách sỉ')]
    await act({ act: 'tags', add: [a.id] }, ids.slice(0, 2))
    await act({ act: 'tags', add: [b.id] }, ids.slice(1))
    assert.deepEqual(await uses(), { [a.id]: 2, [b.id]: 2 })
    await mergeTags(platform, shop.admin, { id: a.id, into: b.id })
    assert.deepEqual(
      (await states()).map(one => one.tag_ids),
      [[b.id], [b.id], [b.id]],
    )
    assert.deepEqual(await uses(), { [b.id]: 3 })
    await assert.rejects(mergeTags(platform, shop.admin, { id: a.id, into: b.id }), { code: 'request.not_found' })
    await assert.rejects(mergeTags(platform, shop.admin, { id: b.id, into: b.id }), { code: 'request.invalid' })
  })

  test('a tag of another workspace is not merged with', async () => {
    const own = await named('Của mình')
    const other = await makeWorkspace(platform)
    const theirs = await makeTag(platform, other.admin, { name: 'Của họ', colour: 'ink' })
    await assert.rejects(mergeTags(platform, shop.admin, { id: own.id, into: theirs.id }), {
      code: 'request.not_found',
    })
    await assert.rejects(mergeTags(platform, shop.admin, { id: theirs.id, into: own.id }), {
      code: 'request.not_found',
    })
  })

  const named = (name: string): Promise<TagRow> => makeTag(platform, shop.admin, { name, colour: 'ink' })

  async function uses(): Promise<Record<string, number>> {
    const counted = await countTagUses(platform, shop.admin)
    return Object.fromEntries(counted.uses.map(one => [one.tag_id, one.conversations]))
  }
})
