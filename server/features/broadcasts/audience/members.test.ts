import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { mergeTags } from '#features/inbox/tags/merge-tags.ts'
import { currentTime, withinTimeOf } from '#platform/http/caller-time.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { makeBroadcast } from '../drafts/drafts.ts'
import { readMembers } from './members.ts'
import { previewBroadcast } from '../drafts/preview-broadcast.ts'
import { startBroadcast } from '../sending/start.ts'

test('whom something is meant for is looked for in pieces, however few they are, and in the time of who asks', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, admin } = await makeWorkspace(platform)
  const now = platform.clock.now()
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  await rows(sql`insert into customers (id, workspace_id, name, created_at)
    select gen_random_uuid(), ${workspaceId}, 'Khách', ${now} from generate_series(1, 4100)`)
  const all = await rows(sql<{ id: string }>`select id from customers where workspace_id = ${workspaceId} order by id`)
  const wanted = [1500, 4050].map(at => all[at]?.id ?? '')
  const tagId = newId()
  await rows(sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
    values (${tagId}, ${workspaceId}, 'Quen', 'quen', 'water', ${now})`)
  await rows(sql`insert into customer_tags (workspace_id, customer_id, tag_id, created_at)
    select ${workspaceId}, id, ${tagId}, ${now} from unnest(${wanted}::uuid[]) as id`)
  const audience = { is: 'tag', tag_id: tagId } as const
  const asking = { workspaceId, audience, now, zone: 'Asia/Ho_Chi_Minh' }
  const read = (from: string | null, limit: number) =>
    platform.db.asService(workspaceId, tx => readMembers(tx, asking, from, limit))
  const pieces = [await read(null, 100)]
  for (let last = pieces[0]?.last; last; last = pieces.at(-1)?.last) pieces.push(await read(last, 100))
  assert.deepEqual(
    pieces.map(({ ids }) => ids),
    [[wanted[0]], [], [wanted[1]]],
  )
  assert.equal((await read(null, 1)).last, wanted[0])

  const draft = { name: 'Mời', audience, content: { texts: { vi: 'Chào bạn' } } }
  const { id } = await makeBroadcast(platform, admin, broadcastDraft.parse(draft))
  const count = () => previewBroadcast(platform, admin, { id, confirmed: false })
  assert.equal((await count()).preview.total, 2)
  await withinTimeOf(platform, admin.personId, async () => currentTime()?.spend(60_000))
  await assert.rejects(count(), { code: 'request.too_many' })
})

test('of a tag that was merged those of the tag that is left are meant, once they are counted', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, admin } = await makeWorkspace(platform)
  const now = platform.clock.now()
  const [tagId, mergedInto] = [newId(), newId()]
  await platform.db.asService(null, async tx => {
    for (const tag of [tagId, mergedInto]) {
      const customerId = newId()
      await sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
        values (${tag}, ${workspaceId}, ${tag}, ${tag}, 'water', ${now})`.execute(tx)
      await sql`insert into customers (id, workspace_id, name, created_at)
        values (${customerId}, ${workspaceId}, 'Khách', ${now})`.execute(tx)
      await sql`insert into customer_tags (workspace_id, customer_id, tag_id, created_at)
        values (${workspaceId}, ${customerId}, ${tag}, ${now})`.execute(tx)
    }
  })
  const draft = { name: 'Mời', audience: { is: 'tag', tag_id: tagId }, content: { texts: { vi: 'Chào bạn' } } }
  const { id } = await makeBroadcast(platform, admin, broadcastDraft.parse(draft))
  const count = () => previewBroadcast(platform, admin, { id, confirmed: false })
  const before = await count()
  assert.equal(before.preview.total, 1)
  await mergeTags(platform, admin, { id: tagId, into: mergedInto })
  const early = startBroadcast(platform, admin, { id, preview_id: before.preview_id, max_cost: 0 })
  await assert.rejects(early, { code: 'broadcast.preview_needed' })
  assert.equal((await count()).preview.total, 2)
})
