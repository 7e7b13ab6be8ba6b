import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { buffer, json } from 'node:stream/consumers'
import { signInOwner, until } from '#dev/shop-client.ts'
import { openVisitor } from '#dev/visitor-client.ts'
import { openBackupFolder } from '#platform/backups/backup-folder.ts'
import { type BackupBytes, listDaily } from '#platform/backups/backup-store.ts'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { systemClock } from '#platform/clock.ts'
import { readArchive, writeArchive } from '#server/backup/backup-archive.ts'
import { runBackupCommand } from '#server/backup/backup-commands.ts'
import type { Sums } from '#server/backup/manifest.ts'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#tests/fixtures/shop.ts'
import { type S3Server, startS3Server } from '#tests/setup/s3-server.ts'
import { runSen, startSen } from '#tests/setup/sen-command.ts'
import { type Home, makeHome, runServer, startServer } from '#tests/setup/server-process.ts'
import { type Acknowledged, judge } from '../kill/judge.ts'

const secret = { BACKUP_PASSPHRASE: 'nước mắm nhĩ Phú Quốc' }

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-backups-'))
  const first = join(folder, 'first.sen')
  const daily = join(folder, 'daily')
  const acknowledged: Acknowledged[] = []
  const homes: Home[] = []
  let home: Home
  let shop: Shop
  let store: S3Server
  after(async () => {
    for (const one of homes) await one.remove()
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const newHome = async (settings: Record<string, string> = {}, empty = false) => {
    const made = await makeHome({ HUMAN_CHECK: 'off', ...secret, ...settings }, { empty })
    homes.push(made)
    return made
  }
  const entriesOf = async (file: string) => {
    const content = await openBackupFolder(folder).read(basename(file))
    return readArchive({ name: file, mustBeEncrypted: false }, content, secret.BACKUP_PASSPHRASE)
  }
  const sumsOf = async (file: string): Promise<Sums | undefined> => {
    for await (const { name, content } of await entriesOf(file))
      if (name === 'sums.json') return (await json(content)) as Sums
    return undefined
  }

  before(async () => {
    store = await startS3Server()
    // As a key answers that lacks `s3:ListBucketMultipartUploads`.
    store.trouble = (method, _path, { uploads }) =>
      method === 'GET' && uploads !== undefined ? { status: 403, code: 'AccessDenied' } : undefined
    home = await newHome({
      BACKUP_FOLDER: daily,
      BACKUP_WHOLE_EVERY: '7',
      LOG_LEVEL: 'info',
      BACKUP_S3_ENDPOINT: store.endpoint,
      BACKUP_S3_BUCKET: store.bucket,
      BACKUP_S3_ACCESS_KEY_ID: store.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    })
    const server = await startServer(home)
    try {
      shop = await openShop(home, server)
      const writing = { on: true }
      const write = async () => {
        const visitor = await openVisitor(server.url, shop.page)
        for (let left = 9; left > 0 && writing.on; left--) {
          const clientId = crypto.randomUUID()
          const text = `phí ship đi Hà Nội bao nhiêu ạ? (${clientId.slice(0, 8)})`
          const { id } = await visitor.say(text, clientId)
          if (writing.on) acknowledged.push({ id, clientId, text, visitor: visitor.token })
        }
      }
      await Promise.all([write(), write()])
      const meanwhile = [write(), write()]
      const backup = startSen(home.settings, 'backup', first)
      // Anything acknowledged after this may or may not be included.
      writing.on = false
      const [code] = (await once(backup.child, 'close')) as [number]
      assert.equal(code, 0, backup.output())
      await Promise.all(meanwhile)
      for (const place of openBackupStores(readConfig(home.settings), systemClock))
        await until(`the backup of the day in ${place.kind}`, async () => (await listDaily(place))[0])
      await until('why it is whole', async () => server.output().includes('It is whole: none before it') || undefined)
      await until('the warning', async () => server.output().includes('What killed backups left') || undefined)
    } finally {
      await server.stop()
    }
  })

  test('comes back on either database as it was, and the shop goes on', async () => {
    const sums = await sumsOf(first)
    assert.ok((sums?.tables['public.messages']?.rows ?? 0) >= acknowledged.length)
    assert.equal(Object.keys(sums?.files ?? {}).length > 0, true)
    // Through the embedded database, whichever this one is.
    const middle = await newHome({}, true)
    // Killed midway: no server starts on half of it, and it can be repeated.
    const killed = startSen(middle.settings, 'restore', first)
    await until('the database', async () => existsSync(join(middle.dataDir, 'database')) || undefined)
    killed.child.kill('SIGKILL')
    await once(killed.child, 'close')
    assert.match((await runServer(middle.settings)).output, /was not finished/)
    const second = join(folder, 'second.sen')
    for (const words of [
      ['restore', first],
      ['backup', second],
    ]) {
      const { code, output } = await runSen(middle.settings, ...words)
      assert.equal(code, 0, output)
    }
    assert.deepEqual(await sumsOf(second), sums)
    const last = await newHome({}, home.kind === 'embedded')
    const restored = await runSen(last.settings, 'restore', second)
    assert.equal(restored.code, 0, restored.output)
    const server = await startServer(last)
    try {
      const { output } = await runSen(last.settings, 'keys')
      assert.equal((JSON.parse(output) as { anon_key: string }).anon_key, shop.anonKey)
      assert.ok(await signInOwner(server.url, shop.anonKey, shop.account), 'the same keys, the same password')
      await until('the answers', async () => {
        const { queue_age_seconds: age } = (await (await fetch(`${server.url}/readyz`)).json()) as Record<
          string,
          number
        >
        return age === 0 || undefined
      })
      const visitor = await openVisitor(server.url, shop.page)
      await visitor.say('phí ship đi Hà Nội bao nhiêu ạ?')
      assert.match((await visitor.answers())[0]?.text ?? '', /35\.000|30\.000|\d+\.000/)
    } finally {
      await server.stop()
    }
    const { problems } = await judge(last, acknowledged, [])
    assert.deepEqual(
      problems.filter(problem => !problem.startsWith('left undone')),
      [],
    )
  })

  test('that is not whole, or not ours to open, restores nothing, and says why', async () => {
    const bytes = readFileSync(first)
    const changed = Buffer.from(bytes)
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1
    const [cut, wrong, other] = ['cut', 'wrong', 'other'].map(name => join(folder, name)) as [string, string, string]
    writeFileSync(cut, bytes.subarray(0, bytes.length >> 1))
    writeFileSync(wrong, changed)
    for (const file of [cut, wrong])
      await assert.rejects(async () => {
        for await (const { content } of await entriesOf(file)) content.resume()
      }, /cannot be read as a backup/)
    // Complete and with our passphrase, but a row was changed after counting.
    const write = (content: BackupBytes) => openBackupFolder(folder).write('other', content)
    await writeArchive(write, secret.BACKUP_PASSPHRASE, async writer => {
      for await (const { name, content } of await entriesOf(first)) {
        const text = (await buffer(content)).toString('latin1')
        await writer.add(
          name,
          Buffer.from(name.includes('public.messages') ? text.replace('ship', 'Ship') : text, 'latin1'),
        )
      }
    })
    const target = await newHome({}, true)
    for (const [settings, file, expected] of [
      [target.settings, other, /is not what was written: public\.messages/],
      [{ ...target.settings, BACKUP_PASSPHRASE: 'another passphrase' }, first, /does not open with this/],
      [{ ...target.settings, BACKUP_PASSPHRASE: '' }, first, /is encrypted/],
      [target.settings, join(folder, 'none'), /cannot be read as a backup/],
      [home.settings, first, /is not empty/],
    ] as const)
      await assert.rejects(runBackupCommand(readConfig(settings), ['restore', file]), {
        name: 'StartError',
        message: expected,
      })
    assert.deepEqual(readdirSync(target.dataDir), [])
    assert.ok(existsSync(join(home.dataDir, 'keys.json')))
  })

  test('of the day is made by the program itself, and proven without touching anything', async () => {
    const [newest] = await listDaily(openBackupFolder(daily))
    const { code, output } = await runSen(home.settings, 'verify', join(daily, newest?.name ?? ''))
    assert.equal(code, 0, output)
    assert.match(output, /is whole/)
  })
})
