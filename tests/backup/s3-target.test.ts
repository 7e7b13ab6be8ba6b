import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { openBackupBucket } from '#platform/backups/backup-bucket.ts'
import { type BackupBytes, backupName, listDaily } from '#platform/backups/backup-store.ts'
import { fakeClock, hours, systemClock } from '#platform/clock.ts'
import { makeDiskFiles } from '#platform/files/disk-files.ts'
import { makeS3Client, type S3Client } from '#platform/files/s3-client.ts'
import { uploadParts } from '#platform/files/upload-parts.ts'
import { runBackupCommand } from '#server/backup/backup-commands.ts'
import { removeOld } from '#server/backup/daily-backup.ts'
import { type Config, readConfig } from '#server/config.ts'
import { runDoctor } from '#server/doctor/run-doctor.ts'
import { testPlatform } from '#server/testing.ts'
import { readHealth } from '#features/operations/read-health.ts'
import { type S3Server, startS3Server } from '#tests/setup/s3-server.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'

const passphrase = 'nước mắm nhĩ Phú Quốc'

function settingsOf(store: S3Server): Record<string, string> {
  return {
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_BUCKET: store.bucket,
    BACKUP_S3_PREFIX: 'sen/backups',
    BACKUP_S3_ACCESS_KEY_ID: store.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  }
}

async function keysIn(client: S3Client): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of client.list('')) keys.push(key)
  return keys
}

const bytesOf = (content: string) => new Blob([content]).stream() as BackupBytes

