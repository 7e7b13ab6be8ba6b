import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { PairsPreview, Source } from '#shared/contracts/training/training.results.ts'
import { seconds } from '#platform/clock.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { trainingDrivers } from '#tests/drivers/training-driver.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import { failSource } from '../processing/fail-source.ts'

describe('questions and answers', () => {
  const desk = trainingDrivers()
  const { ask, call } = desk

  const add = (question: string, answer: string) => call<Source>('POST', '/sources/pairs', { question, answer })

  const importCsv = (content: string | Buffer, how: string) =>
    desk.send<PairsPreview>('POST', `/sources/pairs/import?how=${how}`, content, 'pairs.csv', { type: 'text/csv' })

  async function stored(): Promise<string[]> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ title: string; answer: string }>`select title, answer from sources
        where workspace_id = ${desk.owner.workspaceId} and kind = 'pair' and status = 'processed' order by title`.execute(
        tx,
      ),
    )
    return rows.map(({ title, answer }) => `${title} → ${answer}`)
  }

  test('a pair answers from the next message on, in its own words, to the last letter', async () => {
    const answer =
      'Dạ shop có xuất hoá đơn VAT. Mình gửi mã số thuế qua đây. Hoá đơn gửi qua email trong 24 giờ ạ! Cần gấp thì gọi 0901 234 567.'
    const { status, json } = await add('  Có xuất hoá đơn công ty không? ', answer)
    assert.deepEqual(
      [status, json.kind, json.status, json.title],
      [201, 'pair', 'processed', 'Có xuất hoá đơn công ty không?'],
    )
    for (const text of [
      'có xuất hoá đơn công ty không',
      'co xuat hoa don cong ty ko shop',
      'Shop ơi xuất hóa đơn cho công ty được không ạ?',
    ]) {
      const reply = await ask(text)
      assert.equal(reply.act, 'answer', text)
      assert.ok(reply.reply.includes(answer.slice(0, -1)), reply.reply)
      assert.deepEqual(
        reply.citations.map(citation => [citation.source_id, citation.quote]),
        [[json.id, answer]],
      )
    }
  })

  test('changed, only the new words are said; removed, none', async () => {
    const { json } = await add('Khắc tên mất bao lâu?', 'Khắc tên làm trong 12 ngày.')
    const changed = await call<Source>('PUT', `/sources/pairs/${json.id}`, {
      question: 'Khắc tên lên chén mất bao lâu?',
      answer: 'Khắc tên làm trong 5 ngày.',
    })
    assert.deepEqual([changed.status, changed.json.version], [200, 2])
    const reply = await ask('khắc tên mất bao lâu')
    assert.match(reply.reply, /5 ngày/)
    assert.doesNotMatch(reply.reply, /12 ngày/)
    assert.equal((await call('DELETE', `/sources/${json.id}`)).status, 200)
    assert.notEqual((await ask('khắc tên mất bao lâu')).act, 'answer')
    assert.equal(
      (await call('PUT', `/sources/pairs/${json.id}`, { question: 'a', answer: 'b' })).code,
      'request.not_found',
    )
  })

  test('pairs are free: they take no place among the documents, and give none back where they fail', async () => {
    const used = async () => {
      const { json } = await call<{ usage: { metric: string; used: number }[] }>('GET', '/usage')
      return json.usage.find(use => use.metric === 'documents')?.used
    }
    await desk.send('POST', '/sources/files', 'Chén quân giá 65.000đ một chiếc.', 'gia.txt')
    for (let n = 0; n < 5; n++) assert.equal((await add(`Câu hỏi số ${n}?`, `Trả lời số ${n}.`)).status, 201)
    assert.equal(await used(), 1)
    await desk.saveTest('Câu hỏi số 1?', 'Trả lời số 1')
    await importCsv('Câu hỏi,Câu trả lời\r\nCó ship tỉnh không?,Có ạ.\r\n', 'all')
    const [{ id } = { id: '' }] = await desk.rows<Source>('sources?kind=eq.pair&status=eq.processing')
    const task = { workspace_id: desk.owner.workspaceId, source_id: id, version: 1 }
    await failSource(desk.platform, task, 'training.pair_exists')
    assert.deepEqual([(await desk.source(id))?.status, await used()], ['failed', 1])
  })

  test('a question stands once; empty and too long ones are refused', async () => {
    const { json } = await add('Có ship tỉnh không?', 'Có ạ.')
    const again = await call<{ error: { details: { source_id: string } } }>('POST', '/sources/pairs', {
      question: 'CO SHIP TINH KHONG',
      answer: 'Không.',
    })
    assert.deepEqual([again.code, again.json.error.details.source_id], ['training.pair_exists', json.id])
    assert.equal((await add('???', 'Có.')).code, 'training.pair_empty')
    assert.equal((await add('Có không?', ' \n ')).code, 'training.pair_empty')
    assert.equal((await add('a'.repeat(301), 'Có.')).code, 'training.pair_too_long')
    assert.equal((await add('Dài?', 'a'.repeat(1001))).code, 'training.pair_too_long')
    const both = await Promise.all([add('Cùng một lúc?', 'Một.'), add('Cùng một lúc?', 'Hai.')])
    assert.deepEqual(both.map(one => one.code).sort(), ['', 'training.pair_exists'])
  })

  test('another workspace’s pair is not there', async () => {
    const { json } = await add('Của ai?', 'Của shop này.')
    desk.owner = await makeOwner(desk.platform)
    assert.equal(
      (await call('PUT', `/sources/pairs/${json.id}`, { question: 'Của ai?', answer: 'Của shop khác.' })).code,
      'request.not_found',
    )
    assert.notEqual((await ask('Của ai?')).act, 'answer')
  })

  test('a customer’s own wording finds a passage, and is never quoted', async () => {
    await add('Thời gian bảo hành men rạn?', 'Đồ men rạn đổi trong 30 ngày nếu nứt do nung.')
    const { knowledge } = await loadKnowledge(desk.platform, desk.owner.workspaceId)
    const id = knowledge.passages[0]?.id ?? ''
    assert.notEqual((await ask('lỡ tay làm rơi thì tính sao')).act, 'answer')
    const asked = await call<{ id: string }>('POST', `/passages/${id}/questions`, {
      question: 'Lỡ tay làm rơi thì tính sao shop?',
    })
    assert.equal(asked.status, 201)
    const reply = await ask('lỡ tay làm rơi thì tính sao')
    assert.equal(reply.act, 'answer')
    assert.match(reply.reply, /30 ngày/)
    assert.doesNotMatch(reply.reply, /lỡ tay/i)
    assert.equal((await call('DELETE', `/passage-questions/${asked.json.id}`)).status, 200)
    assert.notEqual((await ask('lỡ tay làm rơi thì tính sao')).act, 'answer')
    const stranger = await makeOwner(desk.platform)
    assert.equal((await call('POST', `/passages/${id}/questions`, { question: 'x y z' }, stranger)).status, 404)
  })

  test('a CSV file is shown first and written whole, whatever spreadsheet it comes from', async () => {
    const lines = (sign: string): string =>
      `Câu hỏi${sign}Câu trả lời\r\nCó ship tỉnh không?${sign}"Có, 2-3 ngày${sign === ',' ? '' : ','} phí 30.000đ"\r\n"Mở cửa ""mấy giờ""?"${sign}"8h\n20h"\r\n`
    const files: [string, string | Buffer][] = [
      ['commas', lines(',')],
      ['semicolons', `\uFEFF${lines(';')}`],
      ['tabs in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines('\t'), 'utf16le')])],
      [
        'UTF-16 the other way',
        Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(lines('\t'), 'utf16le').swap16()]),
      ],
      ['no mark', Buffer.from(lines(';'), 'utf16le')],
      ['told sign', `sep=;\r\n${lines(';')}`],
      ['no names', lines(';').replace(/^.*\r\n/, '')],
      [
        'English names, turned round',
        `Answer;Question\n"Có, 2-3 ngày, phí 30.000đ";Có ship tỉnh không?\n"8h\n20h";"Mở cửa ""mấy giờ""?"`,
      ],
    ]
    for (const [name, file] of files) {
      desk.owner = await makeOwner(desk.platform)
      const preview = await importCsv(file, 'preview')
      assert.deepEqual([preview.status, preview.json.adds, preview.json.problems], [200, 2, 0], name)
      assert.deepEqual(await stored(), [], name)
      assert.equal((await importCsv(file, 'all')).status, 200, name)
      const [first, second] = await stored()
      assert.match(first ?? '', /^Có ship tỉnh không\? → Có, 2-3 ngày,? phí 30\.000đ$/, name)
      assert.equal(second, 'Mở cửa "mấy giờ"? → 8h\n20h', name)
    }
  })

  test('lines that are not right are told with their numbers, and nothing is half done', async () => {
    await add('Có ship tỉnh không?', 'Có.')
    await add('Giờ mở cửa?', '8h')
    const file = `Hỏi;Đáp\nCó ship tỉnh không?;Có, 30.000đ\nGiờ mở cửa?;8h\n;Thiếu câu hỏi\nThiếu câu trả lời?;\nMới?;Có\nMỚI;Có nữa\nDài?;${'a'.repeat(1001)}\n`
    const preview = await importCsv(file, 'preview')
    assert.deepEqual(
      preview.json.lines.map(line => [line.line, line.does, line.problem]),
      [
        [2, 'changes', null],
        [3, 'nothing', null],
        [4, 'problem', 'training.pair_empty'],
        [5, 'problem', 'training.pair_empty'],
        [6, 'adds', null],
        [7, 'problem', 'training.pair_exists'],
        [8, 'problem', 'training.pair_too_long'],
      ],
    )
    assert.equal((await importCsv(file, 'all')).code, 'training.csv_problems')
    assert.deepEqual(await stored(), ['Có ship tỉnh không? → Có.', 'Giờ mở cửa? → 8h'])
    assert.equal((await importCsv(file, 'skip')).status, 200)
    assert.deepEqual(await stored(), ['Có ship tỉnh không? → Có, 30.000đ', 'Giờ mở cửa? → 8h', 'Mới? → Có'])
    const again = await importCsv(file, 'skip')
    assert.deepEqual([again.json.adds, again.json.changes], [0, 0])
  })

  test('what is no table, is in no known letters, or is too long is refused', async () => {
    assert.equal((await importCsv('', 'preview')).code, 'training.csv_unreadable')
    assert.equal((await importCsv('chỉ một cột\nhai dòng', 'preview')).code, 'training.csv_unreadable')
    assert.equal((await importCsv('Câu hỏi;Câu trả lời', 'preview')).code, 'training.csv_unreadable')
    assert.equal((await importCsv('"mở;chưa đóng\nx;y', 'preview')).code, 'training.csv_unreadable')
    assert.equal(
      (await importCsv(Buffer.from([0x43, 0xe2, 0x75, 0x3b, 0x41, 0x0a]), 'preview')).code,
      'training.text_encoding',
    )
    assert.equal((await importCsv('q;a\n'.repeat(2_002), 'preview')).code, 'training.csv_too_large')
    assert.equal((await importCsv(`q;${'a'.repeat(4 * 1024 * 1024)}`, 'preview')).code, 'training.csv_too_large')
  })

  test('two thousand are written at once, one more is refused, also among several at once', async () => {
    const file = Array.from({ length: 1_999 }, (_, n) => `Câu hỏi thứ ${n}?;Trả lời thứ ${n}.`).join('\n')
    assert.equal((await importCsv(file, 'all')).status, 200)
    const results = await Promise.all(['a', 'b', 'c'].map(letter => add(`Thêm ${letter}?`, 'Có.')))
    assert.deepEqual(results.map(({ code }) => code).sort(), ['', 'training.pairs_reached', 'training.pairs_reached'])
    assert.equal((await stored()).length, 2_000)
  })

  test('what is exported is read again as it was, and no cell is a formula', async () => {
    await add('=1+1 là mấy?', '-2 độ, "lạnh"; có\nhai dòng')
    const response = await desk.app.inject({ url: '/api/v1/sources/pairs/export', headers: desk.owner.headers })
    assert.match(String(response.headers['content-type']), /text\/csv/)
    assert.match(response.body, /"'=1\+1/)
    assert.match(response.body, /"'-2 độ/)
    const before = await stored()
    assert.equal((await importCsv(response.body, 'preview')).json.lines[0]?.does, 'nothing')
    desk.owner = await makeOwner(desk.platform)
    await importCsv(response.body, 'all')
    assert.deepEqual(await stored(), before)
  })

  test('what says the same elsewhere is noted after a change, and forgotten when it is gone', async () => {
    const words = 'Phí giao hàng nội thành là 20.000đ một đơn, giao trong ngày nếu đặt trước 15 giờ chiều.'
    await add('Phí giao hàng?', words)
    const { json } = await add('Phí giao hàng nội thành?', words.replace('20.000', '25.000'))
    const overlaps = async (): Promise<string[]> => {
      desk.platform.clock.advance(seconds(60))
      await desk.platform.jobs.drain()
      const { rows } = await desk.platform.db.asService(null, tx =>
        sql<{ kind: string }>`select kind from source_overlaps where workspace_id = ${desk.owner.workspaceId}`.execute(
          tx,
        ),
      )
      return rows.map(row => row.kind)
    }
    assert.deepEqual(await overlaps(), ['differs', 'differs'])
    await call('DELETE', `/sources/${json.id}`)
    assert.deepEqual(await overlaps(), [])
  })
})
