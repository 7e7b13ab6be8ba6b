import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days } from '#platform/clock.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { eraseConversation } from '../rights/erase-customer.ts'
import { applyRetention } from './apply-retention.ts'

describe('a file that several messages name', () => {
  let platform: TestPlatform
  let owner: Owner
  let channelId: string
  before(async () => {
    platform = await testPlatform()
  })
  beforeEach(async () => {
    owner = await makeOwner(platform)
    channelId = newId()
    const long = new Date(platform.clock.now().getTime() - days(3))
    await rowsOf(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${owner.workspaceId}, 'zalo', ${newId()}, 'OA', 'connected', ${long})`)
    await rowsOf(
      sql`insert into retention_rules (workspace_id, file_months, changed_at) values (${owner.workspaceId}, 6, ${long})`,
    )
  })
  after(() => platform.close())

  const rowsOf = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  const write = (): Promise<Stored> =>
    platform.db.asService(owner.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: owner.workspaceId, channelId, source: 'zalo', clientId: newId(), text: 'chào shop' },
        contact: { externalId: newId(), name: 'Bùi Lan' },
      }),
    )
  async function upload(): Promise<string> {
    const key = `${owner.workspaceId}/${newId()}`
    const bytes = await saveBytes(platform, Readable.from(['bảng giá']), 100)
    await platform.db.asService(null, tx =>
      saveBucketFile(
        platform,
        tx,
        { bucket: 'attachments', key, name: 'bảng giá.pdf', mime: 'application/pdf' },
        bytes,
      ),
    )
    return key
  }
  async function attach({ messageId }: Stored, file: string, daysAgo: number): Promise<void> {
    const attachments = JSON.stringify([{ id: newId(), type: 'file', status: 'copied', file }])
    await rowsOf(sql`update messages set attachments = ${attachments}::jsonb,
      created_at = ${new Date(platform.clock.now().getTime() - days(daysAgo))} where id = ${messageId}`)
  }
  const isThere = async (key: string) => (await rowsOf(sql`select from storage.objects where name = ${key}`)).length > 0
  const statusOf = async ({ messageId }: Stored) =>
    (
      await rowsOf(
        sql<{ status: string }>`select attachments -> 0 ->> 'status' as status from messages where id = ${messageId}`,
      )
    )[0]?.status
  const run = () => applyRetention(platform, { workspace_id: owner.workspaceId })
  const nameInBroadcast = (file: string) =>
    rowsOf(sql`insert into broadcasts (id, workspace_id, name, audience, purpose, routes, content, created_at, changed_at)
      values (${newId()}, ${owner.workspaceId}, 'Tết', '{"is": "everyone"}', 'promotion', '{}',
        ${JSON.stringify({ picture: { file, name: 'a.png' } })}::jsonb, ${platform.clock.now()}, ${platform.clock.now()})`)

  test('goes by its rule with the last message that names it', async () => {
    const [old, young, key] = [await write(), await write(), await upload()]
    await attach(old, key, 365)
    await attach(young, key, 10)
    await run()
    assert.deepEqual([await statusOf(old), await statusOf(young), await isThere(key)], ['expired', 'copied', true])
    await attach(young, key, 300)
    await run()
    assert.deepEqual([await statusOf(young), await isThere(key)], ['expired', false])
  })

  test('stays by its rule while a broadcast has it as its picture', async () => {
    const [old, key] = [await write(), await upload()]
    await attach(old, key, 365)
    await nameInBroadcast(key)
    await run()
    assert.deepEqual([await statusOf(old), await isThere(key)], ['expired', true])
  })

  test('stays when one of its conversations is erased, and goes with the last', async () => {
    const [one, other, key] = [await write(), await write(), await upload()]
    await attach(one, key, 1)
    await attach(other, key, 1)
    await eraseConversation(platform, owner.workspaceId, one.conversationId)
    assert.ok(await isThere(key))
    await eraseConversation(platform, owner.workspaceId, other.conversationId)
    assert.ok(!(await isThere(key)))
  })

  test('stays when its conversation is erased while a broadcast has it as its picture', async () => {
    const [one, key] = [await write(), await upload()]
    await attach(one, key, 1)
    await nameInBroadcast(key)
    await eraseConversation(platform, owner.workspaceId, one.conversationId)
    assert.ok(await isThere(key))
  })

  test('is found by an index', async () => {
    const plan = await platform.db.asService(owner.workspaceId, async tx => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return (
        await sql<{ 'QUERY PLAN': string }>`explain select from messages m where m.attachments <> '[]'
          and jsonb_path_query_array(m.attachments, '$[*].file') ? 'x'`.execute(tx)
      ).rows
    })
    assert.match(JSON.stringify(plan), /messages_file_keys/)
  })
})
