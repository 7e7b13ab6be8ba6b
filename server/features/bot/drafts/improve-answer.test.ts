import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Correction, RegressionCase, Replay, Settled } from '#shared/contracts/bot/bot.results.ts'
import type { FoundPassage } from '#shared/contracts/training/training.results.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { trainingDrivers } from '#tests/drivers/training-driver.ts'

const policy = `# Chính sách giao hàng
## Phí giao hàng
Nội thành Hà Nội: phí ship 20.000đ. Các tỉnh thành khác: phí ship 32.000đ.
## Đổi trả
Đồ nứt do nung được đổi trong 30 ngày, giữ hoá đơn.
`

type Question = { id: string; question: string; status: string; asked_count: number; correction_id: string | null }

describe('corrections', () => {
  const desk = trainingDrivers()
  const { ask, call } = desk
  let channelId: string
  beforeEach(async () => {
    const { platform, owner } = desk
    await teach(platform, owner.workspaceId, 'Chính sách', policy)
    channelId = await connectedChannel(platform, owner.workspaceId, 'website')
  })

  const improve = (id: string, body: object, who?: Owner) =>
    call<Correction>('POST', `/answers/${id}/improve`, body, who)
  const listed = () => desk.rows<Question>('unanswered_questions?select=*&order=last_asked_at.desc')

  async function write(text: string, visitor = newId()): Promise<string> {
    const { platform, owner } = desk
    const { workspaceId } = owner
    const conversationId = await customerWrites(platform, { workspaceId, channelId }, visitor, text)
    platform.clock.advance(seconds(1))
    await platform.jobs.drain()
    return conversationId
  }
  async function lastAnswer(conversationId: string): Promise<{ id: string; act: string; text: string }> {
    const { rows } = await desk.platform.db.asService(null, tx =>
      sql<{ id: string; act: string; text: string }>`select id, act, text from answers
        where conversation_id = ${conversationId} order by up_to_seq desc limit 1`.execute(tx),
    )
    assert.ok(rows[0])
    return rows[0]
  }
  const lastReply = async (conversationId: string) =>
    (
      await desk.platform.db.asService(null, tx =>
        sql<{ author: string; text: string }>`select author, text from messages
          where conversation_id = ${conversationId} order by seq`.execute(tx),
      )
    ).rows

  test('in own words: the very next message is answered so, in the customer’s wording and in the written one', async () => {
    const first = await lastAnswer(await write('ship ra đảo Phú Quốc mất bao nhiêu vậy ad'))
    const { status, json } = await improve(first.id, {
      question: 'Phí ship ra đảo là bao nhiêu?',
      answer: 'Dạ ship ra đảo phí 55.000đ, đi tàu 5 ngày ạ.',
    })
    assert.deepEqual([status, json.kind, json.question], [201, 'pair', 'Phí ship ra đảo là bao nhiêu?'])
    for (const text of ['ship ra đảo Phú Quốc mất bao nhiêu vậy ad', 'phi ship ra dao la bao nhieu']) {
      const next = await lastAnswer(await write(text))
      assert.equal(next.act, 'answer', text)
      assert.equal(next.text, 'Dạ ship ra đảo phí 55.000đ, đi tàu 5 ngày ạ.', text)
    }
    assert.match((await ask('phí ship nội thành Hà Nội bao nhiêu')).reply, /20\.000đ/)
  })

  test('without a question the customer’s own is taken; corrected again, the last word counts', async () => {
    const first = await lastAnswer(await write('lỡ tay làm rơi vỡ thì thế nào'))
    const one = await improve(first.id, { answer: 'Dạ ly bể do vận chuyển shop đền ạ.' })
    assert.equal(one.json.question, 'lỡ tay làm rơi vỡ thì thế nào')
    const two = await improve(first.id, { answer: 'Dạ ly bể shop đổi cái mới ạ.' })
    assert.equal(two.json.source_id, one.json.source_id)
    assert.match((await ask('lỡ tay làm rơi vỡ thì thế nào?')).reply, /đổi cái mới/)
    assert.equal((await call('DELETE', `/corrections/${one.json.id}`)).code, 'training.correction_overtaken')
    assert.equal((await call('DELETE', `/corrections/${two.json.id}`)).status, 200)
    assert.match((await ask('lỡ tay làm rơi vỡ thì thế nào')).reply, /shop đền/)
    assert.equal((await call('DELETE', `/corrections/${one.json.id}`)).status, 200)
    assert.equal((await call('DELETE', `/corrections/${one.json.id}`)).status, 200)
    assert.notEqual((await ask('lỡ tay làm rơi vỡ thì thế nào')).act, 'answer')
  })

  test('by the passage that says it: found among the passages, quoted, and undone', async () => {
    const first = await lastAnswer(await write('lỡ tay làm rơi vỡ thì thế nào'))
    assert.equal(first.act, 'abstain')
    const found = await call<FoundPassage[]>('POST', '/passages/find', { text: 'đổi trả' })
    const passage = found.json[0]
    assert.match(passage?.text ?? '', /30 ngày/)
    const { status, json } = await improve(first.id, { passage_id: passage?.id })
    assert.deepEqual([status, json.kind, json.answer], [201, 'passage', null])
    const next = await ask('LO TAY LAM ROI VO THI THE NAO?')
    assert.equal(next.act, 'answer')
    assert.match(next.reply, /30 ngày/)
    const other =
      found.json.find(one => one.id !== passage?.id) ??
      (await call<FoundPassage[]>('POST', '/passages/find', { text: 'phí ship' })).json[0]
    const moved = await improve(first.id, { passage_id: other?.id })
    assert.match((await ask('lỡ tay làm rơi vỡ thì thế nào')).reply, /20\.000đ/)
    await call('DELETE', `/corrections/${moved.json.id}`)
    assert.match((await ask('lỡ tay làm rơi vỡ thì thế nào')).reply, /30 ngày/)
    await call('DELETE', `/corrections/${json.id}`)
    assert.notEqual((await ask('lỡ tay làm rơi vỡ thì thế nào')).act, 'answer')
  })

  test('asks for exactly one of the two, refuses what is empty, and another workspace’s is not there', async () => {
    const first = await lastAnswer(await write('lỡ tay làm rơi vỡ thì thế nào'))
    assert.equal((await improve(first.id, {})).status, 400)
    assert.equal((await improve(first.id, { answer: 'x', passage_id: newId() })).status, 400)
    assert.equal((await improve(first.id, { answer: ' ' })).code, 'training.pair_empty')
    assert.equal((await improve(first.id, { passage_id: newId() })).status, 404)
    const stranger = await makeOwner(desk.platform)
    assert.equal((await improve(first.id, { answer: 'Của người khác.' }, stranger)).status, 404)
    const { json } = await improve(first.id, { answer: 'Đổi ạ.' })
    assert.equal((await call('DELETE', `/corrections/${json.id}`, undefined, stranger)).status, 404)
    const [question] = await listed()
    assert.equal((await call('POST', `/unanswered/${question?.id}/ignore`, undefined, stranger)).status, 404)
    assert.equal((await call('POST', `/unanswered/${question?.id}/answer`, { answer: 'x' }, stranger)).status, 404)
    const member = await makeMember(desk.platform, desk.owner)
    assert.equal((await improve(first.id, { answer: 'Đổi ạ, giữ hoá đơn.' }, member)).status, 201)
  })

  test('what could not be answered is on the list once, however it is written; other questions stand apart', async () => {
    await write('Shop có bán vé máy bay đi Singapore không?')
    await write('co ban ve may bay di singapore ko shop')
    await write('shop có bán vé máy bay đi Tokyo không ạ')
    const rows = await listed()
    assert.deepEqual(
      rows.map(row => [row.asked_count, row.status]),
      [
        [1, 'open'],
        [2, 'open'],
      ],
    )
  })

  test('answered from the list: known from now on, the waiting customers are told, and undoing opens it again', async () => {
    const one = await write('Shop có bán vé máy bay đi Singapore không?')
    const two = await write('co ban ve may bay di singapore ko shop')
    const [question] = await listed()
    assert.ok(question)
    const settle = { answer: 'Dạ tiệm chỉ bán gốm, không bán vé máy bay ạ.', reply_to: [one, two, newId()] }
    const { status, json } = await call<Settled>('POST', `/unanswered/${question.id}/answer`, settle)
    assert.deepEqual([status, json.sent, json.not_sent], [201, 2, 1])
    assert.deepEqual((await lastReply(one)).at(-1), { author: 'member', text: settle.answer })
    assert.deepEqual((await lastReply(two)).at(-1), { author: 'member', text: settle.answer })
    assert.equal((await listed())[0]?.status, 'done')
    assert.match((await lastAnswer(await write('co ban ve may bay di singapore ko shop'))).text, /chỉ bán gốm/)
    await call('DELETE', `/corrections/${json.correction.id}`)
    assert.equal((await listed())[0]?.status, 'open')
    assert.notEqual((await ask('Shop có bán vé máy bay đi Singapore không?')).act, 'answer')
  })

  test('improved in the conversation, it is settled on the list; ignored, it stays so when asked again', async () => {
    const first = await lastAnswer(await write('Shop có bán vé máy bay đi Singapore không?'))
    const { json } = await improve(first.id, { answer: 'Dạ không ạ.' })
    assert.deepEqual(
      (await listed()).map(row => [row.status, row.correction_id]),
      [['done', json.id]],
    )
    await write('tuyển nhân viên part time không shop')
    const [question] = (await listed()).filter(row => row.status === 'open')
    assert.equal((await call('POST', `/unanswered/${question?.id}/ignore`)).status, 200)
    await write('tuyển nhân viên part time không shop')
    assert.deepEqual(
      (await listed()).filter(row => row.id === question?.id).map(row => [row.status, row.asked_count]),
      [['ignored', 2]],
    )
    await call('POST', `/unanswered/${question?.id}/reopen`)
    assert.equal((await listed()).find(row => row.id === question?.id)?.status, 'open')
  })

  test('every answer tells what was looked at and how sure it was; asked again, it shows what has changed since', async () => {
    const conversation = await write('phí ship nội thành Hà Nội bao nhiêu')
    const first = await lastAnswer(conversation)
    type Trace = {
      candidates: { passage_id: string; score: number; text: string }[]
      knowledge_version: number
      threshold: number
    }
    const { json: rows } = await call<
      { trace: Trace; confidence: number; ms: number; citations: { passage_id: string }[] }[]
    >('GET', `/rest/v1/answers?select=*&id=eq.${first.id}`)
    const { trace, citations } = rows[0]!
    assert.ok(trace.candidates.length >= 2 && trace.knowledge_version >= 1 && trace.threshold > 0)
    assert.ok(trace.candidates.some(candidate => candidate.passage_id === citations[0]?.passage_id))
    const scores = trace.candidates.map(candidate => candidate.score)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    )
    const same = await call<Replay>('POST', `/answers/${first.id}/replay`)
    assert.deepEqual([same.status, same.json.changed, same.json.now.text], [200, false, first.text])
    await call('POST', '/sources/pairs', {
      question: 'phí ship nội thành Hà Nội bao nhiêu',
      answer: 'Dạ từ tháng này phí ship nội thành 25.000đ ạ.',
    })
    const later = await call<Replay>('POST', `/answers/${first.id}/replay`)
    assert.ok(later.json.changed && later.json.knowledge_version > same.json.knowledge_version)
    assert.match(later.json.now.text, /25\.000đ/)
    assert.equal((await lastReply(conversation)).length, 2)
    const stranger = await makeOwner(desk.platform)
    assert.equal((await call('POST', `/answers/${first.id}/replay`, undefined, stranger)).status, 404)
    assert.equal((await call('POST', `/answers/${(await ask('xin chào')).answer_id}/replay`)).status, 404)
  })

  test('a liked answer becomes a test question, once; what was not answered from documents does not', async () => {
    const good = await lastAnswer(await write('phí ship nội thành Hà Nội bao nhiêu'))
    const like = (id: string) => call<RegressionCase>('POST', '/regression-cases', { answer_id: id })
    const liked = await like(good.id)
    assert.deepEqual([liked.status, liked.json.made_from, liked.json.last_right], [201, 'liked', true])
    assert.equal((await like(good.id)).json.id, liked.json.id)
    const unknown = await lastAnswer(await write('Shop có bán vé máy bay đi Singapore không?'))
    assert.equal((await like(unknown.id)).status, 404)
  })
})
