import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openBackupBucket } from '#platform/backups/backup-bucket.ts'
import { openBackupFolder } from '#platform/backups/backup-folder.ts'
import type { BackupBytes, BackupStore } from '#platform/backups/backup-store.ts'
import { days, type FakeClock, fakeClock, systemClock } from '#platform/clock.ts'
import { makeDiskFiles } from '#platform/files/disk-files.ts'
import type { Platform } from '#platform/platform.ts'
import { readArchive } from '#server/backup/backup-archive.ts'
import { describeList, runBackupCommand } from '#server/backup/backup-commands.ts'
import type { Place } from '#server/backup/backup-place.ts'
import { removeOld } from '#server/backup/daily-backup.ts'
import { findBase, makeIncrement } from '#server/backup/increments/make-increment.ts'
import { writePieceIndex } from '#server/backup/increments/piece-index.ts'
import { withPieces } from '#server/backup/increments/read-pieces.ts'
import { loadBackup } from '#server/backup/load-backup.ts'
import type { Head, Sums } from '#server/backup/manifest.ts'
import { type Config, readConfig } from '#server/config.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { openHome } from '#tests/setup/open-home.ts'
import { type S3Server, startS3Server } from '#tests/setup/s3-server.ts'
import { startSen } from '#tests/setup/sen-command.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'

const BACKUP_PASSPHRASE = 'nước mắm nhĩ Phú Quốc'
const photo = 'objects/0a/photo'

