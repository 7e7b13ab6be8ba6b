import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { runExportCommand } from '#server/backup/workspace-folder/export-command.ts'
import type { ExportManifest } from '#server/backup/workspace-folder/export-manifest.ts'
import { listTables } from '#server/backup/tables.ts'
import { listWorkspaceTables } from '#server/backup/workspace-folder/workspace-tables.ts'
import { type Config, readConfig } from '#server/config.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { openHome } from '#tests/setup/open-home.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'

const token = 'EAAB-secret-token-of-the-page'
const longName = `${'价'.repeat(99)}.pdf`

/** By name, so that who adds one sees what becomes of it: a table without a way to the workspace, a column that sounds like a secret. */
const leftOut = {
  columns: [
    'private.api_key_hashes.hash',
    'private.invitations.token_hash',
    'private.payoneer_tokens.token_hash',
    'private.subscriptions.token',
    'private.visitors.token_hash',
  ],
  tables: `
    auth.auth_codes auth.flow_states auth.identities auth.known_browsers auth.mfa_challenges auth.mfa_factors
    auth.mfa_recovery_codes auth.one_time_tokens auth.passkey_challenges auth.passkeys auth.refresh_tokens auth.sessions auth.sign_ups auth.users
    auth.waiting_identities private.account_exports private.announcements private.component_days
    private.component_minutes private.contact_requests private.crawl_hosts private.deletions private.erasures private.events private.facebook_deletions
    private.facebook_picks private.facebook_starts private.hook_events private.hook_failures
    private.idempotency_keys private.incident_updates private.incidents private.invoice_counters private.jobs
    private.lasting_keys private.ledger_accounts private.ledger_entries private.ledger_transactions private.member_visits
    private.notification_email_codes private.operator_links private.page_views private.payer_marks
    private.payment_inbox private.push_keys private.push_services private.referral_devices private.referral_holds
    private.referral_sign_ups private.secrets private.sending_counts private.sso_domains private.sso_flows private.sso_people private.tax_rates private.test_codes
    private.timers private.trials_taken private.used_challenges private.zalo_consents public.dead_letters
    public.ended_sessions public.notification_settings public.people public.push_subscriptions public.sso_connections storage.buckets
    storage.loose_files
  `,
}

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
      for (const name of ['../../=Bảng giá.pdf', longName]) {
        const bytes = await saveBytes(platform, Readable.from([`bảng giá của ${workspaceId}`]), 1000)
        const named = { bucket: 'attachments', key: `${workspaceId}/${newId()}`, name, mime: 'application/pdf' }
        await platform.db.asService(workspaceId, tx => saveBucketFile(platform, tx, named, bytes))
      }
      await platform.db.asService(workspaceId, async tx => {
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
    const [place = '', file] = Object.entries(files).find(([one]) => one.endsWith('Bảng giá.pdf')) ?? []
    assert.match(place, /^files\/attachments\/[0-9a-f-]{36}-[^/]*Bảng giá\.pdf$/)
    assert.match(Object.keys(files).join('\n'), /^files\/attachments\/[0-9a-f-]{36}-价{65}\.pdf$/m)
    assert.equal(read('one', place), `bảng giá của ${shop.workspaceId}`)
    assert.equal(createHash('sha256').update(read('one', place)).digest('hex'), file?.sha256)
    assert.match(read('one', 'README.vi.md'), /Dữ liệu Sen đang lưu[^]*Không kèm mật khẩu/)
    assert.match(read('one', 'README.en.md'), /The data Sen stores[^]*Passwords, access tokens/)
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
        'private.confirmed_lines.line_hash',
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

  test('leaves out what the house keeps to itself, and no more', async () => {
    const session = await platform.db.engine.acquire()
    const given = new Map((await listWorkspaceTables(session, shop.workspaceId)).map(one => [one.name, one.columns]))
    const all = await listTables(session)
    platform.db.engine.release(session, false)
    assert.deepEqual(
      all.map(({ name }) => name).filter(name => !given.has(name)),
      leftOut.tables.trim().split(/\s+/),
    )
    const columns = all.flatMap(({ name, columns: those }) => {
      const exported = given.get(name)?.split(', ')
      return exported ? those.split(', ').flatMap(one => (exported.includes(one) ? [] : [`${name}.${one}`])) : []
    })
    assert.deepEqual(columns, leftOut.columns)
  })

  test('is refused where it cannot be, leaves nothing, and deletes nothing of others', async () => {
    mkdirSync(join(folder, 'three.part'))
    for (const [words, expected] of [
      [['not-an-id', join(folder, 'three')], /is no id of a workspace/],
      [[newId(), join(folder, 'three')], /There is no workspace/],
      [[shop.workspaceId, join(folder, 'one')], /is not empty/],
      [[shop.workspaceId], /npm run sen -- export WORKSPACE FOLDER/],
    ] as const)
      await assert.rejects(runExportCommand(config, ['export', ...words]), { name: 'StartError', message: expected })
    const exporting = exportTo('four')
    mkdirSync(join(folder, 'four'))
    writeFileSync(join(folder, 'four', 'mine'), '')
    await assert.rejects(exporting, { name: 'StartError', message: /is not empty/ })
    assert.deepEqual(readdirSync(folder).toSorted(), ['four', 'one', 'three.part', 'two'])
    assert.deepEqual(readdirSync(join(folder, 'four')), ['mine'])
  })
})
