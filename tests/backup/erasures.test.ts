import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { askErasure } from '#features/customers/rights/erase-customer.ts'
import type { Erasure } from '#features/customers/rights/erasure.ts'
import { openBackupBucket } from '#platform/backups/backup-bucket.ts'
import { openBackupFolder } from '#platform/backups/backup-folder.ts'
import { systemClock } from '#platform/clock.ts'
import { saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { runBackupCommand } from '#server/backup/backup-commands.ts'
import { isErasureFile, mergeErasureFiles, readErasures, writeErasures } from '#server/backup/erasures/erasure-list.ts'
import { planErasures } from '#server/backup/erasures/apply-erasures.ts'
import { readErasureLists } from '#server/backup/erasures/read-lists.ts'
import { copyErasures, recordErasures } from '#server/backup/erasures/record-erasures.ts'
import { runExportCommand } from '#server/backup/workspace-folder/export-command.ts'
import { runImportCommand } from '#server/backup/workspace-folder/import-command.ts'
import { readConfig } from '#server/config.ts'
import { runDoctor } from '#server/doctor/run-doctor.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { openHome } from '#tests/setup/open-home.ts'
import { startS3Server } from '#tests/setup/s3-server.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'
import { killRestore } from './killed-restore.ts'

const passphrase = 'nước mắm nhĩ Phú Quốc'

describe('who was erased after a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-erasures-'))
  const daily = join(folder, 'daily')
  const [early, late] = [join(daily, 'early.backup'), join(daily, 'late.backup')]
  const homes: Home[] = []
  const visitor = newId()
  const page = newId()
  let home: Home
  let owner: Owner
  let erased: { id: string; stored: Stored }
  let other: Stored
  const newHome = async (settings: Record<string, string> = {}) => {
    const made = await makeHome({
      HUMAN_CHECK: 'off',
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_FOLDER: daily,
      ...settings,
    })
    homes.push(made)
    return made
  }
  const emptyHome = async (settings: Record<string, string> = {}) => {
    const made = await newHome(settings)
    if (made.kind === 'embedded') rmSync(join(made.dataDir, 'database'), { recursive: true })
    return made
  }
  async function within<T>(one: Home, run: (platform: Platform) => Promise<T>): Promise<T> {
    const { platform, close } = await openHome(readConfig(one.settings), systemClock)
    return run(platform).finally(close)
  }
  const sen = (one: Home, ...words: string[]) => runBackupCommand(readConfig(one.settings), words)
  const receive = (platform: Platform, externalId: string, text: string): Promise<Stored> =>
    platform.db.asService(owner.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: owner.workspaceId, channelId: page, source: 'facebook', text, clientId: newId() },
        contact: { externalId, name: 'Bùi Thị Lan' },
      }),
    )
  async function customerOf(platform: Platform, { contactId }: Stored): Promise<string> {
    const [row] = await platform.db.readAsService<{ id: string }>(
      sql`select customer_id as id from contacts where id = ${contactId}`,
    )
    return row?.id ?? ''
  }
  async function erase(platform: Platform, id: string): Promise<void> {
    await askErasure(platform, { ...owner, role: 'admin' } as never, { id })
    const asked = await platform.db.readAsService(sql`select from private.erasures where customer_id = ${id}`)
    assert.equal(asked.length, 1, 'to be put on the list, however late the job is')
    await platform.jobs.drain()
  }
  /** What of them is in a place, by table. */
  async function leftOf({ db, config }: Platform): Promise<Record<string, number>> {
    const { id, stored } = erased
    const [row] = await db.readAsService<Record<string, number>>(sql`select
      (select count(*)::int from contacts where id = ${stored.contactId}) as contacts,
      (select count(*)::int from messages where conversation_id = ${stored.conversationId}) as messages,
      (select count(*)::int from private.message_words where conversation_id = ${stored.conversationId}) as words,
      (select count(*)::int from private.contact_words where contact_id = ${stored.contactId}) as found,
      (select count(*)::int from contact_details where value = '+84987654321') as details,
      (select count(*)::int from storage.objects where name like ${`${owner.workspaceId}/%`}) as objects,
      (select count(*)::int from customers where id = ${id} and (name <> '' or erased_at is null)) as card`)
    let files = 0
    for await (const key of openFiles(config, systemClock).keys()) files += key.startsWith('objects/') ? 1 : 0
    return { ...row, files }
  }
  const nothing = { contacts: 0, messages: 0, words: 0, found: 0, details: 0, objects: 0, card: 0, files: 0 }
  const lists = (place = daily) => (existsSync(place) ? readdirSync(place).filter(isErasureFile) : [])

  before(async () => {
    home = await newHome()
    await within(home, async platform => {
      owner = await makeOwner(platform)
      await platform.db.asService(null, tx =>
        sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
          values (${page}, ${owner.workspaceId}, 'facebook', ${page}, 'Trang của tiệm', 'connected', now())`.execute(
          tx,
        ),
      )
      const stored = await receive(platform, visitor, 'em tên Lan, số 0987654321, giao 12 Lê Lợi nhé')
      await storeFile(platform, stored)
      other = await receive(platform, newId(), 'chào shop')
      erased = { stored, id: await customerOf(platform, stored) }
      await platform.jobs.drain()
      await sen(home, 'backup', early)
      await runExportCommand(readConfig(home.settings), ['export', owner.workspaceId, join(folder, 'shop')])
      await receive(platform, visitor, 'đừng gửi tin nữa')
      await erase(platform, erased.id)
      assert.match(await doctorLine(platform), /✔ Erased people: 1 not yet on the list/)
      await recordErasures(platform)
      await recordErasures(platform)
      assert.match(await doctorLine(platform), /✔ Erased people: all are/)
      await receive(platform, visitor, 'shop ơi còn hàng không')
      await platform.jobs.drain()
      await sen(home, 'backup', late)
      const { all } = await readErasureLists(readConfig(home.settings), { skipped: false, spared: [] })
      const due = await platform.db.asService(null, tx => planErasures(tx, all, systemClock.now()))
      assert.deepEqual([all.length, due.length], [1, 0], 'who came back before a backup is in it, and stays')
    })
  })
  after(async () => {
    for (const one of homes) await one.remove()
    rmSync(folder, { recursive: true })
  })

  async function storeFile(platform: Platform, { messageId }: Stored): Promise<void> {
    const key = `${owner.workspaceId}/${newId()}`
    const bytes = await saveBytes(platform, Readable.from([Buffer.from('ảnh')]), 100)
    await platform.db.asService(null, async tx => {
      await saveBucketFile(platform, tx, { bucket: 'attachments', key, name: 'anh.png', mime: 'image/png' }, bytes)
      const file = JSON.stringify([{ id: newId(), type: 'image', status: 'copied', file: key }])
      await sql`update messages set attachments = ${file}::jsonb where id = ${messageId}`.execute(tx)
    })
  }
  async function doctorLine(platform: Platform): Promise<string> {
    const text = await runDoctor(platform, []).catch((error: unknown) => (error as Error).message)
    return text.split('\n').find(line => line.includes('Erased people')) ?? text
  }

  test('is on a list of ids beside the backups, once, and no backup itself', async () => {
    assert.equal(lists().length, 1)
    const options = { shown: daily, passphrase, mustBeEncrypted: true }
    const all = await readErasures(openBackupFolder(daily), options)
    const { at, ...listed } = all.get(erased.id) as Erasure
    assert.deepEqual(
      [all.size, listed],
      [1, { workspace_id: owner.workspaceId, customer_id: erased.id, merged: [], refused: ['care', 'promotion'] }],
    )
    assert.ok(at)
    assert.doesNotMatch((await sen(home, 'backups')) ?? '', /sen-erasures-\w+\.backup/)
  })

  test('is in none of it once that is restored, also by one that is killed and goes on: rows, files, search; what they had refused later holds', async () => {
    const target = await emptyHome()
    await killRestore(target, early)
    await assert.rejects(sen(target, 'restore', late), /was not finished/)
    assert.match((await sen(target, 'restore', relative(process.cwd(), early))) ?? '', /had come before[^]*says: 1\.$/)
    await within(target, async platform => {
      assert.deepEqual(await leftOf(platform), nothing)
      assert.ok(await customerOf(platform, other), 'others are there')
      const again = await customerOf(platform, await receive(platform, visitor, 'shop ơi'))
      const states = await platform.db.readAsService(
        sql`select purpose, state from consent_states where customer_id = ${again} order by 1`,
      )
      assert.deepEqual(states, [
        { purpose: 'care', state: 'withdrawn' },
        { purpose: 'promotion', state: 'withdrawn' },
      ])
    })
  })

  test('would come back without the list: it is refused unless somebody says so', async () => {
    const away = join(folder, 'away')
    mkdirSync(away)
    for (const [name, place] of Object.entries({ early, late })) copyFileSync(place, join(away, `${name}.backup`))
    const target = await emptyHome({ BACKUP_FOLDER: '' })
    const refused = async (words: string[], code: string) => {
      await assert.rejects(sen(target, ...words), ({ name, message }: Error) => {
        assert.equal(name, 'StartError', message)
        assert.match(message, new RegExp(`^erasures\\.${code}\\n.+\\n.+$`))
        return true
      })
      assert.deepEqual(readdirSync(target.dataDir), [])
    }
    const elsewhere = join(away, 'late.backup')
    await refused(['restore', elsewhere], 'missing')
    await refused(['verify', elsewhere], 'missing')
    await refused(['restore', elsewhere, '--erasures', away], 'none_there')
    const list = join(away, lists()[0] ?? '')
    const bytes = readFileSync(join(daily, lists()[0] ?? ''))
    bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1
    writeFileSync(list, bytes)
    await refused(['restore', elsewhere], 'unreadable')
    const early2 = join(away, 'early.backup')
    // As after a change of the passphrase.
    assert.match(
      (await sen(target, 'verify', early2, '--erasures', daily)) ?? '',
      /is whole.* A restore would erase anew: 1\.$/,
    )
    rmSync(list)
    const open = await writeErasures(openBackupFolder(away), '', [])
    await refused(['restore', elsewhere], 'unreadable')
    rmSync(join(away, open))
    assert.match((await sen(target, 'verify', elsewhere, '--without-erasures')) ?? '', /is whole/)
  })

  test('is erased anew in a shop that is imported from an older folder', async () => {
    const target = await newHome()
    const shown = await runImportCommand(readConfig(target.settings), ['import', join(folder, 'shop')])
    assert.match(shown ?? '', /says: 1\.$/)
    await within(target, async platform => assert.deepEqual(await leftOf(platform), nothing))
  })

  test('lies in S3 likewise; many files become one, and a place without a list gets all of it', async () => {
    const store = await startS3Server()
    const config = readConfig({
      ...home.settings,
      BACKUP_S3_ENDPOINT: store.endpoint,
      BACKUP_S3_BUCKET: store.bucket,
      BACKUP_S3_ACCESS_KEY_ID: store.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    })
    const bucket = openBackupBucket(config, systemClock)
    const options = { shown: 'S3', passphrase, mustBeEncrypted: true }
    const some = Array.from({ length: 10 }, (): Erasure => ({
      ...{ workspace_id: owner.workspaceId, customer_id: newId(), merged: [], refused: [] },
      at: '2026-11-30T00:00:00.000Z',
    }))
    await within(home, async platform => {
      for (const wasEmpty of [true, false]) assert.equal(await copyErasures(platform, bucket), wasEmpty)
    })
    assert.equal((await readErasures(bucket, options)).size, 1)
    for (const { name } of await bucket.list()) await bucket.remove(name)
    for (const one of some) await writeErasures(bucket, passphrase, [one])
    await mergeErasureFiles(bucket, options)
    assert.equal((await bucket.list()).length, 1)
    assert.equal((await readErasures(bucket, options)).size, 10)
    await store.close()
  })
})
