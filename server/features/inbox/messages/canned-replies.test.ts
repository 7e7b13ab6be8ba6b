import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newCannedReply } from '#shared/contracts/inbox/canned-replies.contract.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { changeCannedReply, makeCannedReply, removeCannedReply } from './canned-replies.ts'

describe('canned replies', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let stranger: TestWorkspace
  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
    stranger = await makeWorkspace(platform)
  })
  after(() => platform.close())

  const make = (shortcut: string, who = shop) =>
    makeCannedReply(platform, who.admin, {
      title: 'Phí giao hàng',
      shortcut,
      text: 'Chào {{customer_name}}, phí 25.000đ ạ',
      language: 'vi',
    })
  const taken = { code: 'inbox.shortcut_taken' }

  test('a shortcut is one, whatever its marks; another workspace has its own', async () => {
    const made = await make('phí')
    assert.deepEqual([made.shortcut, made.language, made.version], ['phí', 'vi', 1])
    await assert.rejects(make('PHI'), taken)
    await make('phi', stranger)
    const other = await make('ship')
    await assert.rejects(changeCannedReply(platform, shop.admin, { id: other.id, shortcut: 'Phí' }), taken)
    const same = await changeCannedReply(platform, shop.admin, { id: made.id, shortcut: 'Phi' })
    assert.equal(same.shortcut, 'Phi')
  })

  test('who changes an older version is told who was quicker, and overwrites nothing', async () => {
    const made = await make('đổi')
    const first = await changeCannedReply(platform, shop.admin, { id: made.id, text: 'Đổi trong 7 ngày ạ', version: 1 })
    assert.equal(first.version, 2)
    await assert.rejects(
      changeCannedReply(platform, shop.admin, { id: made.id, text: 'Đổi trong 3 ngày ạ', version: 1 }),
      {
        code: 'inbox.changed_meanwhile',
        details: { by: shop.admin.personId, at: platform.clock.now().toISOString(), version: 2 },
      },
    )
    const stored = await changeCannedReply(platform, shop.admin, { id: made.id, language: null, version: 2 })
    assert.deepEqual([stored.text, stored.language, stored.title], ['Đổi trong 7 ngày ạ', null, 'Phí giao hàng'])
  })

  test('a foreign one answers like one that is not there', async () => {
    const made = await make('của-mình')
    const notFound = { code: 'request.not_found' }
    await assert.rejects(changeCannedReply(platform, stranger.admin, { id: made.id, title: 'x' }), notFound)
    await assert.rejects(removeCannedReply(platform, stranger.admin, { id: made.id }), notFound)
    await removeCannedReply(platform, shop.admin, { id: made.id })
    await assert.rejects(removeCannedReply(platform, shop.admin, { id: made.id }), notFound)
  })

  test('a shortcut is one word, and nothing is empty', async () => {
    const given = { title: 'Chào', text: 'Chào ạ' }
    for (const shortcut of ['', 'hai từ', '/chao', 'a'.repeat(31)])
      assert.equal(newCannedReply.safeParse({ ...given, shortcut }).success, false, shortcut)
    for (const shortcut of ['chào', 'gia_si', 'ship-2'])
      assert.equal(newCannedReply.safeParse({ ...given, shortcut }).success, true, shortcut)
    await assert.rejects(
      makeCannedReply(platform, shop.admin, { title: '\0', shortcut: 'x', text: 'y', language: null }),
      { code: 'request.invalid' },
    )
  })

  test('five hundred are enough', async () => {
    const full = await makeWorkspace(platform)
    await platform.db.asService(full.workspaceId, tx =>
      sql`insert into canned_replies (id, workspace_id, title, shortcut, shortcut_folded, text, changed_at, created_at)
        select gen_random_uuid(), ${full.workspaceId}, 'n' || n, 'n' || n, 'n' || n, 'x', now(), now()
        from generate_series(1, 499) n`.execute(tx),
    )
    await make('cuoi', full)
    await assert.rejects(make('qua', full), { code: 'inbox.replies_full' })
  })
})
