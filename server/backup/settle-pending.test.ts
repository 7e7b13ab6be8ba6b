import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { settlePending } from './settle-pending.ts'

test('what waited for a platform when the backup was made waits for people; the website goes on', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, channelId } = await makeWorkspace(platform)
  const page = newId()
  const asService = <T>(run: Parameters<typeof platform.db.asService<T>>[1]) => platform.db.asService(null, run)
  await asService(tx =>
    sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${page}, ${workspaceId}, 'facebook', '1', 'Trang', 'connected', now())`.execute(tx),
  )
  const write = async (channel: string, source: 'facebook' | 'website', status = 'queued') => {
    const { conversationId } = await asService(tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId, channelId: channel, source, text: 'giá bao nhiêu', clientId: newId() },
        contact: { externalId: newId() },
      }),
    )
    await asService(tx =>
      sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        values (${newId()}, ${workspaceId}, ${conversationId}, ${channel}, 2, 'out', 'member', 'dạ 65k', ${status}, now())`.execute(
        tx,
      ),
    )
    return conversationId
  }
  const held = await write(page, 'facebook', 'held')
  const [onPage, onWebsite] = [await write(page, 'facebook'), await write(channelId, 'website')]
  await asService(tx =>
    sql`insert into private.jobs (kind, payload, run_at) select 'answer', jsonb_build_object('workspace_id', ${workspaceId}::text, 'conversation_id', id), now()
      from unnest(${[held, onPage, onWebsite]}::text[]) id`.execute(tx),
  )
  const session = await platform.db.engine.acquire()
  await settlePending(session)
  platform.db.engine.release(session, false)
  const { rows } = await asService(tx =>
    sql<{
      id: string
      status: string
      waits: boolean
      answers: number
    }>`select v.id, m.status, waiting_since is not null as waits,
        (select count(*)::int from private.jobs where kind = 'answer' and payload ->> 'conversation_id' = v.id::text) as answers
      from conversations v join messages m on m.conversation_id = v.id and m.direction = 'out' order by v.id`.execute(
      tx,
    ),
  )
  assert.deepEqual(rows, [
    { id: held, status: 'unsure', waits: true, answers: 0 },
    { id: onPage, status: 'unsure', waits: true, answers: 0 },
    { id: onWebsite, status: 'queued', waits: false, answers: rows[2]?.answers },
  ])
  assert.ok(rows[2]?.answers)
})
