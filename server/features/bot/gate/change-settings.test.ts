import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { RunDetail } from '#shared/contracts/bot/bot.results.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { Source } from '#shared/contracts/training/training.results.ts'
import { type Called, trainingDrivers } from '#tests/drivers/training-driver.ts'

const fee = 'Phí giao hàng nội thành?'
const feeIs = 'Phí giao hàng nội thành 20.000đ.'
const higherFee = 'Phí giao hàng nội thành 25.000đ.'

describe('settings that change answers, tried first', () => {
  const desk = trainingDrivers()
  let pair: Source
  beforeEach(async () => {
    pair = await desk.pair(fee, feeIs)
    await desk.saveTest(fee, '20.000đ')
  })

  type Change = Partial<BotSettings> & { confirm?: boolean | string }
  const choose = (change: Change): Promise<Called<BotSettings>> => desk.call('PUT', '/bot/settings', change)
  const settings = async (): Promise<BotSettings> => (await desk.call<BotSettings>('GET', '/bot/settings')).json
  const worse = (called: Called<unknown>): unknown[] => [called.status, called.code, called.details['worse']]
  const digest = (called: Called<unknown>): string => String(called.details['digest'])
  const audited = async (): Promise<number> =>
    (await desk.rows('audit_log?action=eq.bot.settings-changed&select=id')).length

  test('an error rate at which a test question is left open is asked back, with that answer; confirmed, it holds', async () => {
    const refused = await choose({ threshold: 1 })
    assert.deepEqual(worse(refused), [409, 'training.answers_worse', 1])
    const [detail] = refused.details['details'] as RunDetail[]
    assert.deepEqual(
      [detail?.question, detail?.verdict, detail?.before.act, detail?.now.act],
      [fee, 'worse', 'answer', 'abstain'],
    )
    assert.equal((await settings()).threshold, null)
    assert.equal(await audited(), 0)
    assert.equal((await desk.ask(fee)).act, 'answer')
    const done = await choose({ threshold: 1, confirm: digest(refused) })
    assert.deepEqual([done.status, done.json.threshold], [200, 1])
    assert.equal(await audited(), 1)
    assert.equal((await desk.ask(fee)).act, 'abstain')
  })

  test('so are words that mean the same, subjects to leave alone and words that call a person', async () => {
    await desk.pair('Chén quân giá bao nhiêu?', 'Chén quân 65.000đ một chiếc.')
    await desk.call('POST', '/regression-cases', { question: 'tò he giá bao nhiêu', act: 'abstain' })
    for (const change of [
      { synonyms: [['tò he', 'chén quân']] },
      { never_say: ['phí giao hàng'] },
      { hand_over_words: ['nội thành'] },
    ])
      assert.deepEqual(worse(await choose(change)), [409, 'training.answers_worse', 1], Object.keys(change)[0])
    assert.equal((await desk.ask('tò he giá bao nhiêu')).act, 'abstain')
    assert.equal((await choose({ synonyms: [['tò he', 'chén quân']], confirm: true })).status, 200)
    assert.match((await desk.ask('tò he giá bao nhiêu')).reply, /65\.000đ/)
  })

  test('a subject that is to be left to a person is left to one as well where it is forbidden', async () => {
    await desk.call('POST', '/regression-cases', { question: 'có bán vé máy bay không', act: 'abstain' })
    assert.deepEqual(worse(await choose({ never_say: ['máy bay'], never_say_act: 'refuse' })), [
      409,
      'training.answers_worse',
      1,
    ])
    assert.equal((await choose({ never_say: ['máy bay'], never_say_act: 'handoff' })).status, 200)
  })

  test('what makes nothing worse is saved at once: other words of the bot, its pace, its hours, a subject that nobody tests', async () => {
    const closed = Array.from({ length: 7 }, () => null)
    for (const change of [
      { tone: 'formal', name: 'Mộc' },
      { reply_delay_ms: 0 },
      { hours: closed, outside_hours: 'wait' },
      { never_say: ['chính trị'] },
    ] as const)
      assert.equal((await choose(change as Change)).status, 200, Object.keys(change)[0])
    assert.equal((await settings()).name, 'Mộc')
  })

  test('a confirmation counts for what was shown: where another answer gets worse meanwhile, it is asked again', async () => {
    const first = await choose({ threshold: 1 })
    await desk.pair('Có gói quà không?', 'Gói quà miễn phí cho mọi đơn.')
    await desk.saveTest('Có gói quà không?', 'miễn phí')
    const again = await choose({ threshold: 1, confirm: digest(first) })
    assert.deepEqual(worse(again), [409, 'training.answers_worse', 2])
    assert.notEqual(digest(again), digest(first))
    assert.equal((await settings()).threshold, null)
    assert.equal((await choose({ threshold: 1, confirm: digest(again) })).status, 200)
    assert.equal((await choose({ threshold: null, confirm: 'something else' })).status, 400)
  })

  test('what waits is tried again by the new settings, and the test questions are asked by them', async () => {
    await desk.call('PUT', `/sources/pairs/${pair.id}`, { question: fee, answer: higherFee })
    await desk.settle()
    assert.equal((await desk.source(pair.id))?.status, 'waiting')
    await choose({ never_say: ['giao hàng'], confirm: true })
    await desk.settle()
    assert.equal((await desk.source(pair.id))?.status, 'processed')
    const [asked] = await desk.rows<{ last_act: string }>('regression_cases?select=last_act')
    assert.equal(asked?.last_act, 'handoff')
  })

  test('settings that change while others are tried are tried with them', async () => {
    const { asService } = desk.platform.db
    let calls = 0
    desk.platform.db.asService = async (id, work) => {
      if (id === desk.owner.workspaceId && ++calls === 3) {
        desk.platform.db.asService = asService
        assert.equal((await choose({ synonyms: [['ship', 'phí giao hàng']] })).status, 200)
      }
      return asService(id, work)
    }
    const both = await choose({ name: 'Mộc' })
    desk.platform.db.asService = asService
    assert.equal(both.status, 200)
    assert.ok(calls >= 3, String(calls))
    const now = await settings()
    assert.deepEqual([now.name, now.synonyms], ['Mộc', [['ship', 'phí giao hàng']]])
  })

  test('a new version that was tried by other settings is not let through by them', async () => {
    const { asService } = desk.platform.db
    await choose({ never_say: ['giao hàng'], confirm: true })
    await desk.settle()
    let isChanged = false
    desk.platform.db.asService = async (id, work) => {
      const result = await asService(id, work)
      if (id === desk.owner.workspaceId && !isChanged && (await checking())) {
        isChanged = true
        await choose({ never_say: [] })
      }
      return result
    }
    const checking = async (): Promise<boolean> => {
      const { rows } = await asService(desk.owner.workspaceId, tx =>
        tx
          .selectFrom('source_checks')
          .select('id')
          .where('finished_at', 'is', null)
          .execute()
          .then(rows => ({ rows })),
      )
      return rows.length > 0
    }
    await desk.call('PUT', `/sources/pairs/${pair.id}`, { question: fee, answer: higherFee })
    desk.platform.db.asService = asService
    assert.ok(isChanged)
    await desk.settle()
    assert.equal((await desk.source(pair.id))?.status, 'waiting')
    assert.match((await desk.ask(fee)).reply, /20\.000đ/)
  })
})
