import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { saveSecret } from '#platform/secrets/stored-secrets.ts'
import { runExportCommand } from '#server/backup/export-command.ts'
import type { ExportManifest } from '#server/backup/export-workspace.ts'
import { listWorkspaceTables } from '#server/backup/workspace-tables.ts'
import { type Config, readConfig } from '#server/config.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { openHome } from '#tests/setup/open-home.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'

const token = 'EAAB-secret-token-of-the-page'

describe('one workspace as a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-export-'))
  let home: Home
  let config: Config
  let platform: Platform
  let close: () => Promise<void>
  let shop: TestWorkspace
  let other: TestWorkspace
  const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
  const manifestOf = (name: string) => JSON.parse(read(name, 'manifest.json')) as ExportManifest
  const exportTo = (name: string, ...words: string[]) =>
    runExportCommand(config, ['export', shop.workspaceId, join(folder, name), ...words])

  before(async () => {
    home = await makeHome()
    config = readConfig(home.settings)
    ;({ platform, close } = await openHome(config, systemClock))
    shop = await makeWorkspace(platform)
    other = await makeWorkspace(platform)
    for (const { workspaceId, admin } of [shop, other]) {
      await fillWorkspace(platform, { workspaceId, personId: admin.personId, headers: { authorization: '' } })
      const bytes = await saveBytes(platform, Readable.from([`bảng giá của ${workspaceId}`]), 1000)
      await platform.db.asService(workspaceId, async tx => {
        const key = `${workspaceId}/${newId()}`
        const named = { bucket: 'attachments', key, name: '../../=Bảng giá.pdf', mime: 'application/pdf' }
        await saveBucketFile(platform, tx, named, bytes)
        await saveSecret(platform, tx, { workspaceId, owner: 'channel', name: 'token' }, `${token} ${workspaceId}`)
        await sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
          values (${newId()}, ${workspaceId}, '=1+1', '=1+1', 'leaf', now())`.execute(tx)
      })
    }
  })
  after(async () => {
    await close()
    await home.remove()
    rmSync(folder, { recursive: true })
  })

  test('has all its rows and files, and none of another shop; it reads in both languages', async () => {
    let writes = true
    const meanwhile = (async () => {
      for (let number = 0; writes; number++)
        await platform.db.asService(shop.workspaceId, tx =>
          sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
            values (${newId()}, ${shop.workspaceId}, ${`giữa chừng ${number}`}, ${`giua chung ${number}`}, 'leaf', now())`.execute(
            tx,
          ),
        )
    })()
    const said = await exportTo('one').finally(() => (writes = false))
    await meanwhile
    assert.match(said ?? '', /rows, \d+ files\. It is not encrypted\./)
    const { tables, files } = manifestOf('one')
    for (const [name, { rows }] of Object.entries(tables)) {
      const text = read('one', 'tables', `${name}.json`)
      const listed = JSON.parse(text) as { workspace_id?: string | null }[]
      assert.equal(listed.length, rows, name)
      for (const { workspace_id: of } of listed) assert.ok(of === undefined || of === shop.workspaceId, name)
      for (const mine of [other.workspaceId, other.admin.email]) assert.equal(text.includes(mine), false, name)
    }
    for (const name of ['public.messages', 'public.orders', 'public.plans', 'public.prices', 'public.workspaces'])
      assert.ok(tables[name]?.rows, name)
    assert.equal(tables['auth.users'] ?? tables['public.people'] ?? tables['private.jobs'], undefined)
    assert.match(read('one', 'tables', 'public.tags.csv'), /^\uFEFF"id";.*\r\n[^]*"'=1\+1"/)
    const [place = '', file] = Object.entries(files).find(([, { key }]) => key.startsWith('objects/')) ?? []
    assert.match(place, /^files\/attachments\/[0-9a-f-]{36}-[^/]*Bảng giá\.pdf$/)
    assert.equal(read('one', place), `bảng giá của ${shop.workspaceId}`)
    assert.equal(createHash('sha256').update(read('one', place)).digest('hex'), file?.sha256)
    assert.match(read('one', 'README.vi.md'), /Toàn bộ dữ liệu Sen đang lưu[^]*Không kèm mật khẩu/)
    assert.match(read('one', 'README.en.md'), /Everything that Sen keeps[^]*Passwords, access tokens/)
    assert.deepEqual(readdirSync(config.dataDir).includes('copies') && readdirSync(join(config.dataDir, 'copies')), [])
  })

  test('has no secrets unless they are asked for, and then only its own', async () => {
    const all = (name: string) =>
      readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('\n')
    assert.equal(all('one').includes(token), false)
    assert.equal(existsSync(join(folder, 'one', 'secrets.json')), false)
    await exportTo('two', '--with-secrets')
    assert.deepEqual(JSON.parse(read('two', 'secrets.json')), [
      { owner: 'channel', name: 'token', text: `${token} ${shop.workspaceId}` },
    ])
    const session = await platform.db.engine.acquire()
    const tables = await listWorkspaceTables(session, shop.workspaceId)
    platform.db.engine.release(session, false)
    const given = tables.flatMap(({ name, columns }) => columns.split(', ').map(column => `${name}.${column}`))
    assert.deepEqual(
      given
        .filter(name => /secret|token|locked|hash|password|cipher|credential/.test(name.split('.')[2] ?? ''))
        .toSorted(),
      [
        'private.crawl_pages.text_hash',
        'private.facebook_grants.token_since',
        'private.model_tokens.tokens',
        'private.page_marks.text_hash',
        'private.passage_vectors.text_hash',
        'private.wording_spans.text_hash',
        'public.passage_questions.text_hash',
        'public.passages.text_hash',
      ],
    )
  })

  test('is refused where it cannot be, and leaves nothing', async () => {
    for (const [words, expected] of [
      [['not-an-id', join(folder, 'three')], /is no id of a workspace/],
      [[newId(), join(folder, 'three')], /There is no workspace/],
      [[shop.workspaceId, join(folder, 'one')], /is not empty/],
      [[shop.workspaceId], /npm run sen -- export WORKSPACE FOLDER/],
    ] as const)
      await assert.rejects(runExportCommand(config, ['export', ...words]), { name: 'StartError', message: expected })
    assert.deepEqual(readdirSync(folder).toSorted(), ['one', 'two'])
  })
})
