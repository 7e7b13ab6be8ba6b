import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { SourceUses } from '#shared/contracts/gate.contract.ts'
import { fillWorkspace } from '#tests/full-workspace.ts'
import { makeOwner } from '#tests/shop-owner.ts'
import { trainingDesk } from '#tests/training-desk.ts'

let platform: TestPlatform
let app: FastifyInstance
before(async () => {
  platform = await testPlatform()
  app = await testApp(platform)
})
after(async () => {
  await app.close()
  await platform.close()
})

test('a source tells which answers to customers quoted it in the last thirty days, and nobody else’s', async () => {
  const owner = await makeOwner(platform)
  const filled = await fillWorkspace(platform, owner)
  const desk = trainingDesk(platform, app, owner)
  const uses = async (): Promise<SourceUses> =>
    (await desk.call<SourceUses>('GET', `/sources/${filled.source}/uses`)).json
  assert.deepEqual(await uses(), { pages: [], answers: 0, passages: [], recent: [] })
  const citation = { source_id: filled.source, passage_id: filled.passage, title: '', quote: '', start: 0, end: 5 }
  const quotes = (at: Date) =>
    platform.db.asService(owner.workspaceId, tx =>
      sql`update answers set citations = ${JSON.stringify([citation, citation])}::jsonb, reply_id = ${newId()}, created_at = ${at}
        where id = ${filled.answer}`.execute(tx),
    )
  const now = platform.clock.now()
  await quotes(now)
  const used = await uses()
  assert.deepEqual([used.answers, used.passages], [1, [{ passage_id: filled.passage, answers: 1 }]])
  assert.deepEqual(
    used.recent.map(one => [one.answer_id, one.conversation_id, one.question]),
    [[filled.answer, filled.conversation, 'Ship bao nhiêu vậy shop?']],
  )
  const stranger = trainingDesk(platform, app, await makeOwner(platform))
  assert.equal((await stranger.call('GET', `/sources/${filled.source}/uses`)).status, 404)
  await quotes(new Date(now.getTime() - days(31)))
  assert.equal((await uses()).answers, 0)
})
