import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Tx } from '#platform/sql/database.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOperator, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { mailAdmins, mailOperators } from './billing-mails.ts'

describe('who is written to about money', () => {
  let platform: TestPlatform
  let owner: Owner
  let second: Owner
  let operator: Owner
  before(async () => {
    platform = await testPlatform()
    owner = await makeOwner(platform)
    second = await makeMember(platform, owner)
    await makeMember(platform, owner)
    await makeOwner(platform)
    operator = await makeOperator(platform)
    await platform.db.asService(null, async tx => {
      await sql`update members set role = 'admin' where person_id = ${second.personId}`.execute(tx)
      await sql`update people set email_verified = true where id = ${operator.personId}`.execute(tx)
    })
  })
  after(() => platform.close())

  /** The people who get one after this change, which is undone. */
  async function written(mail: typeof mailAdmins, change?: RawBuilder<unknown>): Promise<string[]> {
    const addresses: string[] = []
    let people: string[] = []
    const jobs: Jobs = {
      ...platform.jobs,
      enqueue: async (_tx, { payload }) => void addresses.push((payload as { to: string }).to),
    }
    const read = async (tx: Tx) => {
      if (change) await change.execute(tx)
      await mail({ ...platform, jobs }, tx, owner.workspaceId, 'terms', () => ({ values: {} }))
      const { rows } = await sql<{
        id: string
      }>`select id from people where email = any (${addresses}::text[])`.execute(tx)
      people = rows.map(({ id }) => id)
      throw new Error('undone')
    }
    await assert.rejects(platform.db.asService(null, read), /undone/)
    return people.toSorted()
  }
  const both = () => [owner.personId, second.personId].toSorted()

  test('every admin of the shop who may still act, and no other member', async () => {
    assert.deepEqual(await written(mailAdmins), both())
    for (const change of [
      sql`update members set role = 'member' where person_id = ${second.personId}`,
      sql`update members set status = 'pending' where person_id = ${second.personId}`,
      sql`update people set status = 'locked' where id = ${second.personId}`,
      sql`delete from members where person_id = ${second.personId}`,
    ])
      assert.deepEqual(await written(mailAdmins, change), [owner.personId])
    assert.deepEqual(
      await written(
        mailAdmins,
        sql`update workspaces set deleted_at = ${platform.clock.now()} where id = ${owner.workspaceId}`,
      ),
      [],
    )
  })

  test('every operator with a proven address who is not locked', async () => {
    assert.deepEqual(await written(mailOperators), [operator.personId])
    for (const change of [sql`is_operator = false`, sql`status = 'locked'`, sql`email_verified = false`])
      assert.deepEqual(
        await written(mailOperators, sql`update people set ${change} where id = ${operator.personId}`),
        [],
      )
  })
})
