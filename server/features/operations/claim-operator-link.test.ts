import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openWorkspace } from '#features/workspaces/open-workspace.ts'
import type { Caller } from '#platform/http/caller.ts'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { firstOperatorLink, makeOperatorLink } from '#server/operator-link.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { claimOperatorLink } from './claim-operator-link.ts'

describe('the operator link', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  async function someone(): Promise<Caller> {
    const personId = newId()
    await openWorkspace(platform, {
      person_id: personId,
      email: `${personId}@shop.example`,
      full_name: 'Hạnh',
      language: 'vi',
      invitation: false,
    })
    return {
      personId,
      email: '',
      workspaceId: '',
      role: 'member',
      claims: { role: 'authenticated', sub: personId },
      language: 'vi',
    }
  }
  const secretOf = (link: string) => new URL(link).searchParams.get('operator') ?? ''
  const operators = async () =>
    (
      await platform.db.asService(null, tx => sql<{ id: string }>`select id from people where is_operator`.execute(tx))
    ).rows.map(row => row.id)

  test('of the first start is made once, and makes one operator although two spend it at the same time', async () => {
    const link = await firstOperatorLink(platform)
    assert.ok(link)
    assert.equal(await firstOperatorLink(platform), undefined)
    const [one, two] = [await someone(), await someone()]
    const results = await Promise.allSettled(
      [one, two].map(caller => claimOperatorLink(platform, caller, { secret: secretOf(link) })),
    )
    assert.deepEqual(results.map(result => result.status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await operators()).length, 1)
  })

  test('is worth nothing after 24 hours', async () => {
    const link = await makeOperatorLink(platform)
    const caller = await someone()
    platform.clock.advance(hours(24))
    await assert.rejects(claimOperatorLink(platform, caller, { secret: secretOf(link) }), {
      code: 'operator.link_over',
    })
    assert.ok(!(await operators()).includes(caller.personId))
  })
})