describe('a store for backups', () => {
  let store: S3Server
  let client: S3Client
  let config: Config
  beforeEach(async () => {
    store = await startS3Server()
    client = makeS3Client(store)
    config = readConfig(settingsOf(store))
  })
  afterEach(() => store.close())

  test('goes up in parts, a cut one again, and comes down whole over a connection that breaks', async () => {
    const sent = randomBytes(2_500_000)
    let cuts = 1
    store.trouble = (method, _path, { partNumber }) =>
      method === 'PUT' && partNumber === '2' && cuts-- > 0 ? 'cut' : undefined
    const size = await uploadParts(client, 'sen/backups/a.backup', Readable.from(chunksOf(sent)), {
      partBytes: 1_000_000,
      pauses: [0],
    })
    assert.equal(size, sent.length)
    let breaks = 2
    store.trouble = method => (method === 'GET' && breaks-- > 0 ? 'cut' : undefined)
    const bucket = openBackupBucket(config, systemClock)
    const came = await buffer(await bucket.read('a.backup'))
    assert.equal(createHash('sha256').update(came).digest('hex'), createHash('sha256').update(sent).digest('hex'))
    assert.ok(breaks < 2, 'it was cut')
  })

  test('shows nothing of what did not get through, and what a kill left is swept half a day later', async () => {
    store.trouble = (method, _path, { partNumber }) => (method === 'PUT' && partNumber === '2' ? 'cut' : undefined)
    const sending = uploadParts(client, 'sen/backups/a.backup', Readable.from(chunksOf(randomBytes(2_500_000))), {
      partBytes: 1_000_000,
      pauses: [0],
    })
    await assert.rejects(sending, { name: 'StoreFault', fault: 'silent' })
    assert.deepEqual([await keysIn(client), store.pendingUploads()], [[], []])

    for (const key of ['sen/backups/b.backup', 'sen/backups/b.pdf', 'other/c.backup'])
      await client.done(key, { method: 'POST', query: { uploads: '' } })
    const clock = fakeClock(new Date().toISOString())
    const bucket = openBackupBucket(config, clock)
    await bucket.sweep()
    assert.equal(store.pendingUploads().length, 3, 'it may still be under way')
    clock.advance(13 * 3_600_000)
    await bucket.sweep()
    assert.deepEqual(store.pendingUploads().toSorted(), ['other/c.backup', 'sen/backups/b.pdf'])
  })

  test('a name never leads out of the prefix, and what else lies in the bucket is left alone', async () => {
    const bucket = openBackupBucket(config, systemClock)
    const others = [
      'sen-20200101T000000Z.backup',
      'sen/backups/deep/sen-20200101T000000Z.backup',
      'sen/backups/note.txt',
    ]
    for (const key of others)
      await client.done(key, {
        method: 'PUT',
        body: new Blob(['x']),
        sha256: createHash('sha256').update('x').digest('hex'),
      })
    for (const name of ['../a.backup', 'a/b.backup', '..', '.backup', 'a?x=.backup', 'a%2f.backup', 'note.txt'])
      for (const run of [bucket.read, bucket.remove, bucket.exists, (one: string) => bucket.write(one, bytesOf('x'))])
        await assert.rejects(async () => buffer((await run(name)) as never), /is no name of a backup/)
    for (const day of ['01', '02', '03']) await bucket.write(`sen-202611${day}T000000Z.backup`, bytesOf(day))
    await bucket.write('before-update.backup', bytesOf('mine'))
    await removeOld(bucket, 'sen-20261103T000000Z.backup', 1)
    assert.deepEqual((await bucket.list()).map(({ name }) => name).toSorted(), [
      'before-update.backup',
      'sen-20261103T000000Z.backup',
    ])
    for (const key of others) assert.equal(await (await client.call(key, { method: 'GET' })).text(), 'x')
  })

  test('the last good one stays: where the new one is not there nothing goes, and no later date drives it out', async () => {
    const bucket = openBackupBucket(config, systemClock)
    const [old, late] = [backupName(new Date('2026-11-01')), backupName(new Date('2031-01-01'))]
    for (const name of [old, late]) await bucket.write(name, bytesOf('x'))
    await removeOld(bucket, backupName(new Date('2026-11-02')), 1)
    assert.equal((await listDaily(bucket)).length, 2)
    await removeOld(bucket, old, 1)
    assert.deepEqual(
      (await listDaily(bucket)).map(({ name }) => name),
      [late, old],
    )
  })

  test('says in plain words what is wrong', async () => {
    for (const [trouble, expected] of [
      [{ status: 403, code: 'InvalidAccessKeyId' }, /refuses the key/],
      [{ status: 403, code: 'SignatureDoesNotMatch' }, /refuses the key/],
      [{ status: 403, code: 'AccessDenied' }, /lacks permissions/],
      [{ status: 404, code: 'NoSuchBucket' }, /no such bucket/],
      [{ status: 403, code: 'RequestTimeTooSkewed' }, /clock is wrong/],
      [{ status: 301, code: 'PermanentRedirect' }, /another region/],
      [{ status: 503, code: 'SlowDown' }, /overloaded/],
    ] as const) {
      store.trouble = () => trouble
      for (const words of [['backups'], ['verify', 's3:a.backup'], ['backup', 's3:a.backup']])
        await assert.rejects(runBackupCommand(config, words), { name: 'StartError', message: expected })
    }
    store.trouble = () => undefined
    await assert.rejects(runBackupCommand(config, ['verify', 's3:none.backup']), /There is no s3:none\.backup/)
    const nowhere = { ...config, BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' }
    await assert.rejects(runBackupCommand(nowhere, ['backups']), /could not be reached/)
    assert.throws(() => readConfig({ ...settingsOf(store), BACKUP_PASSPHRASE: '' }), /encrypted only/)
    assert.throws(() => readConfig({ ...settingsOf(store), BACKUP_S3_PREFIX: 'a/../b' }), /BACKUP_S3_PREFIX/)
    await assert.rejects(runBackupCommand(readConfig({}), ['verify', 's3:a.backup']), /set BACKUP_S3_ENDPOINT first/)
  })
})

test('the doctor and the desk say whether the store answers, and how old the last one is', async t => {
  const store = await startS3Server()
  const platform = await testPlatform({ settings: settingsOf(store) })
  t.after(async () => {
    await platform.close()
    await store.close()
  })
  const lineOf = async () => {
    const text = await runDoctor(platform, []).catch((error: unknown) => (error as Error).message)
    return text.split('\n').find(line => line.includes('Backup'))
  }
  assert.match((await lineOf()) ?? '', /✖ Backup: S3: can be read, none there yet/)
  await openBackupBucket(platform.config, platform.clock).write(backupName(platform.clock.now()), bytesOf('x'))
  platform.clock.advance(Date.now() + hours(3) - platform.clock.now().getTime())
  assert.match((await lineOf()) ?? '', /✔ Backup: S3: the last at 20.*, (2|3) h old/)
  store.trouble = () => ({ status: 403, code: 'RequestTimeTooSkewed' })
  assert.match((await lineOf()) ?? '', /✖ Backup: S3: This server’s clock is wrong/)
  const { facts } = await readHealth(platform)
  assert.deepEqual(
    facts.filter(({ name }) => name === 'backup'),
    [{ name: 'backup', text: 's3', state: 'bad', at: null, fault: 'clock' }],
  )
})

describe('a backup in S3', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-s3-target-'))
  const homes: Home[] = []
  let store: S3Server
  let config: Config
  before(async () => {
    store = await startS3Server()
    config = await newConfig(false)
    await makeDiskFiles(join(config.dataDir, 'files')).save('sources/shop/one', Readable.from(['Bảng giá']), {
      maxBytes: 99,
    })
  })
  after(async () => {
    for (const one of homes) await one.remove()
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const newConfig = async (empty: boolean) => {
    const home = await makeHome(settingsOf(store), { empty })
    homes.push(home)
    return readConfig(home.settings)
  }

  test('is restored from there, row by row and file by file as it was written', async () => {
    assert.match((await runBackupCommand(config, ['backup', 's3:one.backup'])) ?? '', /s3:one\.backup is written/)
    await assert.rejects(runBackupCommand(config, ['backup', 's3:one.backup']), /is there already/)
    assert.match((await runBackupCommand(config, ['backups'])) ?? '', /^s3:one\.backup {2}20.* {2}\d+$/)
    const other = await newConfig(true)
    await runBackupCommand(other, ['restore', 's3:one.backup'])
    assert.equal(await text(await makeDiskFiles(join(other.dataDir, 'files')).read('sources/shop/one')), 'Bảng giá')
  })

  test('cut in the middle is not there, and says so; an open one that somebody put there is not read', async () => {
    store.trouble = (method, _path, { partNumber }) =>
      method === 'PUT' && partNumber !== undefined ? { status: 403, code: 'AccessDenied' } : undefined
    await assert.rejects(runBackupCommand(config, ['backup', 's3:cut.backup']), /lacks permissions/)
    store.trouble = () => undefined
    assert.doesNotMatch((await runBackupCommand(config, ['backups'])) ?? '', /cut/)
    assert.deepEqual(store.pendingUploads(), [])
    await openBackupBucket(config, systemClock).write('open.backup', bytesOf('of a stranger'))
    await assert.rejects(runBackupCommand(await newConfig(true), ['restore', 's3:open.backup']), /is not encrypted/)
  })
})

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
