import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { answer } from '#features/bot/answers/answer.ts'
import { fakeClock, minutes } from '#platform/clock.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { readSecret, saveSecret } from '#platform/secrets/stored-secrets.ts'
import type { Tx } from '#platform/sql/database.ts'
import { readMigrations } from '#platform/sql/migrations.ts'
import { runExportCommand } from '#server/backup/workspace-folder/export-command.ts'
import type { ExportManifest } from '#server/backup/workspace-folder/export-manifest.ts'
import { runImportCommand } from '#server/backup/workspace-folder/import-command.ts'
import { importWorkspace } from '#server/backup/workspace-folder/import-workspace.ts'
import { leftInFolder } from '#server/backup/workspace-folder/imported-tables.ts'
import { makeSum } from '#server/backup/workspace-folder/read-export.ts'
import { type Config, readConfig } from '#server/config.ts'
import { insertUser } from '#supabase/auth/users/users.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { openHome } from '#tests/setup/open-home.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'

/** Of the tables that come, those whose rows are not as they were. */
const differing = [
  'public.api_keys', // revoked: their hashes are in no folder
  'public.broadcasts', // paused
  'public.channels', // to be connected again
  'public.members', // who has an account here has its id
  'public.messages', // on their way: a person decides
  'public.notes', // by that person
  'public.sequences', // paused
  'public.sources', // being read: tried again by a person
  'public.usage_counters', // as the plan has it here
  'public.subscriptions', // price and payment stay where they were agreed
]

type Rows = Record<string, unknown>[]

