import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Correction, RunDetail } from '#shared/contracts/bot/bot.results.ts'
import type { PassageQuestion } from '#shared/contracts/training/training.results.ts'
import { type Called, strangerTo, trainingDrivers } from '#tests/drivers/training-driver.ts'
import { tryFirst } from './try-first.ts'

const parking = 'Khách gửi xe ở đâu?'
const place = 'Gửi xe miễn phí ở sân trước tiệm.'
const fee = 'Phí giao hàng nội thành?'
const feeIs = 'Phí giao hàng nội thành 20.000đ.'
const wording = 'bữa trước em hỏi đó'
const expected = place

describe('wordings and passages that are named as the answer, tried first', () => {
  const desk = trainingDrivers()
  let passage: string
  beforeEach(async () => {
    const { id } = await desk.pair(parking, place)
    await desk.pair(fee, feeIs)
    passage = (await desk.rows<{ id: string }>(`passages?source_id=eq.${id}&select=id`))[0]!.id
  })

  const words = (question: string, confirm?: boolean): Promise<Called<PassageQuestion>> =>
    desk.call('POST', `/passages/${passage}/questions`, { question, ...(confirm === undefined ? {} : { confirm }) })
  const wordings = async (): Promise<string[]> =>
    (await desk.rows<{ question: string }>('passage_questions?select=question')).map(row => row.question)
  const mayNotAnswer = async (question: string): Promise<void> => {
    const stored = await desk.call('POST', '/regression-cases', { question, act: 'abstain' })
    assert.equal(stored.status, 201, JSON.stringify(stored.json))
  }
  const worse = (called: Called<unknown>): unknown[] => [called.status, called.code, called.details['worse']]

  test('a wording that makes an answer worse is asked back first, with that answer; confirmed, it counts', async () => {
    await mayNotAnswer(wording)
    const refused = await words(wording)
    assert.deepEqual(worse(refused), [409, 'training.answers_worse', 1])
    const [detail] = refused.details['details'] as RunDetail[]
    assert.deepEqual(
      [detail?.question, detail?.verdict, detail?.before.act, detail?.now.reply],
      [wording, 'worse', 'abstain', expected],
    )
    assert.deepEqual(await wordings(), [])
    assert.equal((await desk.ask(wording)).act, 'abstain')
    assert.equal((await words(wording, true)).status, 201)
    assert.equal((await desk.ask(wording)).reply, expected)
  })

  test('one that makes nothing worse counts at once, and leaves no trace of having been tried', async () => {
    await desk.saveTest(fee, '20.000đ')
    assert.equal((await words(wording)).status, 201)
    assert.deepEqual(await wordings(), [wording])
    assert.equal((await desk.ask(wording)).reply, expected)
    const versions = await desk.rows<{ version: number }>('knowledge_versions?select=version&order=version')
    assert.deepEqual(
      versions.map(row => row.version),
      [1, 2, 3],
    )
  })

  test('taking a wording away that a test question needs is asked back too', async () => {
    const { json } = await words(wording)
    await desk.saveTest(wording, 'sân trước')
    const refused = await desk.call('DELETE', `/passage-questions/${json.id}`)
    assert.deepEqual(worse(refused), [409, 'training.answers_worse', 1])
    assert.deepEqual(await wordings(), [wording])
    assert.equal((await desk.call('DELETE', `/passage-questions/${json.id}?confirm=true`)).status, 200)
    assert.equal((await desk.call('DELETE', `/passage-questions/${json.id}`)).status, 200)
    assert.deepEqual(await wordings(), [])
  })

  test('a passage named as the right answer likewise; nothing of it is kept until it is confirmed', async () => {
    const asked = await desk.ask(wording)
    await mayNotAnswer(wording)
    const improve = (confirm?: boolean): Promise<Called<Correction>> =>
      desk.call('POST', `/answers/${asked.answer_id}/improve`, {
        passage_id: passage,
        ...(confirm === undefined ? {} : { confirm }),
      })
    assert.deepEqual(worse(await improve()), [409, 'training.answers_worse', 1])
    assert.deepEqual(await desk.rows('answer_corrections?select=id'), [])
    const done = await improve(true)
    assert.deepEqual([done.status, done.json.kind], [201, 'passage'])
    assert.equal((await desk.ask(wording)).reply, expected)
  })

  test('taken back, a correction’s own test question goes with it; another that needs it is asked about', async () => {
    const asked = await desk.ask(wording)
    const { json } = await desk.call<Correction>('POST', `/answers/${asked.answer_id}/improve`, { passage_id: passage })
    await desk.settle()
    assert.equal((await desk.rows('regression_cases?select=id')).length, 1)
    const other = await desk.call<{ id: string }>('POST', '/regression-cases', {
      question: `${wording} ạ`,
      expected: 'sân trước',
    })
    const refused = await desk.call('DELETE', `/corrections/${json.id}`)
    assert.deepEqual(worse(refused), [409, 'training.answers_worse', 1])
    assert.equal((await desk.ask(wording)).reply, expected)
    await desk.call('DELETE', `/regression-cases/${other.json.id}`)
    assert.equal((await desk.call('DELETE', `/corrections/${json.id}`)).status, 200)
    assert.notEqual((await desk.ask(wording)).reply, expected)
  })

  test('an answer that the pair has already, with new wordings, is asked back as well', async () => {
    await mayNotAnswer(wording)
    const asked = await desk.ask(wording)
    const again = { question: parking, answer: place }
    const refused = await desk.call('POST', `/answers/${asked.answer_id}/improve`, again)
    assert.deepEqual(worse(refused), [409, 'training.answers_worse', 1])
    assert.equal((await desk.ask(wording)).act, 'abstain')
  })

  test('what goes live in the middle is looked at with it: the change is made beside what was asked', async () => {
    await mayNotAnswer(wording)
    const { workspaceId } = desk.owner
    let changes = 0
    const tried = await tryFirst(desk.platform, workspaceId, { confirm: false }, async () => {
      changes += 1
      return changes
    })
    assert.deepEqual([tried.made, tried.worse, tried.total], [2, 0, 1])
    const { asService } = desk.platform.db
    let calls = 0
    desk.platform.db.asService = async (id, work) => {
      if (id === workspaceId && ++calls === 3) {
        desk.platform.db.asService = asService
        await desk.pair('Tiệm ở đâu?', 'Tiệm ở 12 Nguyễn Văn Linh.')
      }
      return asService(id, work)
    }
    const both = await words('để xe chỗ nào hả shop')
    desk.platform.db.asService = asService
    assert.equal(both.status, 201)
    assert.equal((await desk.ask('tiệm ở đâu')).act, 'answer')
    assert.deepEqual(await wordings(), ['để xe chỗ nào hả shop'])
  })

  test('a stranger’s passage and wording are not there', async () => {
    const { json } = await words(wording)
    const stranger = await strangerTo(desk)
    const there = await stranger.call('POST', `/passages/${passage}/questions`, { question: 'a b c' })
    assert.equal(there.status, 404)
    assert.equal((await stranger.call('DELETE', `/passage-questions/${json.id}`)).status, 200)
    assert.deepEqual(await wordings(), [wording])
  })
})
