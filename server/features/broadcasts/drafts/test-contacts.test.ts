import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { broadcastDraft } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { makeBroadcast } from './drafts.ts'
import { readTestContacts } from './test-contacts.ts'
import { tryBroadcast } from './try-broadcast.ts'

test('a code makes one phone known, the team has few, and no trial passes what its owner refused', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { workspaceId, channelId, admin } = await makeWorkspace(platform)
  const colleague = { ...admin, personId: newId() }
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  async function write(externalId: string, text: string): Promise<string> {
    platform.clock.advance(1000)
    const stored = await platform.db.asService(workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId, channelId, source: 'website', text, clientId: newId() },
        contact: { externalId, name: externalId },
      }),
    )
    return stored.contactId
  }
  const codeOf = async (who = admin) => (await readTestContacts(platform, who)).code
  const known = async () => (await readTestContacts(platform, admin)).contacts.map(({ name }) => name)
  const code = await codeOf()
  platform.clock.advance(minutes(20))
  assert.equal(await codeOf(), code)
  platform.clock.advance(minutes(11))
  await write('a', code)
  assert.deepEqual(await known(), [])
  const used = await codeOf()
  await write('a', used)
  await write('stranger', used)
  assert.deepEqual(await known(), ['a'])
  assert.notEqual(await codeOf(), used)
  for (const name of ['b', 'c', 'd', 'e', 'f']) await write(name, await codeOf())
  assert.deepEqual(await known(), ['f', 'e', 'd', 'c', 'b'])
  for (const name of ['g', 'h', 'i', 'j', 'k']) await write(name, await codeOf(colleague))
  assert.equal((await known()).length, 10)
  const third = { ...admin, personId: newId() }
  const phone = await write('l', await codeOf(third))
  assert.deepEqual((await known()).toSorted(), [...'cdefghijkl'])

  const draft = { name: 'Mời', purpose: 'promotion', content: { texts: { vi: 'Chào bạn' } } } as const
  const { id } = await makeBroadcast(platform, admin, broadcastDraft.parse(draft))
  const trial = () => tryBroadcast(platform, admin, { id, contact_ids: [phone] })
  await rows(
    sql`update broadcasts set content = content || ${JSON.stringify({ template: { id: newId(), values: {} } })}::jsonb where id = ${id}`,
  )
  await assert.rejects(trial(), { code: 'broadcast.template_untried' }, 'Messenger cannot mark a trial')
  await rows(sql`update broadcasts set content = content - 'template' where id = ${id}`)
  for (let at = 0; at < 20; at++) await trial()
  await assert.rejects(trial(), { code: 'request.too_many' })
  const [{ logged } = { logged: 0 }] = await rows(
    sql<{
      logged: number
    }>`select count(*)::int as logged from audit_log where action = 'broadcast.tried' and target = ${id}`,
  )
  assert.equal(logged, 20)
  platform.clock.advance(hours(25))
  await trial()
  await rows(sql`update customers set restricted_at = ${platform.clock.now()}
    where id = (select customer_id from contacts where id = ${phone})`)
  await assert.rejects(trial(), { code: 'broadcast.test_unwanted' })
  await rows(sql`update customers set restricted_at = null where workspace_id = ${workspaceId}`)
  await trial()
  await write('l', 'TC')
  await assert.rejects(trial(), { code: 'broadcast.test_unwanted' })
})
