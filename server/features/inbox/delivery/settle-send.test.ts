import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { reply } from '../messages/reply.ts'

test('a database that is busy when the platform has taken a message does not make it unsure', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const kind = scriptedKind('zalo')
  const { accountId } = await connectScripted(platform, workspace, kind)
  const message = { userId: 'u1', externalId: newId(), time: platform.clock.now(), text: 'shop ơi', attachments: [] }
  await deliver(platform, kind, accountId, [{ kind: 'message.in', ...message }])
  await platform.jobs.drain()
  const read = <R>(query: ReturnType<typeof sql<R>>) => platform.db.asService(null, tx => query.execute(tx))
  const { rows } = await read(sql<{ id: string }>`select id from conversations`)
  const { id } = await reply(platform, workspace.admin, { id: rows[0]?.id ?? '', text: 'dạ em nghe' })

  const { asService } = platform.db
  let refusals = 0
  kind.outcomes.push(() => {
    platform.db.asService = (workspaceId, run) => {
      if (refusals === 2) platform.db.asService = asService
      else {
        refusals += 1
        return Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
      }
      return asService(workspaceId, run)
    }
    return { outcome: 'sent', externalId: 'z1' }
  })
  await platform.jobs.drain()
  const after = await read(sql<{ status: string; external_id: string; sends: number }>`
    select status, external_id, sends from messages where id = ${id}`)
  assert.equal(refusals, 2)
  assert.deepEqual(after.rows, [{ status: 'sent', external_id: 'z1', sends: 1 }])
})