describe('a workspace from another installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-import-'))
  const clock = fakeClock()
  const homes: Home[] = []
  const page = { imported: newId(), lost: newId(), failed: newId(), account: 'page-of-two' }
  const [ann, annThere] = [newId(), newId()]
  let shop: TestWorkspace
  let there: Config
  let manifest: ExportManifest

  async function makeConfig(): Promise<Config> {
    const home = await makeHome()
    homes.push(home)
    return readConfig(home.settings)
  }
  async function within<T>(config: Config, run: (platform: Platform) => Promise<T>): Promise<T> {
    const { platform, close } = await openHome(config, clock)
    return run(platform).finally(close)
  }
  const asked = (ask: (tx: Tx) => Promise<{ rows: unknown[] }>) =>
    open.platform.db.asService(null, async tx => (await ask(tx)).rows as Rows)
  const importFrom = (name: string) => runImportCommand(there, ['import', join(folder, name)], clock)
  let open: Awaited<ReturnType<typeof openHome>>
  let isOpen = false
  async function close(): Promise<void> {
    if (isOpen) await open.close()
    isOpen = false
  }
  const refused = (name: string, code: string, more = '') =>
    assert.rejects(importWorkspace(open.platform, join(folder, name)), ({ name: kind, message }: Error) => {
      assert.equal(kind, 'StartError', message)
      assert.match(message, new RegExp(`^import\\.${code}\\n[^]*${more}`))
      return true
    })

  /** A copy whose manifest agrees again with what was done to it. */
  function doctored(name: string, change: (read: Tables, manifest: ExportManifest, folder: string) => void): string {
    const copy = join(folder, name)
    cpSync(join(folder, 'shop'), copy, { recursive: true })
    const own = structuredClone(manifest)
    change(
      (table, edit) => {
        const file = join(copy, 'tables', `${table}.json`)
        const rows = edit(JSON.parse(readFileSync(file, 'utf8')) as Rows).map(row => JSON.stringify(row))
        writeFileSync(file, `[\n${rows.join(',\n')}\n]\n`)
        const sum = makeSum()
        for (const row of rows) sum.add(row)
        Object.assign(own.tables[table] ?? {}, { rows: sum.rows(), sum: sum.text() })
      },
      own,
      copy,
    )
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(own))
    return name
  }
  type Tables = (table: string, edit: (rows: Rows) => Rows) => void
  const all = (values: Record<string, unknown>) => (rows: Rows) => rows.map(row => ({ ...row, ...values }))

  before(async () => {
    const from = await makeConfig()
    await within(from, async platform => {
      shop = await makeWorkspace(platform)
      const ws = shop.workspaceId
      const { conversation, contact } = await fillWorkspace(platform, {
        ...{ workspaceId: ws, personId: shop.admin.personId, headers: { authorization: '' } },
      })
      await teach(platform, ws, 'Giao hàng', 'Phí giao hàng nội thành là 15.000đ. Tiệm mở cửa từ 7 giờ sáng.')
      const bytes = await saveBytes(platform, Readable.from(['bảng giá']), 1000)
      const named = { bucket: 'attachments', key: `${ws}/${newId()}`, name: 'Bảng giá.pdf', mime: 'application/pdf' }
      const again = await teach(platform, ws, 'Đổi trả', 'Đổi trả trong 7 ngày.')
      const now = clock.now()
      await platform.db.asService(ws, async tx => {
        await saveBucketFile(platform, tx, named, bytes)
        for (const [id, account] of [
          [page.imported, 'page-of-one'],
          [page.lost, page.account],
        ])
          await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
            values (${id}, ${ws}, 'facebook', ${account}, 'Hạt Nâu', 'connected', ${now})`.execute(tx)
        await sql`update sources set status = 'processing', version = 2 where workspace_id = ${ws} and id = ${again}`.execute(
          tx,
        )
        await sql`insert into sources (id, workspace_id, kind, title, status, created_at)
          values (${newId()}, ${ws}, 'file', 'Mới.pdf', 'processing', ${now})`.execute(tx)
        await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
          values (${page.failed}, ${ws}, 'facebook', 'page-of-three', 'Hạt Nâu', 'needs_reconnect', ${now})`.execute(tx)
        for (const id of [page.imported, page.failed])
          await saveSecret(platform, tx, { workspaceId: ws, owner: `channel ${id}`, name: 'token' }, 'EAAB')
        const key = `sources/${ws}/${newId()}`
        const newer = await platform.files.save(key, Readable.from(['bảng mới']), { maxBytes: 100 })
        await sql`insert into private.replacements (workspace_id, source_id, version, file_key, file_type, title, size, sha256)
          values (${ws}, ${again}, 2, ${key}, 'txt', 'Đổi trả.txt', 8, ${newer.sha256})`.execute(tx)
        const site = newId()
        await sql`insert into sources (id, workspace_id, parent_id, kind, title, status, created_at)
          values (${site}, ${ws}, null, 'link', 'hatnau.example', 'processing', ${now}),
            (${newId()}, ${ws}, ${site}, 'link', 'hatnau.example/gia', 'processing', ${now}),
            (${newId()}, ${ws}, null, 'file', 'Chờ.txt', 'waiting', ${now})`.execute(tx)
        await sql`update usage_counters set used = 9, hard_limit = null, extra = 500 where workspace_id = ${ws}`.execute(
          tx,
        )
        await sql`insert into people (id, email, joined_at) values (${annThere}, 'an@shop.example', ${now})`.execute(tx)
        await sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
          values (${newId()}, ${ws}, ${annThere}, 'an@shop.example', 'An', 'member', 'active', ${now})`.execute(tx)
        await sql`insert into notes (id, workspace_id, conversation_id, author_id, text, created_at)
          values (${newId()}, ${ws}, ${conversation}, ${annThere}, 'Nhớ gọi lại', ${now})`.execute(tx)
        await sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
          values (${newId()}, ${ws}, ${conversation}, ${shop.channelId}, 2, 'out', 'bot', ${'Dạ 15.000đ\u2028ạ'}, 'queued', ${now}),
            (${newId()}, ${ws}, ${conversation}, ${shop.channelId}, 3, 'out', 'bot', 'Mời anh/chị ghé ạ', 'held', ${now})`.execute(
          tx,
        )
        await sql`insert into broadcasts (id, workspace_id, name, routes, status, start_at, created_at, changed_at)
          values (${newId()}, ${ws}, 'Sáng mai', '{website.chat}', 'scheduled', ${now}, ${now}, ${now})`.execute(tx)
        await sql`insert into private.contact_reports (workspace_id, contact_id, what, reported_at)
          values (${ws}, ${contact}, 'phone', ${now})`.execute(tx)
      })
    })
    await runExportCommand(from, ['export', shop.workspaceId, join(folder, 'shop'), '--with-secrets'])
    manifest = JSON.parse(readFileSync(join(folder, 'shop', 'manifest.json'), 'utf8')) as ExportManifest
    there = await makeConfig()
  })
  after(async () => {
    await close()
    for (const home of homes) await home.remove()
    rmSync(folder, { recursive: true })
  })

  before(async () => {
    open = await openHome(there, clock)
    isOpen = true
  })

  test('is refused where the folder is not what was exported, or has what is not its own', async () => {
    const place = Object.keys(manifest.files).find(one => one.includes('Bảng giá')) ?? ''
    const table = (name: string) => join(folder, name, 'tables', 'public.tags.json')
    await refused('nothing', 'no_export')
    await refused(
      doctored('old-format', (_, own) => Object.assign(own, { format: 1 })),
      'other_format',
    )
    for (const [schema, code] of [['9999-later.sql', 'newer'] as const, [readMigrations()[0]?.name, 'older'] as const])
      await refused(
        doctored(code, (_, own) => Object.assign(own, { schema })),
        code,
      )
    doctored('changed-row', () => {})
    writeFileSync(table('changed-row'), readFileSync(table('changed-row'), 'utf8').replace('leaf', 'plum'))
    await refused('changed-row', 'changed', 'public\\.tags')
    doctored('no-row', () => {})
    rmSync(table('no-row'))
    await refused('no-row', 'missing', 'public\\.tags')
    await refused(
      doctored('changed-file', (_1, _2, copy) => writeFileSync(join(copy, place), 'khác')),
      'changed',
      'Bảng giá',
    )
    await refused(
      doctored('linked-file', (_1, _2, copy) => {
        rmSync(join(copy, place))
        symlinkSync(join(folder, 'shop', place), join(copy, place))
      }),
      'missing',
    )
    await refused(
      doctored('other-token', (_1, _2, copy) => writeFileSync(join(copy, 'secrets.json'), '[]')),
      'changed',
      'secrets',
    )
    await refused(
      doctored('accounts', (_1, own) => Object.assign(own.tables, { 'auth.users': own.tables['public.tags'] })),
      'unknown_table',
      'auth\\.users',
    )
    await refused(
      doctored('of-another', rows => rows('public.tags', all({ workspace_id: newId() }))),
      'foreign_row',
      'public\\.tags',
    )
    await refused(
      doctored('house', rows => rows('public.workspaces', all({ kind: 'house' }))),
      'no_shop',
    )
  })

  test('puts nothing into another shop, whatever ids its people have', async () => {
    const { platform } = open
    const { workspaceId: other } = await makeWorkspace(platform)
    const people = (ids: string[]) => (rows: Rows) =>
      rows.map((row, at) => ({ ...row, person_id: ids[at] ?? row['person_id'], email: 'evil@shop.example' }))
    await refused(
      doctored('own-id', rows => rows('public.members', people([other, shop.workspaceId]))),
      'unfit',
      'members',
    )
    await refused(
      doctored('file-of-another', rows => rows('public.sources', all({ file_key: `sources/${other}/${newId()}` }))),
      'foreign_row',
      'sources',
    )
    const [row] = await asked(tx =>
      sql`select count(*)::int as members from members where workspace_id = ${other}`.execute(tx),
    )
    assert.deepEqual(row, { members: 1 })
    await asked(tx => sql`delete from workspaces where id = ${other}`.execute(tx))
  })

  test('is refused where something is here already, and leaves nothing', async () => {
    const { platform } = open
    const { workspaceId: ws, channelId: channel } = await makeWorkspace(platform)
    const contact = newId()
    await platform.db.asService(null, async tx => {
      await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${newId()}, ${ws}, 'facebook', ${page.account}, 'Hạt Nâu', 'connected', now())`.execute(tx)
      await sql`insert into contacts (id, workspace_id, channel_id, external_id, name, created_at)
        values (${contact}, ${ws}, ${channel}, 'khach-1', 'Bích', now())`.execute(tx)
      const account = { id: ann, email: 'an@shop.example', passwordHash: null, data: {}, confirmed: true }
      await insertUser(tx, account, clock.now())
    })
    await refused('shop', 'taken', page.account)
    await asked(tx => sql`delete from channels where account_id = ${page.account}`.execute(tx))
    await refused(
      doctored('to-another', rows => rows('private.contact_reports', all({ contact_id: contact }))),
      'foreign_row',
      'contact_reports',
    )
    const left = await asked(tx =>
      sql`select id::text from workspaces where id = ${shop.workspaceId} union select version from storage.loose_files
        union select id::text from auth.users where email = ${shop.admin.email}`.execute(tx),
    )
    assert.deepEqual(left, [])
    for await (const key of platform.files.keys()) assert.fail(key)
    if (platform.db.engine.kind === 'embedded')
      await assert.rejects(importFrom('shop'), { name: 'StartError', message: /^import\.running\n/ })
    await close()
  })

  test('comes whole after two that were killed; it is as it was, and answers; nothing is sent by it', async () => {
    for (const place of ['accountOf', 'settleImport']) {
      const { signal, stderr } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, '../setup/killed-import.ts'), join(folder, 'shop'), place],
        { env: { ...process.env, ...homes[1]?.settings }, encoding: 'utf8' },
      )
      assert.equal(signal, 'SIGKILL', stderr)
    }
    assert.match(
      (await importFrom('shop')) ?? '',
      /is here: [\d,]+ rows, \d+ files\.\nIts plan, as the folder says: trial, trialing until [\d-]+; messages \d+/,
    )
    await assert.rejects(importFrom('shop'), { name: 'StartError', message: /^import\.there\n/ })

    await runExportCommand(there, ['export', shop.workspaceId, join(folder, 'again')])
    const again = JSON.parse(readFileSync(join(folder, 'again', 'manifest.json'), 'utf8')) as ExportManifest
    const isDropped = ([place]: [string, unknown]) => place.includes('Đổi trả.txt')
    assert.deepEqual(again.files, Object.fromEntries(Object.entries(manifest.files).filter(file => !isDropped(file))))
    // A document that was being replaced keeps its old version.
    const gone = [...leftInFolder, 'private.replacements']
    const names = Object.keys(manifest.tables).filter(name => !gone.includes(name))
    assert.deepEqual(Object.keys(again.tables).toSorted(), names.toSorted())
    for (const name of names) {
      const dropped = name === 'public.sources' ? 1 : 0 // a page that was being read
      assert.equal(again.tables[name]?.rows, (manifest.tables[name]?.rows ?? 0) - dropped, name)
    }
    assert.deepEqual(
      names.filter(name => again.tables[name]?.sum !== manifest.tables[name]?.sum).toSorted(),
      differing.toSorted(),
    )
    await within(there, async platform => {
      const { workspaceId: ws } = shop
      const rows = await platform.db.asService(ws, async tx => ({
        loose: await sql`select version from storage.loose_files`.execute(tx),
        jobs: await sql`select kind from private.jobs where payload ->> 'workspace_id' = ${ws}`.execute(tx),
        channels: await sql`select id, status from channels where workspace_id = ${ws} and kind = 'facebook'`.execute(
          tx,
        ),
        sending: await sql`select status from messages where workspace_id = ${ws} and direction = 'out'`.execute(tx),
        campaigns: await sql`select status, reason from broadcasts where workspace_id = ${ws} and name = 'Sáng mai'
          union all select status, reason from sequences where workspace_id = ${ws}`.execute(tx),
        people:
          await sql`select u.id, u.encrypted_password as password, u.email_confirmed_at as confirmed, p.is_operator as operator
          from members m join auth.users u on u.id = m.person_id join people p on p.id = u.id
          where m.workspace_id = ${ws} order by m.name`.execute(tx),
        sources: await sql`select title, status from sources
          where workspace_id = ${ws} and (title in ('Mới.pdf', 'Đổi trả', 'Chờ.txt') or kind = 'link') order by lower(title)`.execute(
          tx,
        ),
        documents: await sql`select u.used, u.hard_limit = p.documents as ours, u.extra from usage_counters u, plans p
          where u.workspace_id = ${ws} and u.metric = 'documents' and p.code = 'trial'`.execute(tx),
        notes: await sql`select text from notes where workspace_id = ${ws} and author_id = ${ann}`.execute(tx),
        token: {
          rows: await Promise.all(
            [page.imported, page.failed].map(id =>
              readSecret(platform, tx, { workspaceId: ws, owner: `channel ${id}`, name: 'token' }),
            ),
          ),
        },
      }))
      assert.deepEqual(rows.loose.rows, [])
      assert.deepEqual(rows.jobs.rows, [{ kind: 'remove file' }])
      assert.deepEqual(
        new Map((rows.channels.rows as { id: string; status: string }[]).map(one => [one.id, one.status])),
        new Map([
          [page.imported, 'connected'],
          [page.lost, 'needs_reconnect'],
          [page.failed, 'needs_reconnect'],
        ]),
      )
      assert.deepEqual(rows.sending.rows, [{ status: 'unsure' }, { status: 'unsure' }])
      assert.deepEqual(rows.campaigns.rows, [
        { status: 'paused', reason: 'restored' },
        { status: 'paused', reason: 'restored' },
      ])
      assert.deepEqual(rows.people.rows, [
        { id: ann, password: null, confirmed: clock.now(), operator: false },
        { id: shop.admin.personId, password: null, confirmed: null, operator: false },
      ])
      assert.deepEqual(rows.sources.rows, [
        { title: 'Chờ.txt', status: 'waiting' },
        { title: 'hatnau.example', status: 'failed' },
        { title: 'Mới.pdf', status: 'failed' },
        { title: 'Đổi trả', status: 'processed' },
      ])
      assert.deepEqual(rows.notes.rows, [{ text: 'Nhớ gọi lại' }])
      assert.deepEqual(rows.token.rows, ['EAAB', undefined])
      assert.deepEqual(rows.documents.rows, [{ used: 7, ours: true, extra: 0 }])

      const id = await customerWrites(platform, shop, newId(), 'phí giao hàng bao nhiêu')
      clock.advance(minutes(1))
      await answer(platform, { workspace_id: ws, conversation_id: id })
      const { rows: said } = await platform.db.asService(ws, tx =>
        sql<{ text: string }>`select text from messages where conversation_id = ${id} and author = 'bot'`.execute(tx),
      )
      assert.match(said[0]?.text ?? '', /15\.000đ/)
    })
  })
})
