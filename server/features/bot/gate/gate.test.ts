import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minutes } from '#platform/clock.ts'
import type { RunDetail } from '#shared/contracts/bot/bot.results.ts'
import type { PairsPreview, Source } from '#shared/contracts/training/training.results.ts'
import { memberAt, strangerTo, trainingDrivers } from '#tests/drivers/training-driver.ts'
import { checkVersions } from './check-versions.ts'

type Check = {
  id: string
  version: number
  total: number
  worse: number
  better: number
  changed: number
  details: RunDetail[]
  finished_at: string | null
}

const fee = 'Phí giao hàng nội thành?'
const old = 'Phí giao hàng nội thành 20.000đ.'
const higherFee = 'Phí giao hàng nội thành 25.000đ.'

describe('the gate before new knowledge', () => {
  const desk = trainingDrivers()

  const run = () => desk.settle(12)
  const check = async (id: string): Promise<Check | undefined> =>
    (await desk.rows<Check>(`source_checks?source_id=eq.${id}`))[0]
  const change = async (id: string, question: string, answer: string): Promise<Source> =>
    (await desk.call<Source>('PUT', `/sources/pairs/${id}`, { question, answer })).json
  const upload = async (text: string, name: string): Promise<string> => {
    const { json } = await desk.send('POST', '/sources/files', text, name)
    await run()
    return json.id
  }

  test('a pair that makes an answer worse waits, and the old one answers; confirmed, the new one does', async () => {
    const { id } = await desk.pair(fee, old)
    await desk.saveTest(fee, '20.000đ')
    const changed = await change(id, fee, higherFee)
    assert.deepEqual([changed.status, changed.answer, changed.live_version, changed.version], ['waiting', old, 1, 2])
    assert.match((await desk.ask(fee)).reply, /20\.000đ/)
    const seen = await check(id)
    assert.deepEqual([seen?.version, seen?.total, seen?.worse, seen?.better, seen?.changed], [2, 1, 1, 0, 0])
    assert.match(seen?.details[0]?.before.reply ?? '', /20\.000đ/)
    assert.match(seen?.details[0]?.now.reply ?? '', /25\.000đ/)
    const published = await desk.call<Source>('POST', `/sources/${id}/publish`, { check_id: seen?.id })
    assert.deepEqual([published.status, published.json.status, published.json.answer], [200, 'processed', higherFee])
    assert.match((await desk.ask(fee)).reply, /25\.000đ/)
    assert.equal(await check(id), undefined)
    assert.equal((await desk.call<Source>('POST', `/sources/${id}/publish`)).json.status, 'processed')
  })

  test('given up, the old pair goes on answering, and a new one is gone', async () => {
    const { id } = await desk.pair(fee, old)
    await desk.saveTest(fee, '20.000đ')
    await desk.call('POST', '/regression-cases', { question: 'có khắc tên lên chén không', act: 'abstain' })
    await change(id, fee, higherFee)
    const added = await desk.pair('Có khắc tên lên chén không?', 'Có, khắc tên 30.000đ một chiếc.')
    assert.equal(added.status, 'waiting')
    assert.equal((await desk.ask('có khắc tên lên chén không')).act, 'abstain')
    assert.equal((await desk.call<Source>('POST', `/sources/${id}/drop`)).json.status, 'processed')
    assert.equal((await desk.call<Source>('POST', `/sources/${added.id}/drop`)).json.status, 'removed')
    await run()
    assert.deepEqual([(await desk.source(id))?.answer, await desk.source(added.id)], [old, undefined])
    assert.match((await desk.ask(fee)).reply, /20\.000đ/)
    assert.equal((await desk.ask('có khắc tên lên chén không')).act, 'abstain')
  })

  test('what makes nothing worse answers at once; so does everything where there are no test questions', async () => {
    const first = await desk.pair(fee, old)
    assert.equal(first.status, 'processed')
    await desk.saveTest(fee, '20.000đ')
    const second = await desk.pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.')
    assert.equal(second.status, 'processed')
    assert.match((await desk.ask('tiệm ở đâu')).reply, /12 Nguyễn Văn Linh/)
  })

  test('a new file and one that takes another’s place wait likewise; a file that is read tells how far its questions are', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.', 'gia.txt')
    await desk.saveTest('chén quân giá bao nhiêu', '65.000đ')
    await desk.send('PUT', `/sources/${id}/file`, 'Chén quân giá 70.000đ một chiếc.', 'gia-moi.txt')
    await run()
    const waiting = await desk.source(id)
    assert.deepEqual(
      [waiting?.status, waiting?.title, waiting?.live_version, waiting?.version],
      ['waiting', 'gia.txt', 1, 2],
    )
    assert.match((await desk.ask('chén quân giá bao nhiêu')).reply, /65\.000đ/)
    const found = await check(id)
    assert.deepEqual([found?.worse, found?.finished_at === null], [1, false])
    await desk.call('POST', `/sources/${id}/publish`)
    assert.match((await desk.ask('chén quân giá bao nhiêu')).reply, /70\.000đ/)
    assert.equal((await desk.source(id))?.title, 'gia-moi.txt')
  })

  test('replaced again while it waits, only the newest counts', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.', 'gia.txt')
    await desk.saveTest('chén quân giá bao nhiêu', '65.000đ')
    await desk.send('PUT', `/sources/${id}/file`, 'Chén quân giá 70.000đ một chiếc.', 'gia-2.txt')
    await run()
    await desk.send('PUT', `/sources/${id}/file`, 'Chén quân giá 65.000đ một chiếc. Còn hàng.', 'gia-3.txt')
    await run()
    const now = await desk.source(id)
    assert.deepEqual([now?.status, now?.title, now?.live_version], ['processed', 'gia-3.txt', 3])
  })

  test('what waits is looked at again when something else goes live: a confirmation of what no longer holds is refused', async () => {
    const { id } = await desk.pair(fee, old)
    await desk.pair('Tiệm mở cửa mấy giờ?', 'Tiệm mở cửa 8h mỗi ngày.')
    await desk.saveTest(fee, '20.000đ')
    await change(id, fee, higherFee)
    const seen = await check(id)
    await desk.saveTest('phí giao hàng nội thành là bao nhiêu', '20.000đ')
    await run()
    const later = await check(id)
    assert.deepEqual([later?.worse, later?.id === seen?.id], [2, false])
    const refused = await desk.call('POST', `/sources/${id}/publish`, { check_id: seen?.id })
    assert.deepEqual([refused.status, refused.code], [409, 'training.check_changed'])
    await desk.pair('Có chỗ gửi xe không?', 'Gửi xe miễn phí trước tiệm.')
    const same = await desk.call<Source>('POST', `/sources/${id}/publish`, { check_id: later?.id })
    assert.deepEqual([same.status, same.json.status], [200, 'processed'])
  })

  test('mended by another pair, or by what the test question expects, it answers by itself', async () => {
    const { id } = await desk.pair(fee, old)
    const stored = await desk.call<{ id: string }>('POST', '/regression-cases', { question: fee, expected: '20.000đ' })
    await change(id, fee, higherFee)
    await run()
    assert.equal((await desk.source(id))?.status, 'waiting')
    const patched = await desk.call<{ last_right: boolean }>('PATCH', `/regression-cases/${stored.json.id}`, {
      expected: '25.000đ',
    })
    assert.equal(patched.json.last_right, false)
    await run()
    assert.deepEqual([(await desk.source(id))?.status, (await desk.source(id))?.answer], ['processed', higherFee])
  })

  test('of many lines of a file of pairs only the one that makes something worse waits', async () => {
    await desk.pair(fee, old)
    await desk.saveTest(fee, '20.000đ')
    const lines = Array.from({ length: 9 }, (_, n) => `Câu hỏi số ${n} là gì?,Trả lời số ${n}.`)
    lines.splice(4, 0, `${fee},${higherFee}`)
    const planned = await desk.send(
      'POST',
      '/sources/pairs/import?how=all',
      ['question,answer', ...lines].join('\n'),
      'p.csv',
    )
    assert.equal((planned.json as unknown as PairsPreview).problems, 0)
    await run()
    const all = await desk.rows<Source>('sources?select=*&kind=eq.pair')
    assert.deepEqual(
      all.filter(source => source.status !== 'processed').map(source => [source.title, source.status, source.answer]),
      [[fee, 'waiting', old]],
    )
    assert.equal(all.length, 10)
  })

  test('a website that changed waits as a whole, old pages answering; published, all its pages change at once', async () => {
    const page = (words: string) =>
      `<html><head><title>Tiệm gốm</title></head><body><main><h1>Tiệm</h1><p>${words}</p></main></body></html>`
    desk.site.set('/', page('Tiệm bán gốm. <a href="/gia">Giá</a> <a href="/gio">Giờ</a>'))
    desk.site.set('/gia', page('Chén quân giá 65.000đ một chiếc.'))
    desk.site.set('/gio', page('Giờ mở cửa: 8h - 20h.'))
    const { json } = await desk.call<Source>('POST', '/sources/links', { url: `${desk.site.url}/`, depth: 1 })
    await run()
    await desk.saveTest('chén quân giá bao nhiêu', '65.000đ')
    desk.site.set('/gia', page('Chén quân giá 70.000đ một chiếc.'))
    desk.site.set('/gio', page('Giờ mở cửa: 9h - 20h.'))
    await desk.call('POST', `/sources/${json.id}/resync`)
    await run()
    assert.deepEqual([(await desk.source(json.id))?.status, (await check(json.id))?.worse], ['waiting', 1])
    assert.match((await desk.ask('tiệm mở cửa lúc mấy giờ')).reply, /8h/)
    await desk.call('POST', `/sources/${json.id}/publish`)
    assert.match((await desk.ask('tiệm mở cửa lúc mấy giờ')).reply, /9h/)
    assert.match((await desk.ask('chén quân giá bao nhiêu')).reply, /70\.000đ/)
    desk.site.remove('/gia')
    await desk.call(
      'PATCH',
      `/regression-cases/${(await desk.rows<{ id: string }>('regression_cases?select=id'))[0]?.id}`,
      { expected: '70.000đ' },
    )
    await desk.call('POST', `/sources/${json.id}/resync`)
    await run()
    assert.equal((await desk.source(json.id))?.status, 'waiting')
    await desk.call('POST', `/sources/${json.id}/drop`)
    await run()
    assert.deepEqual(
      [(await desk.source(json.id))?.status, (await desk.ask('chén quân giá bao nhiêu')).act],
      ['processed', 'answer'],
    )
  })

  test('a corrected answer that makes others worse waits too, and says so; taken back, nothing is left', async () => {
    await desk.pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.')
    await desk.call('POST', '/regression-cases', { question: 'có chỗ gửi xe không', act: 'abstain' })
    const asked = await desk.ask('có chỗ gửi xe không')
    const improved = await desk.call<{ id: string; source_id: string; waiting: boolean }>(
      'POST',
      `/answers/${asked.answer_id}/improve`,
      {
        question: 'Có chỗ gửi xe không?',
        answer: 'Gửi xe miễn phí trước tiệm.',
      },
    )
    assert.deepEqual([improved.status, improved.json.waiting], [201, true])
    assert.equal((await desk.ask('có chỗ gửi xe không')).act, 'abstain')
    assert.equal((await desk.call('DELETE', `/corrections/${improved.json.id}`)).status, 200)
    await run()
    assert.equal(await desk.source(improved.json.source_id), undefined)
  })

  test('killed before each of its transactions, by two at once: the same in the end', async () => {
    const end = async (id: string) => [
      (await desk.source(id))?.status,
      (await check(id))?.worse,
      (await check(id))?.finished_at !== null,
      (await desk.ask(fee)).reply,
    ]
    const { id } = await desk.pair(fee, old)
    await desk.saveTest(fee, '20.000đ')
    await change(id, fee, higherFee)
    const expected = await end(id)
    const { asService } = desk.platform.db
    for (let killedAt = 0; killedAt < 6; killedAt++) {
      await desk.send(
        'POST',
        '/sources/pairs/import?how=all',
        `question,answer\n${fee},${higherFee} ${killedAt}`,
        'p.csv',
      )
      const { version = 0, status } = (await desk.source(id)) ?? {}
      assert.equal(status, 'processing')
      const task = { workspace_id: desk.owner.workspaceId, versions: [{ source_id: id, version }] }
      let calls = 0
      desk.platform.db.asService = (workspaceId, work) => {
        if (calls++ === killedAt) throw new Error('killed')
        return asService(workspaceId, work)
      }
      await checkVersions(desk.platform, task).catch(() => undefined)
      desk.platform.db.asService = asService
      await Promise.all([checkVersions(desk.platform, task), checkVersions(desk.platform, task)])
      await run()
      assert.deepEqual(await end(id), expected, `killed at ${killedAt}`)
    }
  })

  test('something goes live in the middle of a look: it is looked at again beside it', async () => {
    const { id } = await desk.pair(fee, old)
    await desk.saveTest(fee, '20.000đ')
    const { version } = await change(id, fee, higherFee)
    const task = { workspace_id: desk.owner.workspaceId, versions: [{ source_id: id, version }] }
    const [looked] = await Promise.all([
      checkVersions(desk.platform, task),
      desk.pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.'),
    ])
    assert.equal(looked, undefined)
    await run()
    const [workspace] = await desk.rows<{ knowledge_version: number }>('workspaces?select=knowledge_version')
    const [row] = await desk.rows<{ knowledge_version: number }>(`source_checks?source_id=eq.${id}`)
    assert.equal(row?.knowledge_version, workspace?.knowledge_version)
  })

  test('a job that is lost is done after all; nothing is being read for ever', async () => {
    const id = await upload('Chén quân giá 65.000đ một chiếc.', 'gia.txt')
    await desk.saveTest('chén quân giá bao nhiêu', '65.000đ')
    await desk.send('PUT', `/sources/${id}/file`, 'Chén quân giá 65.000đ một chiếc. Men rạn nung hai lần.', 'gia-2.txt')
    const { asService } = desk.platform.db
    desk.platform.db.asService = (workspaceId, work) => {
      if (workspaceId === desk.owner.workspaceId && /check-versions/.test(new Error().stack ?? ''))
        throw new Error('down')
      return asService(workspaceId, work)
    }
    await desk.platform.jobs.drain()
    desk.platform.db.asService = asService
    assert.equal((await desk.source(id))?.status, 'processing')
    desk.platform.clock.advance(minutes(3))
    await desk.platform.jobs.drain()
    assert.equal((await desk.source(id))?.title, 'gia-2.txt')
  })

  test('what a removal would do is seen before it is done, and nothing is taken away by looking', async () => {
    const { id } = await desk.pair(fee, old)
    await desk.saveTest(fee, '20.000đ')
    const tried = await desk.call<{ worse: number; details: RunDetail[] }>('POST', `/sources/${id}/try-removal`)
    assert.deepEqual([tried.status, tried.json.worse, tried.json.details[0]?.question], [200, 1, fee])
    assert.match((await desk.ask(fee)).reply, /20\.000đ/)
    const stranger = await strangerTo(desk)
    assert.equal((await stranger.call('POST', `/sources/${id}/try-removal`)).status, 404)
  })

  test('a member decides as an admin does; a stranger’s source is not there', async () => {
    const { id } = await desk.pair(fee, old)
    await desk.saveTest(fee, '20.000đ')
    await change(id, fee, higherFee)
    const stranger = await strangerTo(desk)
    for (const path of ['publish', 'drop'])
      assert.equal((await stranger.call('POST', `/sources/${id}/${path}`)).status, 404)
    assert.deepEqual(await stranger.rows('source_checks?select=*'), [])
    const member = await memberAt(desk)
    assert.equal((await member.call<Source>('POST', `/sources/${id}/publish`)).json.status, 'processed')
  })
})
