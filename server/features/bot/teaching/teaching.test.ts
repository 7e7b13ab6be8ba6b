import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Correction, RegressionCase } from '#shared/contracts/bot/bot.results.ts'
import type { ProposedWordings, TeachingPreview } from '#shared/contracts/bot/teaching.results.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { trainingDrivers } from '#tests/drivers/training-driver.ts'

const policy = `# Chính sách giao hàng
## Phí giao hàng
Nội thành Hà Nội: phí ship 20.000đ. Các tỉnh thành khác: phí ship 32.000đ.
## Đổi trả
Đồ nứt do nung được đổi trong 30 ngày, giữ hoá đơn.
`

describe('teaching that carries over', () => {
  const desk = trainingDrivers()
  const { ask, call, pair, saveTest } = desk
  let channelId: string
  beforeEach(async () => {
    const { platform, owner } = desk
    await teach(platform, owner.workspaceId, 'Chính sách', policy)
    channelId = await connectedChannel(platform, owner.workspaceId, 'website')
  })

  const wordings = async (question: string, who?: Owner) =>
    (await call<ProposedWordings>('POST', '/teaching/wordings', { question }, who)).json.wordings
  const preview = (body: object, who?: Owner) => call<TeachingPreview>('POST', '/teaching/preview', body, who)
  const cases = () => desk.rows<RegressionCase>('regression_cases?select=*&order=id')
  const improve = (id: string, body: object) => call<Correction>('POST', `/answers/${id}/improve`, body)
  async function write(text: string): Promise<string> {
    const { platform, owner } = desk
    await customerWrites(platform, { workspaceId: owner.workspaceId, channelId }, newId(), text)
    platform.clock.advance(seconds(1))
    await platform.jobs.drain()
    const { rows } = await platform.db.asService(owner.workspaceId, tx =>
      sql<{ id: string }>`select id from answers where workspace_id = ${owner.workspaceId}
        and conversation_id is not null order by created_at desc, id desc limit 1`.execute(tx),
    )
    return rows[0]!.id
  }

  test('ways to ask are proposed: what customers of this shop wrote first, then what Sen knows; no other shop’s', async () => {
    await write('tiệm mình có chỗ gửi xe máy không')
    await write('shop có nhận thẻ tín dụng không')
    const proposed = await wordings('Có chỗ gửi xe máy không ạ?')
    assert.deepEqual([proposed[0]?.from, proposed[0]?.text], ['customers', 'tiệm mình có chỗ gửi xe máy không'])
    assert.ok(proposed.filter(one => one.from === 'sen').length >= 3)
    assert.ok(proposed.every(one => !/thẻ/.test(one.text)))
    const stranger = await makeOwner(desk.platform)
    assert.ok((await wordings('Có chỗ gửi xe máy không ạ?', stranger)).every(one => one.from === 'sen'))
    assert.equal((await call('POST', '/teaching/wordings', { question: ' ' })).status, 400)
  })

  test('before it is saved it shows how it is asked and answered, and what else would change; nothing is kept of it', async () => {
    await saveTest('phí ship nội thành Hà Nội bao nhiêu', '20.000đ')
    await write('đồ nứt có đổi được không')
    const before = await desk.rows('sources?select=id')
    const tried = await preview({
      question: 'Có chỗ gửi xe máy không?',
      answer: 'Dạ gửi xe miễn phí trước tiệm.',
      wordings: ['xe máy để đâu vậy shop'],
    })
    assert.equal(tried.status, 200)
    const { asks, tests, recent } = tried.json
    assert.equal(asks.length, 5)
    assert.deepEqual(
      asks.slice(0, 3).map(one => one.question),
      ['Có chỗ gửi xe máy không?', 'xe máy để đâu vậy shop', 'co cho gui xe may khong'],
    )
    assert.ok(
      asks.every(one => one.taught && one.now.reply === 'Dạ gửi xe miễn phí trước tiệm.'),
      JSON.stringify(asks),
    )
    assert.ok(asks.every(one => one.before.act !== 'answer'))
    assert.deepEqual(
      [tests, recent],
      [
        { total: 1, asked: 1, details: [] },
        { total: 1, asked: 1, details: [] },
      ],
    )
    assert.deepEqual(await desk.rows('sources?select=id'), before)
    assert.notEqual((await ask('xe máy để đâu vậy shop')).act, 'answer')
    const stranger = await makeOwner(desk.platform)
    const other = await preview({ question: 'x', answer: 'y', answer_id: newId() }, stranger)
    assert.equal(other.status, 404)
  })

  test('what else would change is named, old and new side by side', async () => {
    const { json: saved } = await saveTest('phí ship nội thành Hà Nội bao nhiêu', '20.000đ')
    await write('phi ship noi thanh ha noi bao nhieu vay')
    const { json } = await preview({
      question: 'Phí ship bao nhiêu?',
      answer: 'Dạ tháng này freeship toàn quốc ạ.',
      wordings: ['phí ship nội thành Hà Nội bao nhiêu vậy'],
    })
    const [test_] = json.tests.details
    assert.deepEqual([test_?.case_id, test_?.verdict], [saved.id, 'worse'])
    assert.match(test_?.before.reply ?? '', /20\.000đ/)
    assert.match(test_?.now.reply ?? '', /freeship/)
  })

  test('the ways that were kept answer from the next message on, also when the answer is changed later, and go with the undoing', async () => {
    const answerId = await write('có chỗ gửi xe máy không')
    const taught = { question: 'Có chỗ gửi xe máy không?', answer: 'Dạ gửi xe miễn phí trước tiệm.' }
    const { json } = await improve(answerId, { ...taught, wordings: ['xe máy để đâu vậy shop', 'dắt xe vô chỗ nào'] })
    assert.equal((await ask('dat xe vo cho nao')).reply, taught.answer)
    await call('PUT', `/sources/pairs/${json.source_id}`, { ...taught, answer: 'Dạ gửi xe 5.000đ ạ.' })
    assert.equal((await ask('dat xe vo cho nao')).reply, 'Dạ gửi xe 5.000đ ạ.')
    await call('PUT', `/sources/pairs/${json.source_id}`, taught)
    assert.equal((await ask('dat xe vo cho nao')).reply, taught.answer)
    await call('DELETE', `/corrections/${json.id}`)
    assert.notEqual((await ask('dat xe vo cho nao')).act, 'answer')
  })

  test('the question itself, however it is spelled, is not one more way to ask it', async () => {
    const one = await pair('Có chỗ gửi xe máy không?', 'Dạ gửi xe miễn phí trước tiệm.')
    const typed = { question: one.title, answer: 'Dạ gửi xe miễn phí trước tiệm.' }
    const wordings = ['có chỗ gửi xe máy không', 'Dắt xe vô chỗ nào?', 'dat xe vo cho nao']
    await call('PUT', `/sources/pairs/${one.id}`, { ...typed, wordings })
    const stored = await desk.rows<{ question: string }>(`passage_questions?select=question&source_id=eq.${one.id}`)
    assert.deepEqual(stored, [{ question: 'Dắt xe vô chỗ nào?' }])
  })

  test('a way that was taken away stays away when the answer is changed', async () => {
    const one = await pair('Có chỗ gửi xe máy không?', 'Dạ gửi xe miễn phí trước tiệm.')
    const typed = { question: one.title, answer: 'Dạ gửi xe miễn phí trước tiệm.' }
    await call('PUT', `/sources/pairs/${one.id}`, { ...typed, wordings: ['dắt xe vô chỗ nào'] })
    assert.equal((await ask('dắt xe vô chỗ nào')).act, 'answer')
    await call('PUT', `/sources/pairs/${one.id}`, { ...typed, answer: 'Dạ gửi xe 5.000đ ạ.' })
    const [wording] = await desk.rows<{ id: string }>(`passage_questions?select=id&source_id=eq.${one.id}`)
    await call('DELETE', `/passage-questions/${wording?.id}`)
    await call('PUT', `/sources/pairs/${one.id}`, typed)
    assert.notEqual((await ask('dắt xe vô chỗ nào')).act, 'answer')
  })

  test('what was taught is said as it was written: long, of a message that asks twice, and of one that reads like small talk', async () => {
    const long = `Dạ ${'tiệm nhận làm gốm theo yêu cầu, mỗi món một giá, chị cho em xin mẫu nha. '.repeat(9).trim()}`
    assert.ok(long.length > 600)
    for (const [question, answer] of [
      ['Nhận đặt làm riêng không?', long],
      ['Có ship tỉnh không? Phí ship bao nhiêu vậy?', 'Dạ tỉnh nào shop cũng gửi, phí tuỳ cân nặng ạ.'],
      ['chúc shop buôn may bán đắt nha', 'Dạ em cảm ơn chị nhiều ạ 🌸'],
    ] as const) {
      await pair(question, answer)
      assert.equal((await ask(question)).reply, answer)
    }
  })

  test('corrected in own words after a passage was chosen, it answers with the last that was said', async () => {
    const answerId = await write('lỡ tay làm rơi vỡ thì thế nào')
    const { json: found } = await call<{ id: string; text: string }[]>('POST', '/passages/find', { text: 'đổi trả' })
    await improve(answerId, { passage_id: found.find(one => /30 ngày/.test(one.text))?.id })
    assert.match((await ask('lỡ tay làm rơi vỡ thì thế nào')).reply, /30 ngày/)
    const { json } = await improve(answerId, {
      question: 'Khách làm vỡ hàng',
      answer: 'Dạ vỡ do mình thì shop giảm 20% ạ.',
    })
    assert.equal((await ask('lỡ tay làm rơi vỡ thì thế nào')).reply, 'Dạ vỡ do mình thì shop giảm 20% ạ.')
    await call('DELETE', `/corrections/${json.id}`)
    assert.match((await ask('lỡ tay làm rơi vỡ thì thế nào')).reply, /30 ngày/)
  })

  test('undone, the test questions that it took the place of are asked again', async () => {
    const { json: saved } = await saveTest('phí ship nội thành Hà Nội bao nhiêu', '20.000đ')
    const answerId = await write('phí ship nội thành Hà Nội bao nhiêu')
    const first = await improve(answerId, { answer: 'Dạ 25.000đ ạ.' })
    await desk.settle(1)
    assert.deepEqual(
      (await cases()).map(one => one.made_from),
      ['correction'],
    )
    const second = await improve(answerId, { answer: 'Dạ 27.000đ ạ.' })
    await desk.settle(1)
    assert.deepEqual(
      (await cases()).map(one => one.ref_id),
      [second.json.id],
    )
    await call('DELETE', `/corrections/${second.json.id}`)
    await desk.settle(1)
    assert.deepEqual(
      (await cases()).map(one => one.ref_id),
      [first.json.id],
    )
    await call('DELETE', `/corrections/${first.json.id}`)
    await desk.settle(1)
    assert.deepEqual(
      (await cases()).map(({ id, question, expected, made_from, last_right }) => [
        id,
        question,
        expected,
        made_from,
        last_right,
      ]),
      [[saved.id, saved.question, ['20.000đ'], 'owner', true]],
    )
    assert.match((await ask('phí ship nội thành Hà Nội bao nhiêu')).reply, /20\.000đ/)
  })

  test('who tries and tries is told to wait', async () => {
    const body = { question: 'Có chỗ gửi xe không?', answer: 'Dạ có.' }
    const tried = []
    for (let n = 0; n < 32; n++) tried.push((await preview(body)).status)
    assert.deepEqual([tried.filter(status => status === 200).length, tried.at(-1)], [30, 429])
  })
})
