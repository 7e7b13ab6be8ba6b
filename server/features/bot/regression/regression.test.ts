import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Correction, RegressionCase, RunDetail } from '#shared/contracts/bot/bot.results.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { trainingDrivers } from '#tests/drivers/training-driver.ts'
import { runCases } from './run-cases.ts'

type Run = {
  knowledge_version: number
  total: number
  better: number
  worse: number
  changed: number
  details: RunDetail[]
}

describe('test questions', () => {
  const desk = trainingDrivers()
  const { call, pair, saveTest } = desk

  async function answerTo(id: string, text: string): Promise<void> {
    const answer = await desk.ask(text)
    const [ws, now] = [desk.owner.workspaceId, desk.platform.clock.now()]
    const [channel, contact, conversation, message] = [newId(), newId(), newId(), newId()]
    await desk.platform.db.asService(ws, async tx => {
      await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${channel}, ${ws}, 'website', ${`wgt_${channel}`}, 'Trang web', 'connected', ${now})`.execute(tx)
      await sql`insert into contacts (id, workspace_id, channel_id, external_id, created_at) values (${contact}, ${ws}, ${channel}, 'khach', ${now})`.execute(
        tx,
      )
      await sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_seq, last_message_at, preview, contact_name, created_at)
        values (${conversation}, ${ws}, ${channel}, ${contact}, 'website', 1, ${now}, ${text}, '', ${now})`.execute(tx)
      await sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        values (${message}, ${ws}, ${conversation}, ${channel}, 1, 'in', 'contact', ${text}, 'stored', ${now})`.execute(
        tx,
      )
      await sql`insert into answers (id, workspace_id, conversation_id, up_to_seq, message_ids, act, text, language, citations, confidence, path, ms, created_at)
        values (${id}, ${ws}, ${conversation}, 1, ${[message]}::uuid[], 'answer', ${answer.reply}, 'vi', ${JSON.stringify(answer.citations)}::jsonb, 0.9, 'embedded', 1, ${now})`.execute(
        tx,
      )
    })
  }
  const cases = () => desk.rows<RegressionCase>('regression_cases?select=*&order=id')
  async function runs(): Promise<Run[]> {
    await desk.settle(1)
    return desk.rows<Run>('regression_runs?select=*&order=knowledge_version.desc')
  }

  test('after a change each is asked again: what got worse, better, or is said otherwise, with both replies', async () => {
    const fee = await pair('Phí giao hàng nội thành?', 'Phí giao hàng nội thành 20.000đ.')
    const open = await pair('Tiệm mở cửa mấy giờ?', 'Tiệm mở cửa 8h mỗi ngày.')
    await runs()
    const [first, second, third] = [
      await saveTest('phi giao hang noi thanh', '20.000đ'),
      await saveTest('tiệm mở cửa mấy giờ', '8h'),
      await saveTest('có khắc tên lên chén không', '30.000đ'),
    ]
    assert.deepEqual(
      [first, second, third].map(({ status, json }) => [status, json.last_right]),
      [
        [201, true],
        [201, true],
        [201, false],
      ],
    )
    await call('PUT', `/sources/pairs/${fee.id}`, { question: fee.title, answer: 'Phí giao hàng nội thành 25.000đ.' })
    await call('POST', `/sources/${fee.id}/publish`)
    await call('PUT', `/sources/pairs/${open.id}`, { question: open.title, answer: 'Tiệm mở cửa 8h, nghỉ thứ Hai.' })
    await pair('Có khắc tên lên chén không?', 'Có, khắc tên 30.000đ một chiếc.')
    const [run] = await runs()
    assert.deepEqual([run?.total, run?.worse, run?.better, run?.changed], [3, 1, 1, 1])
    const worse = run?.details.find(detail => detail.verdict === 'worse')
    assert.equal(worse?.case_id, first.json.id)
    assert.match(worse.before.reply, /20\.000đ/)
    assert.match(worse.now.reply, /25\.000đ/)
    assert.deepEqual(
      (await cases()).map(one => one.last_right),
      [false, true, true],
    )
  })

  test('a run of the same knowledge changes nothing; where nothing is affected, all is as before', async () => {
    await pair('Có ship tỉnh không?', 'Có ạ, 2-3 ngày.')
    await saveTest('có ship tỉnh không', '2–3 ngày')
    await pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.')
    const before = await runs()
    assert.deepEqual([before[0]?.worse, before[0]?.better, before[0]?.changed], [0, 0, 0])
    await runCases(desk.platform, { workspace_id: desk.owner.workspaceId })
    assert.deepEqual(await runs(), before)
  })

  test('a correction is a case until it is undone; without cases nothing runs', async () => {
    await pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.')
    assert.deepEqual(await runs(), [])
    const asked = await call<{ answer_id: string }>('POST', '/bot/ask', { text: 'có chỗ gửi xe không' })
    const improved = await call<Correction>('POST', `/answers/${asked.json.answer_id}/improve`, {
      question: 'Có chỗ gửi xe không?',
      answer: 'Dạ gửi xe miễn phí trước tiệm.',
    })
    await runs()
    assert.deepEqual(
      (await cases()).map(one => [one.made_from, one.ref_id, one.last_right]),
      [['correction', improved.json.id, true]],
    )
    await call('DELETE', `/corrections/${improved.json.id}`)
    await runs()
    assert.deepEqual(await cases(), [])
  })

  test('the values count, not the row: columns that change places are the same answer, another price is not', async () => {
    const price = await pair('Giá gội bầu?', 'Gội bầu | 60 phút | 150.000đ')
    await runs()
    assert.equal((await saveTest('giá gội bầu', 'Gội bầu | 60 phút | 150.000đ')).json.last_right, true)
    const savePrice = (answer: string) => call('PUT', `/sources/pairs/${price.id}`, { question: price.title, answer })
    await savePrice('Gội bầu: 150.000đ cho 60 phút')
    await runs()
    assert.deepEqual([(await cases())[0]?.last_right, (await desk.source(price.id))?.status], [true, 'processed'])
    await savePrice('Gội bầu: 180.000đ cho 60 phút')
    await runs()
    assert.equal((await desk.source(price.id))?.status, 'waiting')
    await savePrice('Cắt tóc nam: 150.000đ cho 60 phút')
    await runs()
    assert.equal((await desk.source(price.id))?.status, 'waiting')
  })

  test('a question that is corrected takes the place of what was right of it before, and equal questions are one', async () => {
    await pair('Phí giao hàng nội thành?', 'Phí giao hàng nội thành 20.000đ.')
    await runs()
    await saveTest('phi giao hang noi thanh', '20.000đ')
    await saveTest('Phí giao hàng nội thành???', '20.000đ')
    assert.equal((await cases()).length, 1)
    const asked = await call<{ answer_id: string }>('POST', '/bot/ask', { text: 'phí giao hàng nội thành' })
    const improved = await call<Correction & { waiting: boolean }>('POST', `/answers/${asked.json.answer_id}/improve`, {
      answer: 'Nội thành từ nay 25.000đ nha chị.',
    })
    assert.equal(improved.json.waiting, false)
    assert.equal((await desk.ask('phí giao hàng nội thành')).reply, 'Nội thành từ nay 25.000đ nha chị.')
    await runs()
    assert.deepEqual(
      (await cases()).map(one => [one.made_from, one.last_right]),
      [['correction', true]],
    )
  })

  test('what the bot is to leave alone is a case too; each can be changed, and all asked at once', async () => {
    const abstain = await call<RegressionCase>('POST', '/regression-cases', {
      question: 'có bán vé không',
      act: 'abstain',
    })
    assert.deepEqual([abstain.status, abstain.json.act, abstain.json.last_right], [201, 'abstain', true])
    for (const wrong of [
      { question: 'x', act: 'abstain', expected: 'y' },
      { question: 'x', act: 'answer' },
      { question: 'x', act: 'dance' },
    ])
      assert.equal((await call('POST', '/regression-cases', wrong)).status, 400)
    await pair('Có bán vé không?', 'Có, vé 50.000đ.')
    const changed = await call<RegressionCase>('PATCH', `/regression-cases/${abstain.json.id}`, { expected: '50.000đ' })
    assert.deepEqual(
      [changed.json.act, changed.json.expected, changed.json.question],
      ['answer', ['50.000đ'], 'có bán vé không'],
    )
    assert.equal((await call('PATCH', `/regression-cases/${abstain.json.id}`, { act: 'abstain' })).status, 200)
    assert.equal((await call('PATCH', `/regression-cases/${abstain.json.id}`, { act: 'answer' })).status, 400)
    const stranger = await makeOwner(desk.platform)
    assert.equal((await call('PATCH', `/regression-cases/${abstain.json.id}`, { question: 'y' }, stranger)).status, 404)
    await call('PUT', '/bot/settings', { never_say: ['vé'], never_say_act: 'refuse', confirm: true })
    assert.equal((await call('POST', '/regression-runs')).status, 200)
    assert.deepEqual(
      (await cases()).map(one => one.last_act),
      ['refuse'],
    )
  })

  test('a reply that was liked is a case once, and none when the like is taken back', async () => {
    await pair('Có ship tỉnh không?', 'Có ạ, 2-3 ngày.')
    const answerId = newId()
    await answerTo(answerId, 'có ship tỉnh không')
    for (let n = 0; n < 2; n++) assert.equal((await call('POST', `/answers/${answerId}/like`)).status, 201)
    assert.deepEqual(
      (await cases()).map(one => [one.made_from, one.ref_id, one.last_right]),
      [['liked', answerId, true]],
    )
    const stranger = await makeOwner(desk.platform)
    assert.equal((await call('POST', `/answers/${answerId}/like`, undefined, stranger)).status, 404)
    await call('DELETE', `/answers/${answerId}/like`, undefined, stranger)
    assert.equal((await cases()).length, 1)
    for (let n = 0; n < 2; n++) assert.equal((await call('DELETE', `/answers/${answerId}/like`)).status, 200)
    assert.deepEqual(await cases(), [])
  })

  test('another workspace’s cases and answers are not there; the number is bounded; removing twice does no harm', async () => {
    const { json } = await saveTest('có ship không', 'có')
    const stranger = await makeOwner(desk.platform)
    assert.equal((await call('DELETE', `/regression-cases/${json.id}`, undefined, stranger)).status, 200)
    assert.equal((await cases()).length, 1)
    const asked = await call<{ answer_id: string }>('POST', '/bot/ask', { text: 'xin chào' })
    const liked = await call('POST', '/regression-cases', { answer_id: asked.json.answer_id })
    assert.equal(liked.status, 404)
    assert.equal((await call('POST', '/regression-cases', { question: 'x' })).status, 400)
    await desk.platform.db.asService(null, tx =>
      sql`insert into regression_cases (id, workspace_id, question, made_from, created_at)
        select gen_random_uuid(), ${desk.owner.workspaceId}, 'q', 'owner', now() from generate_series(1, 199)`.execute(
        tx,
      ),
    )
    assert.equal((await saveTest('một câu nữa', 'có')).code, 'training.cases_reached')
    for (let n = 0; n < 2; n++) assert.equal((await call('DELETE', `/regression-cases/${json.id}`)).status, 200)
    assert.equal((await saveTest('một câu nữa', 'có')).status, 201)
  })
})