describe('a backup of what changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-increments-'))
  const daily = join(folder, 'daily')
  const store = openBackupFolder(daily)
  const clock: FakeClock = fakeClock('2026-11-20T03:00:00Z')
  const homes: Home[] = []
  let home: Home
  let config: Config
  let platform: Platform
  let close: () => Promise<void>
  let s3: S3Server
  let owner: Owner
  const newHome = async (empty: boolean) => {
    const made = await makeHome({ BACKUP_PASSPHRASE, BACKUP_WHOLE_EVERY: '7' }, { empty })
    homes.push(made)
    return made
  }
  const make = (to: BackupStore = store) => makeIncrement(config, clock, to, name => name)
  const nextDay = (to?: BackupStore) => {
    clock.advance(days(1))
    return make(to)
  }
  const save = (key: string, content: Buffer) =>
    makeDiskFiles(join(home.dataDir, 'files')).save(key, Readable.from([content]), { maxBytes: Infinity })
  /** Their ids are by chance, so that each comes somewhere among the others. */
  const addRows = (count: number) =>
    platform.db.asService(null, tx =>
      sql`insert into audit_log (id, workspace_id, action, meta, at)
        select gen_random_uuid(), ${owner.workspaceId}, 'note', jsonb_build_object('text', md5(random()::text)), now()
        from generate_series(1, ${count}::int)`.execute(tx),
    )
  async function partsOf(name: string): Promise<{ head: Head; sums: Sums; names: string[] }> {
    const found: Partial<{ head: Head; sums: Sums }> = {}
    const names: string[] = []
    const origin = { name, mustBeEncrypted: true }
    for await (const entry of readArchive(origin, await store.read(name), BACKUP_PASSPHRASE)) {
      names.push(entry.name)
      if (entry.name === 'backup.json') found.head = (await json(entry.content)) as Head
      if (entry.name === 'sums.json') found.sums = (await json(entry.content)) as Sums
    }
    return { ...(found as { head: Head; sums: Sums }), names }
  }
  /** With what it leans on: the names of all entries, each read to its end. */
  async function read(place: Place): Promise<string[]> {
    const origin = { name: place.shown, mustBeEncrypted: true }
    const entries = readArchive(origin, await place.store.read(place.name), BACKUP_PASSPHRASE)
    const names: string[] = []
    for await (const { name, content } of withPieces(place, BACKUP_PASSPHRASE, entries)) {
      names.push(name)
      await buffer(content)
    }
    return names
  }
  const bytesOf = (name: string) => statSync(join(daily, name)).size
  const restoreInto = async (target: Home, name: string) =>
    (await runBackupCommand(readConfig(target.settings), ['restore', join(daily, name), '--without-erasures'])) ?? ''

  /** Where it would be given its name. */
  async function killAtItsEnd(): Promise<void> {
    const there = readdirSync(daily)
    const killing = `--import data:text/javascript,${encodeURIComponent(`import fs from 'node:fs/promises'
      import { syncBuiltinESMExports } from 'node:module'
      const { rename } = fs
      fs.rename = (from, to) => String(to).endsWith('.backup') ? process.kill(process.pid, 'SIGKILL') : rename(from, to)
      syncBuiltinESMExports()`)}`
    const killed = startSen({ ...home.settings, NODE_OPTIONS: killing }, 'backup', '--incremental', daily)
    const [, signal] = (await once(killed.child, 'close')) as [number | null, string | null]
    assert.equal(signal, 'SIGKILL', killed.output())
    const left = readdirSync(daily).filter(name => !there.includes(name))
    assert.match(left.join(' '), /^sen-\S+\.backup\.part$/)
  }

  before(async () => {
    home = await newHome(false)
    config = readConfig(home.settings)
    s3 = await startS3Server()
    ;({ platform, close } = await openHome(config, systemClock))
    owner = await makeOwner(platform)
    await addRows(8000)
    await save(photo, randomBytes(1_000_000))
  })
  after(async () => {
    await close()
    await s3.close()
    for (const one of homes) await one.remove()
    rmSync(folder, { recursive: true })
  })

  test('is small, and comes back whole on either database, whatever was killed or failed before it', async () => {
    const whole = await make()
    assert.equal(whole.why, 'none before it to lean on')
    assert.equal((await partsOf(whole.place.name)).head.format, 1, 'programs of before read it')
    await killAtItsEnd()
    const failing: BackupStore = {
      ...store,
      write: (name, content) =>
        name.includes('pieces') ? Promise.reject(new Error('no room')) : store.write(name, content),
    }
    const first = await nextDay(failing)
    assert.ok(first.fresh < 5, `${first.fresh} of ${first.pieces} in an idle day`)
    assert.match(describeList(first), /will lean on those before this one.+: no room$/)
    await addRows(1)
    await platform.db.asService(null, tx =>
      sql`update people set full_name = 'Bùi Thị Lan' where id = ${owner.personId}`.execute(tx),
    )
    await save('objects/0b/new', Buffer.from('Bảng giá'))
    const bound: BackupStore = { ...store, remove: () => Promise.reject(new Error('no right')) }
    const second = await nextDay(bound)
    assert.match(describeList(second), /^ An older list of pieces could not be removed, .+: no right$/)
    const base = await findBase(config, fakeClock('2026-11-23T03:00:00Z'), store)
    assert.ok(typeof base === 'object' && base.index.backup === second.place.name, 'it is leaned on all the same')
    const { place, fresh, pieces } = second
    const { head, sums, names } = await partsOf(place.name)
    assert.equal(place.name, 'sen-20261122T030000Z-since-20261120T030000Z.backup')
    assert.equal(head.format, 2, 'programs of before refuse it')
    assert.ok(fresh < 10 && pieces > 30, `${fresh} of ${pieces} pieces`)
    // Where rows are cut is up to their hashes: the piece with the new row may be several times the usual one.
    assert.ok(bytesOf(place.name) < bytesOf(whole.place.name) / 3, `${bytesOf(place.name)} bytes`)
    assert.ok(readdirSync(daily).includes(place.name.replace('.backup', '.pieces.backup')))
    assert.ok(names.includes('files/objects/0b/new') && !names.includes(`files/${photo}`))
    await runBackupCommand(config, ['backup', join(daily, 'all.backup')])
    assert.deepEqual(sums, (await partsOf('all.backup')).sums, 'it stands for all that a whole one has')

    const target = await newHome(home.kind === 'postgresql')
    if (target.kind === 'embedded') rmSync(join(target.dataDir, 'database'), { recursive: true, force: true })
    assert.match(await restoreInto(target, place.name), /is restored/)
    const files = makeDiskFiles(join(target.dataDir, 'files'))
    assert.equal((await buffer(await files.read(photo))).length, 1_000_000)
    const listed = (await runBackupCommand({ ...config, BACKUP_FOLDER: daily }, ['backups'])) ?? ''
    assert.equal(listed.split('\n').length, 4, 'the list of pieces is no backup')
  })

  test('is refused where one that it leans on is missing, or another', async () => {
    const [last, base] = ['sen-20261122T030000Z-since-20261120T030000Z.backup', 'sen-20261120T030000Z.backup']
    const away = join(folder, 'away')
    const there = openBackupFolder(away)
    mkdirSync(away)
    copyFileSync(join(daily, last), join(away, last))
    const place = { name: last, shown: last }
    await read({ ...place, store })
    const refused = (message: RegExp) =>
      assert.rejects(read({ ...place, store: there }), { name: 'StartError', message })
    const missing = /leans on sen-20261120T030000Z\.backup, which is not beside it/
    await refused(missing)
    const load = (name: string) =>
      loadBackup({ name, shown: name, store: there }, BACKUP_PASSPHRASE, {
        open: () => Promise.reject(new Error('opened')),
        folder: away,
        files: makeDiskFiles(away),
      })
    await assert.rejects(load(last), { message: missing }, 'before anything is loaded')
    copyFileSync(join(daily, last), join(away, 'renamed.backup'))
    await assert.rejects(load('renamed.backup'), { message: 'opened' })
    copyFileSync(join(daily, 'all.backup'), join(away, base))
    await refused(/sen-20261120T030000Z\.backup is another than the one that was leaned on/)
    await there.write(base, new Blob(['x']).stream() as BackupBytes)
    await refused(/sen-20261120T030000Z\.backup \(on which .+ leans\) cannot be read as a backup/)
  })

  test('lies in S3 likewise, and what goes there while it is made is noticed', async () => {
    const settings = readConfig({
      ...home.settings,
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_BUCKET: s3.bucket,
      BACKUP_S3_PREFIX: 'sen',
      BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    })
    const bucket = openBackupBucket(settings, clock)
    const whole = await make(bucket)
    const { place, fresh } = await nextDay(bucket)
    assert.ok(fresh < 5)
    assert.ok((await read(place)).includes(`files/${photo}`))
    const names = async () => (await bucket.list()).map(({ name }) => name).toSorted()
    const there = await names()
    const racing: BackupStore = {
      ...bucket,
      async write(name, content) {
        await bucket.write(name, content)
        await bucket.remove(whole.place.name)
      },
    }
    await assert.rejects(nextDay(racing), /was changed meanwhile/)
    assert.deepEqual(
      await names(),
      there.filter(name => name !== whole.place.name),
    )
  })
})

