import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { hours, minutes, seconds } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Job } from '#platform/jobs/claim-jobs.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { priceListPdf, priceListTxt, scannedPdf } from '#tests/fixtures/documents.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { addFile } from '../sources/add-file.ts'
import { watchSource } from './fail-source.ts'
import { processSource } from './process-source.ts'
import { removeSource } from '../sources/remove-source.ts'
import { retrySource } from '../sources/retry-source.ts'

describe('processing a source', () => {
  let platform: TestPlatform
  let caller: Caller

  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  async function newShop(): Promise<void> {
    const owner = await makeOwner(platform)
    caller = { ...owner, email: '', role: 'admin', claims: { role: 'authenticated' }, language: 'vi' }
  }

  async function add(content: Buffer, type: 'pdf' | 'txt'): Promise<Source> {
    const id = newId()
    const key = `sources/${caller.workspaceId}/${id}`
    const saved = await platform.files.save(key, Readable.from([content]), { maxBytes: content.length })
    return (await addFile(platform, caller, { id, key, type, title: `Bảng giá.${type}`, ...saved })).source
  }

  async function read<T>(query: (workspaceId: string) => ReturnType<typeof sql<T>>): Promise<T[]> {
    const { rows } = await platform.db.asService(null, tx => query(caller.workspaceId).execute(tx))
    return rows
  }

  async function sourceOf(id: string): Promise<Source & { file_key: string | null }> {
    const [row] = await read(
      w => sql<Source & { file_key: string | null }>`select * from sources where workspace_id = ${w} and id = ${id}`,
    )
    return row as Source & { file_key: string | null }
  }

  const passageIds = async (): Promise<string[]> =>
    (await read(w => sql<{ id: string }>`select id from passages where workspace_id = ${w} and live order by id`)).map(
      row => row.id,
    )
  const events = async (name: string): Promise<number> =>
    (
      await read(
        w =>
          sql<{
            n: number
          }>`select count(*)::int as n from private.events where workspace_id = ${w} and name = ${name}`,
      )
    )[0]?.n ?? 0
  const used = async (): Promise<number> =>
    (
      await read(
        w => sql<{ used: number }>`select used from usage_counters where workspace_id = ${w} and metric = 'documents'`,
      )
    )[0]?.used ?? -1

  const dropWork = (): Promise<unknown> =>
    read(w => sql`delete from private.jobs where kind = 'process source' and payload ->> 'workspace_id' = ${w}`)

  function killReaders(): () => void {
    const timer = setInterval(() => {
      const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim()
      for (const pid of children === '' ? [] : children.split(' ')) process.kill(Number(pid), 'SIGKILL')
    }, 1)
    return () => clearInterval(timer)
  }

  test('run twice it changes nothing; state, passages and events come together', async () => {
    await newShop()
    const { id } = await add(await priceListPdf(), 'pdf')
    assert.equal((await sourceOf(id)).status, 'processing')
    assert.deepEqual(await passageIds(), [])
    const task = { workspace_id: caller.workspaceId, source_id: id, version: 1 }
    const job: Job = { id: 1, kind: 'process source', lane: id, payload: task, attempts: 1 }
    await Promise.all([processSource(platform, task, job), processSource(platform, task, job)])
    const ids = await passageIds()
    assert.ok(ids.length > 3)
    await processSource(platform, task, job)
    await platform.jobs.drain()
    assert.deepEqual(await passageIds(), ids)
    assert.deepEqual([await events('source.processed'), await events('knowledge.changed')], [1, 1])
  })

  test('removed while it is read, a source stays removed', async () => {
    await newShop()
    const { id } = await add(await priceListPdf(), 'pdf')
    const processing = platform.jobs.drain()
    await removeSource(platform, caller, { id })
    await processing
    await platform.jobs.drain()
    const source = await sourceOf(id)
    assert.deepEqual([source.status, source.file_key], ['removed', null])
    assert.deepEqual([await passageIds(), await used()], [[], 0])
    assert.equal(await platform.files.exists(`sources/${caller.workspaceId}/${id}`), false)
  })

  test('a reader that is lost starts again; lost three times, the source fails, may be tried again and then works', async () => {
    await newShop()
    const { id } = await add(await priceListPdf(), 'pdf')
    let stop = killReaders()
    await platform.jobs.drain()
    stop()
    assert.equal((await sourceOf(id)).status, 'processing')
    platform.clock.advance(seconds(2))
    stop = killReaders()
    for (let i = 0; i < 3; i++) {
      await platform.jobs.drain()
      platform.clock.advance(seconds(20))
    }
    stop()
    assert.deepEqual([(await sourceOf(id)).status, (await sourceOf(id)).reason], ['failed', 'training.could_not_read'])
    assert.equal(await used(), 0)
    const again = await retrySource(platform, caller, { id })
    assert.deepEqual([again.status, again.version, again.reason], ['processing', 2, null])
    assert.equal((await retrySource(platform, caller, { id })).version, 2, 'a second click')
    await platform.jobs.drain()
    assert.equal((await sourceOf(id)).status, 'processed')
    assert.equal(await used(), 1)
  })

  test('a source whose file is not known fails at once', async () => {
    await newShop()
    const { id } = await add(priceListTxt(), 'txt')
    await platform.db.asService(null, tx => sql`update sources set file_key = null where id = ${id}`.execute(tx))
    await platform.jobs.drain()
    assert.deepEqual([(await sourceOf(id)).status, (await sourceOf(id)).reason], ['failed', 'training.could_not_read'])
  })

  test('nothing is processing longer than ten minutes', async () => {
    await newShop()
    const { id } = await add(priceListTxt(), 'txt')
    await dropWork()
    platform.clock.advance(minutes(7))
    await platform.jobs.drain()
    assert.equal((await sourceOf(id)).status, 'processing')
    platform.clock.advance(minutes(1))
    await platform.jobs.drain()
    assert.deepEqual([(await sourceOf(id)).status, (await sourceOf(id)).reason], ['failed', 'training.could_not_read'])
    assert.equal(await events('source.failed'), 1)
    await retrySource(platform, caller, { id })
    await platform.jobs.drain()
    platform.clock.advance(minutes(20))
    await platform.jobs.drain()
    assert.equal((await sourceOf(id)).status, 'processed')
  })

  test('after a night with the server off, work goes on instead of failing', async () => {
    await newShop()
    const { id } = await add(priceListTxt(), 'txt')
    platform.clock.advance(hours(10))
    await platform.jobs.drain()
    assert.equal((await sourceOf(id)).status, 'processed')
    const stuck = await add(Buffer.from('Giá 10.000đ.'), 'txt')
    const task = { workspace_id: caller.workspaceId, source_id: stuck.id, version: 1 }
    await watchSource(platform, { ...task, last: false })
    assert.equal((await sourceOf(stuck.id)).status, 'processing', 'its work still waits')
    await watchSource(platform, { ...task, last: true })
    assert.equal((await sourceOf(stuck.id)).status, 'failed')
  })

  test('many files at once leave the queue its places, and all are read in the end', async () => {
    platform.clock.advance(hours(1))
    await platform.jobs.drain()
    const shops: [Caller, string][] = []
    for (let n = 0; n < 12; n++) {
      await newShop()
      shops.push([caller, (await add(priceListTxt(), 'txt')).id])
    }
    const states = async (): Promise<string[]> => {
      const found: string[] = []
      for (const [shop, id] of shops) {
        caller = shop
        found.push((await sourceOf(id)).status)
      }
      return found
    }
    await platform.jobs.drain()
    assert.equal((await states()).filter(state => state === 'processed').length, 10)
    platform.clock.advance(seconds(1))
    await platform.jobs.drain()
    assert.ok((await states()).every(state => state === 'processed'))
  })

  test('what only another file can mend is not tried again, and failed files do not pile up', async () => {
    await newShop()
    const scan = await scannedPdf()
    const first = await add(scan, 'pdf')
    await platform.jobs.drain()
    await assert.rejects(
      retrySource(platform, caller, { id: first.id }),
      (error: unknown) => error instanceof Failure && error.code === 'training.upload_again',
    )
    platform.clock.advance(seconds(1))
    await read(
      w => sql`insert into sources (id, workspace_id, kind, title, status, reason, created_at)
      select gen_random_uuid(), ${w}, 'file', 'cũ.txt', 'failed', 'training.empty', ${platform.clock.now()} from generate_series(1, 19)`,
    )
    platform.clock.advance(seconds(1))
    await add(Buffer.from('\ufeff\n'), 'txt')
    await platform.jobs.drain()
    const failed = await read(
      w => sql<{ id: string }>`select id from sources where workspace_id = ${w} and status = 'failed'`,
    )
    assert.equal(failed.length, 20)
    assert.equal((await sourceOf(first.id)).status, 'removed')
  })
})
