import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { SourceUse, SourceUses } from '#shared/contracts/bot/gate.results.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { strangerTo, trainingDrivers } from '#tests/drivers/training-driver.ts'

const desk = trainingDrivers()

test('a source tells which answers to customers quoted it in the last thirty days, and nobody else’s', async () => {
  const filled = await fillWorkspace(desk.platform, desk.owner)
  const uses = async (): Promise<SourceUses> =>
    (await desk.call<SourceUses>('GET', `/sources/${filled.source}/uses`)).json
  assert.deepEqual(await uses(), { pages: [], answers: 0, lines: [], recent: [] })
  const citation = {
    source_id: filled.source,
    passage_id: filled.passage,
    title: '',
    quote: '| Ship nội thành | 25k |',
    start: 0,
    end: 5,
  }
  const quotes = (at: Date) =>
    desk.platform.db.asService(desk.owner.workspaceId, tx =>
      sql`update answers set citations = ${JSON.stringify([citation, citation])}::jsonb, reply_id = ${newId()}, created_at = ${at}
        where id = ${filled.answer}`.execute(tx),
    )
  const now = desk.platform.clock.now()
  await quotes(now)
  const used = await uses()
  assert.equal(used.answers, 1)
  assert.deepEqual(
    used.recent.map(one => [one.answer_id, one.conversation_id, one.question]),
    [[filled.answer, filled.conversation, 'Ship bao nhiêu vậy shop?']],
  )
  assert.deepEqual(used.lines, [{ passage_id: filled.passage, live: true, name: 'Ship nội thành', answers: 1 }])
  const lineUses = (name: string, who = desk as Pick<typeof desk, 'call'>) =>
    who.call<SourceUse[]>(
      'GET',
      `/sources/${filled.source}/uses/line?name=${encodeURIComponent(name)}&passage_id=${filled.passage}`,
    )
  assert.deepEqual((await lineUses('Ship nội thành')).json, used.recent)
  assert.deepEqual((await lineUses('Ship ngoại thành')).json, [])
  const stranger = await strangerTo(desk)
  assert.equal((await lineUses('Ship nội thành', stranger)).status, 404)
  assert.equal((await stranger.call('GET', `/sources/${filled.source}/uses`)).status, 404)
  await quotes(new Date(now.getTime() - days(31)))
  assert.equal((await uses()).answers, 0)
})