test('the next one is whole where the last could not be opened or found again, and after some days', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-base-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const store = openBackupFolder(folder)
  const config = readConfig({ BACKUP_PASSPHRASE, BACKUP_WHOLE_EVERY: '7' })
  const find = (day: string, settings: Partial<Config> = {}) =>
    findBase({ ...config, ...settings }, fakeClock(`2026-11-${day}:00:00Z`), store)
  const whyNot = async (...when: Parameters<typeof find>) => {
    const found = await find(...when)
    return typeof found === 'string' ? found : ''
  }
  assert.equal(await find('20T03'), 'none before it to lean on')
  const whole = 'sen-20261120T030000Z.backup'
  const backup = 'sen-20261122T030000Z-since-20261120T030000Z.backup'
  for (const name of [whole, backup]) await store.write(name, new Blob([name]).stream() as BackupBytes)
  const files = [whole, backup].map(name => ({ name, size: name.length }))
  const pieces = [{ in: whole, name: 'files/one', sha256: '0'.repeat(64) }]
  await writePieceIndex(store, BACKUP_PASSPHRASE, { format: 1, backup, files, pieces })
  const found = await find('26T03')
  assert.deepEqual(found, { since: '20261120T030000Z', index: { format: 1, backup, files, pieces } })
  assert.match(await whyNot('27T01'), /7 days old/, 'the day may begin a little earlier')
  assert.match(await whyNot('22T03'), /has a later time/)
  assert.match(await whyNot('23T03', { BACKUP_PASSPHRASE: 'another, as long' }), /does not open with this/)
  assert.match(await whyNot('23T03', { BACKUP_PASSPHRASE: '' }), /is encrypted/)
  await store.write(whole, new Blob(['cut']).stream() as BackupBytes)
  assert.match(await whyNot('23T03'), /sen-20261120T030000Z\.backup is not there as it was/)
  await writePieceIndex(store, '', { format: 1, backup, files: [], pieces })
  assert.match(await whyNot('23T03'), /is not encrypted: somebody else/)
  await assert.rejects(runBackupCommand({ ...config, BACKUP_WHOLE_EVERY: 1 }, ['backup', '--incremental', folder]), {
    message: /set BACKUP_WHOLE_EVERY/,
  })
})

test('a backup that others lean on stays as long as they do, and not a day longer', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-retention-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const store = openBackupFolder(folder)
  const at = (day: number) => `202611${String(day).padStart(2, '0')}T030000Z`
  const add = async (day: number, whole?: number) => {
    const name = whole === undefined ? `sen-${at(day)}.backup` : `sen-${at(day)}-since-${at(whole)}.backup`
    await store.write(name, new Blob(['x']).stream() as BackupBytes)
    await removeOld(store, name, 2)
    return readdirSync(folder).map(one => Number(one.slice(10, 12)))
  }
  assert.deepEqual(await add(1), [1])
  for (const day of [2, 3, 4]) await add(day, 1)
  assert.deepEqual(await add(5, 1), [1, 2, 3, 4, 5])
  assert.deepEqual(await add(6), [1, 2, 3, 4, 5, 6], 'the fifth still leans on them')
  assert.deepEqual(await add(7, 6), [6, 7])
  assert.deepEqual(await add(8, 6), [6, 7, 8])
  assert.deepEqual(await add(9), [6, 7, 8, 9])
  assert.deepEqual(await add(10), [9, 10])
})

test('however many are made in one day, the days before it stay', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-days-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const store = openBackupFolder(folder)
  const add = async (at: string) => {
    const name = `sen-202611${at}0000Z.backup`
    await store.write(name, new Blob(['x']).stream() as BackupBytes)
    await removeOld(store, name, 3)
    return readdirSync(folder).map(one => one.slice(10, 15))
  }
  for (const at of ['01T03', '02T03', '03T03', '03T14', '03T15', '03T16']) await add(at)
  assert.deepEqual(await add('03T17'), ['01T03', '02T03', '03T15', '03T16', '03T17'])
  assert.deepEqual(await add('04T03'), ['02T03', '03T16', '03T17', '04T03'])
})
