import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Source } from '#shared/contracts/training/training.results.ts'
import { days } from '#platform/clock.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { trainingDrivers } from '#tests/drivers/training-driver.ts'
import { forgetVersions, versionRetentionDays } from '../knowledge/forget-versions.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import { failSource } from '../processing/fail-source.ts'

type StoredSource = Source & { file_key: string; sha256: string }

describe('replacing a file', () => {
  const desk = trainingDrivers()

  async function upload(content: string): Promise<string> {
    const { json } = await desk.send('POST', '/sources/files', content, 'gia.txt')
    await desk.platform.jobs.drain()
    return json.id
  }

  const replace = (id: string, content: string | Buffer, name = 'gia.txt', key?: string) =>
    desk.send('PUT', `/sources/${id}/file`, content, name, key ? { headers: { 'idempotency-key': key } } : {})

  async function find(id: string): Promise<StoredSource> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<StoredSource>`select * from sources where id = ${id}`.execute(tx),
    )
    return rows[0]!
  }

  async function passageTexts(): Promise<string> {
    return (await loadKnowledge(desk.platform, desk.owner.workspaceId)).knowledge.passages
      .map(passage => `${passage.title}: ${passage.text}`)
      .join('\n')
  }

  async function filesOf(id: string): Promise<number> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ n: number }>`select (select count(*) from private.replacements where source_id = ${id})::int as n`.execute(
        tx,
      ),
    )
    return rows[0]?.n ?? -1
  }

  const onDisk = (key: string): Promise<boolean> => desk.platform.files.exists(key)

  test('the old version answers until the new one is read; then the new one does, and the old file goes when its time is over', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.')
    const before = await find(id)
    const started = await replace(id, 'Chén quân giá 70.000đ một chiếc.', 'gia-moi.txt')
    assert.deepEqual([started.status, started.json.status, started.json.version], [202, 'processing', 2])
    assert.match(await passageTexts(), /gia\.txt: .*65\.000đ/)
    await desk.platform.jobs.drain()
    const now = await find(id)
    assert.deepEqual([now.status, now.title, now.version, now.reason], ['processed', 'gia-moi.txt', 2, null])
    assert.match(await passageTexts(), /gia-moi\.txt: .*70\.000đ/)
    assert.doesNotMatch(await passageTexts(), /65\.000đ/)
    assert.deepEqual([await onDisk(before.file_key), await onDisk(now.file_key), await filesOf(id)], [true, true, 0])
    desk.platform.clock.advance(days(versionRetentionDays + 1))
    await forgetVersions(desk.platform)
    await desk.platform.jobs.drain()
    assert.deepEqual([await onDisk(before.file_key), await onDisk(now.file_key)], [false, true])
    assert.match(await passageTexts(), /gia-moi\.txt: .*70\.000đ/)
  })

  test('a new file that cannot be read changes nothing but the reason shown', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.')
    const before = await find(id)
    const knowledge = await passageTexts()
    await replace(id, Buffer.from('%PDF-1.7 nothing of a document'), 'hong.pdf')
    await desk.platform.jobs.drain()
    const now = await find(id)
    assert.deepEqual(
      [now.status, now.reason, now.title, now.file_key],
      ['processed', 'training.file_damaged', 'gia.txt', before.file_key],
    )
    assert.deepEqual([await passageTexts(), await onDisk(before.file_key), await filesOf(id)], [knowledge, true, 0])
    await replace(id, 'Chén quân giá 80.000đ một chiếc.')
    await desk.platform.jobs.drain()
    assert.deepEqual([(await find(id)).reason, (await find(id)).version], [null, 3])
    assert.match(await passageTexts(), /80\.000đ/)
  })

  test('replaced again while it is read, and stopped: the last word counts', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.')
    await replace(id, 'Chén quân giá 66.000đ một chiếc.')
    await replace(id, 'Chén quân giá 67.000đ một chiếc.')
    await desk.platform.jobs.drain()
    assert.match(await passageTexts(), /67\.000đ/)
    await replace(id, 'Chén quân giá 68.000đ một chiếc.')
    const stopped = await desk.call<Source>('POST', `/sources/${id}/cancel`)
    assert.deepEqual([stopped.json.status, stopped.json.reason], ['processed', 'training.stopped'])
    await desk.platform.jobs.drain()
    assert.match(await passageTexts(), /67\.000đ/)
  })

  test('the failure of a file that was replaced meanwhile stops nothing', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.')
    await replace(id, 'Chén quân giá 66.000đ một chiếc.')
    await replace(id, 'Chén quân giá 67.000đ một chiếc.')
    const task = { workspace_id: desk.owner.workspaceId, source_id: id, version: 2 }
    await failSource(desk.platform, task, 'training.could_not_read')
    assert.deepEqual([(await find(id)).status, (await find(id)).version], ['processing', 3])
    await desk.platform.jobs.drain()
    assert.match(await passageTexts(), /67\.000đ/)
  })

  test('the very same file changes nothing; another source’s file is refused; the same key gives the same result', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.')
    const other = await upload('Ấm tử sa giá 450.000đ một chiếc.')
    const same = await replace(id, 'Chén quân giá 65.000đ một chiếc.')
    assert.deepEqual([same.status, same.json.version, same.json.status], [200, 1, 'processed'])
    assert.equal((await replace(id, 'Ấm tử sa giá 450.000đ một chiếc.')).code, 'training.same_file')
    const [first, second] = [
      await replace(other, 'Ấm 500.000đ.', 'a.txt', 'k1'),
      await replace(other, 'Ấm 500.000đ.', 'a.txt', 'k1'),
    ]
    assert.deepEqual([first.json.version, second.json.version], [2, 2])
    await desk.platform.jobs.drain()
    assert.match(await passageTexts(), /500\.000đ/)
  })

  test('it takes no further place, and a removed or foreign one cannot be replaced', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.')
    await replace(id, 'Chén quân giá 70.000đ một chiếc.')
    await desk.platform.jobs.drain()
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{
        used: number
      }>`select used from usage_counters where workspace_id = ${desk.owner.workspaceId} and metric = 'documents'`.execute(
        tx,
      ),
    )
    assert.equal(rows[0]?.used, 1)
    const mine = desk.owner
    desk.owner = await makeOwner(desk.platform)
    assert.equal((await replace(id, 'Chén quân giá 1đ.')).status, 404)
    desk.owner = mine
    await replace(id, 'Chén quân giá 75.000đ một chiếc.')
    await desk.call('DELETE', `/sources/${id}`)
    await desk.platform.jobs.drain()
    assert.deepEqual([await passageTexts(), await filesOf(id)], ['', 0])
    assert.equal((await replace(id, 'Chén quân giá 80.000đ.')).status, 404)
  })
})
