import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { forgetVersions, versionRetentionDays, maxVersions } from '#features/training/knowledge/forget-versions.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { days } from '#platform/clock.ts'
import type { KnowledgeChange } from '#shared/contracts/bot/gate.contract.ts'
import type { Restored, SourceVersion } from '#shared/contracts/bot/gate.results.ts'
import type { Source } from '#shared/contracts/training/training.results.ts'
import { memberAt, strangerTo, trainingDrivers } from '#tests/drivers/training-driver.ts'

type Version = {
  version: number
  made_by: string | null
  what: KnowledgeChange[]
  wordings: number
  restored: number | null
  erased: boolean
}

const questions = [
  'chén quân giá bao nhiêu',
  'phí giao hàng nội thành bao nhiêu',
  'tiệm mở cửa mấy giờ',
  'ship nội thành nhiêu tiền z',
  'có khắc tên lên chén không',
  'tiệm có bán bình hoa không',
]

describe('versions of the knowledge', () => {
  const desk = trainingDrivers()

  const run = () => desk.settle(12)
  const versions = (): Promise<Version[]> => desk.rows<Version>('knowledge_versions?select=*&order=version.desc')
  const current = async (): Promise<number> => (await versions())[0]?.version ?? 0
  const restore = (version: number, body: object = {}) =>
    desk.call<Restored>('POST', `/knowledge/versions/${version}/restore`, body)
  async function replies(): Promise<string> {
    const given = []
    for (const question of questions) {
      const { act, reply, citations, confidence } = await desk.ask(question)
      given.push({ question, act, reply, citations, confidence })
    }
    return JSON.stringify(given)
  }
  async function teachAll(): Promise<{ file: string; pair: string }> {
    const { json } = await desk.send(
      'POST',
      '/sources/files',
      'Chén quân giá 65.000đ một chiếc.\nTiệm mở cửa từ 8h đến 20h mỗi ngày.',
      'gia.txt',
    )
    const pair = await desk.pair('Phí giao hàng nội thành?', 'Phí giao hàng nội thành 20.000đ.')
    await run()
    const [passage] = await desk.rows<{ id: string }>(`passages?source_id=eq.${pair.id}`)
    await desk.call('POST', `/passages/${passage?.id}/questions`, { question: 'ship nội thành nhiêu tiền z' })
    return { file: json.id, pair: pair.id }
  }

  test('brought back, an earlier version answers to the byte as it did; and back again as it did after', async () => {
    const { file, pair } = await teachAll()
    const first = { version: await current(), replies: await replies() }
    await desk.send(
      'PUT',
      `/sources/${file}/file`,
      'Chén quân giá 90.000đ một chiếc.\nTiệm mở cửa từ 9h.',
      'gia-moi.txt',
    )
    await run()
    await desk.call('PUT', `/sources/pairs/${pair}`, {
      question: 'Giao nội thành giá sao?',
      answer: 'Giao nội thành 35.000đ.',
    })
    await desk.pair('Có khắc tên lên chén không?', 'Có, khắc tên 30.000đ một chiếc.')
    const wordings = await desk.rows<{ id: string }>('passage_questions?select=id')
    for (const { id } of wordings) await desk.call('DELETE', `/passage-questions/${id}`)
    await desk.send('POST', '/sources/files', 'Bình hoa men lam giá 250.000đ.', 'binh.txt')
    await run()
    const last = { version: await current(), replies: await replies() }
    assert.notEqual(last.replies, first.replies)

    const back = await restore(first.version)
    assert.equal(back.status, 200)
    assert.equal(await replies(), first.replies)
    assert.deepEqual(
      (await desk.rows<Source>('sources?select=*&status=neq.removed&order=title')).map(source => [
        source.title,
        source.status,
        source.live_version,
      ]),
      [
        ['Phí giao hàng nội thành?', 'processed', 1],
        ['gia.txt', 'processed', 1],
      ],
    )
    assert.equal((await versions())[0]?.restored, first.version)
    assert.equal((await restore(last.version)).status, 200)
    assert.equal(await replies(), last.replies)
    assert.equal((await restore(first.version)).status, 200)
    assert.equal(await replies(), first.replies)
  })

  test('the list says what each version changed, and who did', async () => {
    const { pair, file } = await teachAll()
    await desk.call('PUT', `/sources/pairs/${pair}`, {
      question: 'Phí giao hàng nội thành?',
      answer: 'Phí giao hàng nội thành 25.000đ.',
    })
    await desk.call('DELETE', `/sources/${file}`)
    const list = await versions()
    const shown = list.map(({ what, wordings, made_by }) => [
      what.map(one => `${one.change} ${one.title}`).join(', '),
      wordings,
      made_by === desk.owner.personId,
    ])
    assert.deepEqual(shown.slice(0, 5), [
      ['removed gia.txt', 0, true],
      ['changed Phí giao hàng nội thành?', 0, true],
      ['', 1, true],
      ['added gia.txt', 0, true],
      ['added Phí giao hàng nội thành?', 0, true],
    ])
  })

  test('a removed source answers no more at once; its version brings it back; erased, nothing does', async () => {
    const { file } = await teachAll()
    const whole = { version: await current(), replies: await replies() }
    await desk.call('DELETE', `/sources/${file}`)
    assert.doesNotMatch(await replies(), /65\.000đ/)
    await restore(whole.version)
    assert.equal(await replies(), whole.replies)
    assert.equal((await desk.rows<{ used: number }>('usage_counters?metric=eq.documents'))[0]?.used, 1)
    await desk.call('DELETE', `/sources/${file}?erase=true`)
    await run()
    const refused = await restore(whole.version)
    assert.deepEqual([refused.status, refused.code], [409, 'training.version_erased'])
    const left = await desk.platform.db.asService(null, tx =>
      sql<{ n: number }>`select (select count(*) from passages where source_id = ${file})::int
        + (select count(*) from private.source_texts where source_id = ${file})::int
        + (select count(*) from private.source_spans where source_id = ${file})::int as n`.execute(tx),
    )
    assert.equal(left.rows[0]?.n, 0)
  })

  test('going back is asked about when answers get worse, and done when that is confirmed', async () => {
    const { pair } = await teachAll()
    const before = await current()
    await desk.call('PUT', `/sources/pairs/${pair}`, {
      question: 'Phí giao hàng nội thành?',
      answer: 'Phí giao hàng nội thành 25.000đ.',
    })
    await desk.saveTest('Phí giao hàng nội thành?', '25.000đ')
    const asked = await restore(before)
    assert.deepEqual([asked.status, asked.code, asked.details.worse], [409, 'training.answers_worse', 1])
    assert.match((await desk.ask('Phí giao hàng nội thành?')).reply, /25\.000đ/)
    const done = await restore(before, { confirm: true })
    assert.deepEqual([done.status, done.json.worse], [200, 1])
    assert.match((await desk.ask('Phí giao hàng nội thành?')).reply, /20\.000đ/)
  })

  test('one source alone goes back to an earlier version of its own', async () => {
    const { pair, file } = await teachAll()
    await desk.call('PUT', `/sources/pairs/${pair}`, {
      question: 'Phí giao hàng nội thành?',
      answer: 'Phí giao hàng nội thành 25.000đ.',
    })
    await desk.send('PUT', `/sources/${file}/file`, 'Chén quân giá 90.000đ một chiếc.', 'gia-moi.txt')
    await run()
    const list = (await desk.call<SourceVersion[]>('GET', `/sources/${file}/versions`)).json
    assert.deepEqual(
      list.map(one => [one.version, one.title, one.live, one.made_at !== null]),
      [
        [2, 'gia-moi.txt', true, true],
        [1, 'gia.txt', false, true],
      ],
    )
    assert.equal((await desk.call('POST', `/sources/${file}/restore`, { version: 1 })).status, 200)
    assert.match((await desk.ask('chén quân giá bao nhiêu')).reply, /65\.000đ/)
    assert.match((await desk.ask('Phí giao hàng nội thành?')).reply, /25\.000đ/)
    await desk.send('PUT', `/sources/${file}/file`, 'Chén quân giá 95.000đ một chiếc.', 'gia-3.txt')
    await run()
    assert.match((await desk.ask('chén quân giá bao nhiêu')).reply, /95\.000đ/)
    assert.equal((await desk.call('POST', `/sources/${file}/restore`, { version: 9 })).status, 404)
  })

  test('a website goes back with all its pages, and the next look reads it anew', async () => {
    const page = (words: string) =>
      `<html><head><title>Tiệm gốm</title></head><body><main><h1>Tiệm</h1><p>${words}</p></main></body></html>`
    desk.site.set('/', page('Tiệm bán gốm. <a href="/gia">Giá</a> <a href="/gio">Giờ</a>'))
    desk.site.set('/gia', page('Chén quân giá 65.000đ một chiếc.'))
    desk.site.set('/gio', page('Tiệm mở cửa lúc 8h mỗi ngày.'))
    const { json } = await desk.call<Source>('POST', '/sources/links', { url: `${desk.site.url}/`, depth: 1 })
    await run()
    const first = { version: await current(), replies: await replies() }
    desk.site.set('/gia', page('Chén quân giá 70.000đ một chiếc.'))
    desk.site.remove('/gio')
    await desk.call('POST', `/sources/${json.id}/resync`)
    await run()
    const second = { version: await current(), replies: await replies() }
    assert.notEqual(second.replies, first.replies)
    await restore(first.version)
    assert.equal(await replies(), first.replies)
    await desk.call('POST', `/sources/${json.id}/resync`)
    await run()
    assert.match((await desk.ask('chén quân giá bao nhiêu')).reply, /70\.000đ/)
    await desk.call('DELETE', `/sources/${json.id}`)
    await restore(second.version)
    assert.equal(await replies(), second.replies)
    assert.equal((await desk.source(json.id))?.status, 'processed')
  })

  test('what is out of reach is erased: by time and by number; what answers stays', async () => {
    const { pair } = await teachAll()
    const first = await current()
    for (let n = 0; n < maxVersions + 3; n++)
      await desk.call('PUT', `/sources/pairs/${pair}`, {
        question: 'Phí giao hàng nội thành?',
        answer: `Phí giao hàng nội thành ${n}.000đ.`,
      })
    await forgetVersions(desk.platform)
    assert.equal((await versions()).length, maxVersions)
    assert.equal((await restore(first)).status, 404)
    const known = async () =>
      JSON.stringify((await loadKnowledge(desk.platform, desk.owner.workspaceId)).knowledge.passages)
    const before = await known()
    desk.platform.clock.advance(days(versionRetentionDays + 1))
    await forgetVersions(desk.platform)
    assert.equal(await known(), before)
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ versions: number; passages: number; texts: number }>`select
        (select count(*)::int from knowledge_versions where workspace_id = ${desk.owner.workspaceId}) as versions,
        (select count(*)::int from passages where source_id = ${pair}) as passages,
        (select count(*)::int from private.source_texts where source_id = ${pair}) as texts`.execute(tx),
    )
    assert.deepEqual(rows[0], { versions: 1, passages: 1, texts: 1 })
  })

  test('another workspace’s versions are not there, and only an admin brings all back', async () => {
    const { file } = await teachAll()
    const stranger = await strangerTo(desk)
    assert.deepEqual(await stranger.rows('knowledge_versions?select=*'), [])
    assert.equal((await stranger.call('GET', `/sources/${file}/versions`)).status, 404)
    assert.equal((await stranger.call('POST', `/sources/${file}/restore`, { version: 1 })).status, 404)
    const member = await memberAt(desk)
    assert.equal((await member.call('POST', `/knowledge/versions/${await current()}/restore`, {})).status, 403)
  })
})
