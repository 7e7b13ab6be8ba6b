import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fakeClock, minutes, systemClock } from '#platform/clock.ts'
import type { Files } from '#platform/files/files.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { runBackupCommand } from '#server/backup/backup-commands.ts'
import { readConfig } from '#server/config.ts'
import { openHome } from '#tests/setup/open-home.ts'
import { type S3Server, startS3Server } from '#tests/setup/s3-server.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'

const stored = { 'sources/shop/one': 'Bảng giá', 'objects/0a/two': '', 'customer-exports/three': 'ba' }

describe('a backup of an installation with its files in S3', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-s3-backup-'))
  const file = join(folder, 'one.sen')
  const homes: Home[] = []
  const stores: S3Server[] = []
  after(async () => {
    for (const one of homes) await one.remove()
    for (const one of stores) await one.close()
    rmSync(folder, { recursive: true })
  })
  const newConfig = async (empty: boolean, store?: S3Server) => {
    const home = await makeHome({ BACKUP_PASSPHRASE: 'nước mắm nhĩ Phú Quốc' }, { empty })
    homes.push(home)
    return readConfig({
      ...home.settings,
      ...(store && {
        S3_ENDPOINT: store.endpoint,
        S3_BUCKET: store.bucket,
        S3_ACCESS_KEY_ID: store.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.secretAccessKey,
      }),
    })
  }
  const newStore = async () => {
    const store = await startS3Server()
    stores.push(store)
    return store
  }
  const save = (files: Files, key: string, content: string) =>
    files.save(key, Readable.from([Buffer.from(content)]), { maxBytes: 100 })
  const contentOf = async (files: Files) => {
    const found: Record<string, string> = {}
    for await (const key of files.keys()) found[key] = await text(await files.read(key))
    return found
  }

  before(async () => {
    const config = await newConfig(false, await newStore())
    const files = openFiles(config, systemClock)
    for (const [key, content] of Object.entries(stored)) await save(files, key, content)
    assert.match((await runBackupCommand(config, ['backup', file])) ?? '', /3 files\./)
  })

  test('has a file that is removed while it is made, which goes once it is made', async t => {
    const store = await newStore()
    const config = await newConfig(false, store)
    const clock = fakeClock(new Date().toISOString())
    const { platform, close } = await openHome(config, clock)
    t.after(close)
    const files = openFiles(config, systemClock)
    for (const [key, content] of Object.entries(stored)) await save(files, key, content)
    let isRead = false
    store.trouble = async (method, path) => {
      if (isRead || method !== 'GET' || !path.endsWith('/three')) return
      isRead = true
      await platform.files.remove('sources/shop/one')
    }
    const made = join(folder, 'while-removing')
    assert.match((await runBackupCommand(config, ['backup', made])) ?? '', /3 files\./)
    assert.ok(isRead)
    assert.equal(await files.exists('sources/shop/one'), true)
    clock.advance(minutes(6))
    await platform.jobs.drain()
    await platform.files.remove('objects/0a/two')
    assert.deepEqual(Object.keys(await contentOf(files)), ['customer-exports/three'], 'nothing waits any more')
  })

  test('comes back into a bucket that lived on: what is alike stays, and no other file is overwritten', async () => {
    const store = await newStore()
    const [one, other] = [await newConfig(true, store), await newConfig(true, store)]
    const files = openFiles(one, systemClock)
    await save(files, 'sources/shop/one', stored['sources/shop/one'])
    await runBackupCommand(one, ['restore', file])
    assert.deepEqual(await contentOf(files), stored)

    await save(files, 'sources/shop/one', 'of another shop')
    for (const key of ['objects/0a/two', 'customer-exports/three']) await files.remove(key)
    await assert.rejects(runBackupCommand(other, ['restore', file]), /There is another sources\/shop\/one/)
    assert.deepEqual(await contentOf(files), { 'sources/shop/one': 'of another shop' }, 'nothing else remains')
  })
})
