import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { cancelSource } from '../sources/cancel-source.ts'
import { addLink, removeFailedOf } from './add-link.ts'
import { correctAddress } from './correct-address.ts'
import { restartCrawl } from './resync-source.ts'

const shop = 'https://gom-moc-an.vn'

async function setUp(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { admin: caller, workspaceId } = await makeWorkspace(platform)
  const failed = async (path: string, mode: LinkMode, depth?: number) => {
    const { id } = await addLink(platform, caller, { url: shop + path, mode, depth })
    const { status } = await cancelSource(platform, caller, { id })
    assert.equal(status, 'failed')
    return id
  }
  return { platform, caller, workspaceId, failed }
}

test('at a corrected address a sitemap is a sitemap, and a page is a page', async t => {
  const { platform, caller, workspaceId, failed } = await setUp(t)
  const corrected = async (id: string, path: string) => {
    await correctAddress(platform, caller, { id, url: shop + path })
    const { rows } = await platform.db.asService(workspaceId, tx =>
      sql<{ mode: string; depth: number }>`select link_mode as mode, link_depth as depth from sources
        where id = ${id}`.execute(tx),
    )
    return rows[0]
  }
  assert.deepEqual(await corrected(await failed('/an', 'page'), '/sitemap.xml'), { mode: 'sitemap', depth: 0 })
  assert.deepEqual(await corrected(await failed('/sai.xml', 'sitemap'), '/gia'), { mode: 'page', depth: 0 })
  assert.deepEqual(await corrected(await failed('/sai', 'site', 1), '/'), { mode: 'site', depth: 1 })
})

test('of two links corrected to one address at once, the second is refused', async t => {
  const { platform, caller, workspaceId, failed } = await setUp(t)
  const id = await failed('/an', 'page')
  await addLink(platform, caller, { url: `${shop}/gia` })
  // Past `claimAgain`, which does not see what another transaction has not committed.
  const late = platform.db.asService(workspaceId, async tx => {
    await sql`update sources set url = ${`${shop}/gia`} where id = ${id}`.execute(tx)
    await restartCrawl(platform, tx, workspaceId, id, null)
  })
  await assert.rejects(late, { code: 'training.link_exists' })
})

test('a failed page of a domain that only looks the same with www stays listed', async t => {
  const { platform, workspaceId, failed } = await setUp(t)
  const id = await failed('/an', 'page')
  const statusAfter = (url: string, added: string) =>
    platform.db.asService(workspaceId, async tx => {
      await sql`update sources set url = ${url} where id = ${id}`.execute(tx)
      await removeFailedOf(tx, workspaceId, { id: newId(), url: added })
      return (await sql<{ status: string }>`select status from sources where id = ${id}`.execute(tx)).rows[0]?.status
    })
  assert.equal(await statusAfter('https://wwwa.vn', 'https://wwwb.vn'), 'failed')
  assert.equal(await statusAfter('http://www.a.vn', 'https://a.vn/'), 'removed')
})
