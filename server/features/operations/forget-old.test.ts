import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { forgetOldAudits, forgetOldTraces } from './forget-old.ts'

async function rowsOf<R>(platform: TestPlatform, query: ReturnType<typeof sql<R>>): Promise<R[]> {
  return (await platform.db.asService(null, tx => query.execute(tx))).rows
}

test('how an answer came about is forgotten after 180 days: the answer and its rule stay', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId } = await makeWorkspace(platform)
  for (const [text, age] of [
    ['cũ', 181],
    ['mới', 179],
  ] as const)
    await rowsOf(
      platform,
      sql`insert into answers (id, workspace_id, act, text, language, confidence, path, trace, ms, created_at)
        values (${newId()}, ${workspaceId}, 'answer', ${text}, 'vi', 0.9, 'embedded',
          ${JSON.stringify({ rule: 'outside_hours', candidates: [1] })}::jsonb, 5,
          ${after(platform.clock.now(), -days(age))})`,
    )
  await forgetOldTraces(platform)
  assert.deepEqual(await rowsOf(platform, sql`select text, trace from answers order by created_at`), [
    { text: 'cũ', trace: { rule: 'outside_hours' } },
    { text: 'mới', trace: { rule: 'outside_hours', candidates: [1] } },
  ])
})

test('entries of the audit log go after 400 days, and before that nobody can remove them', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId } = await makeWorkspace(platform)
  const write = (action: string, age: number) =>
    rowsOf(
      platform,
      sql`insert into audit_log (id, workspace_id, action, at)
        values (${newId()}, ${workspaceId}, ${action}, now() - ${`${age} days`}::interval)`,
    )
  await write('test.old', 401)
  await write('test.young', 399)
  const left = async () =>
    (await rowsOf(platform, sql<{ action: string }>`select action from audit_log where action like 'test.%'`)).map(
      one => one.action,
    )
  platform.clock.advance(days(5 * 365))
  await forgetOldAudits(platform)
  assert.deepEqual(await left(), ['test.young'], 'the database’s own clock counts')
  await rowsOf(platform, sql`delete from audit_log`)
  assert.deepEqual(await left(), ['test.young'])
})
