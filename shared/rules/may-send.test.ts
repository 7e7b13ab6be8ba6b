import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { runs } from '#tests/setup/property-runs.ts'
import { maySendTexts } from '../texts/campaigns/may-send-texts.ts'
import { purposes, sendReasons, type SendQuestion } from './campaigns/send-question.ts'
import { maySend } from './may-send.ts'
import { routeNames } from './campaigns/send-question.ts'
import { defaultHours, lawfulHours, nextHours, nextUnder, within } from './campaigns/sending-times.ts'

const hour = 3_600_000
const noon = new Date('2026-11-23T05:00:00Z') // 12:00 in Ho Chi Minh City
const ago = (hours: number): Date => new Date(noon.getTime() - hours * hour)

const allowed: SendQuestion = {
  now: noon,
  zone: 'Asia/Ho_Chi_Minh',
  purpose: 'promotion',
  restricted: false,
  consent: 'given',
  consentElsewhere: false,
  askedBefore: false,
  contact: {
    kind: 'facebook',
    unreachable: false,
    lastInteraction: ago(3),
    adEntry: null,
    hasConversation: true,
    phoneConsented: false,
    waits: false,
    lastWords: ago(3),
    reachedAlready: false,
  },
  channelConnected: true,
  routes: routeNames,
  template: null,
  token: null,
  zalo: { freeLeft: 8, paidReply: 55, promotionHours: { from: '06:00', to: '22:00' } },
  content: { languageFits: true, fieldsFilled: true, valuesFit: true },
  sent: { promotion: [], care: [] },
  hours: defaultHours,
  caps: {
    promotion: [
      { max: 1, within: 24 * hour },
      { max: 4, within: 30 * 24 * hour },
    ],
    care: [{ max: 1, within: 24 * hour }],
  },
  quietTalk: hour,
  planLeft: 10,
  cost: { confirmed: null, left: null },
  deadline: null,
  stopped: false,
}

function ask(change: Partial<SendQuestion>, contact: Partial<SendQuestion['contact']> = {}) {
  return maySend({ ...allowed, ...change, contact: { ...allowed.contact, ...contact } })
}

const zalo = { kind: 'zalo' as const }
const approved = { state: 'approved' as const, tag: null, quotaFrom: null }

describe('whether a message of a campaign may be sent', () => {
  test('yes, for nothing, to who agreed and wrote lately', () => {
    assert.deepEqual(ask({}), {
      is: 'now',
      route: 'facebook.response',
      until: new Date(noon.getTime() + 21 * hour),
      cost: { amount: 0, currency: 'VND', certainty: 'exact' },
      reasons: [],
    })
  })

  test('each reason is told, and has a text in both languages', () => {
    const late = { lastInteraction: ago(30) }
    const reasons = new Set(
      [
        ask({ restricted: true }),
        ask({ consent: 'withdrawn' }),
        ask({ consent: 'none' }),
        ask({ consent: 'none', consentElsewhere: true }),
        ask({ purpose: 'ask', consent: 'none', askedBefore: true }),
        ask({}, { unreachable: true }),
        ask({ channelConnected: false }),
        ask({ routes: ['zalo.consultation'] }, zalo),
        ask({}, late),
        ask({ token: { live: true, regionAllowed: false, nextAt: null, expiresAt: null, estimate: null } }, late),
        ask({ purpose: 'service' }, { ...zalo, lastInteraction: null }),
        ask({ purpose: 'service', template: { ...approved, state: 'pending' } }, { ...zalo, lastInteraction: null }),
        ask({ content: { languageFits: false, fieldsFilled: false, valuesFit: true } }),
        ask({ template: approved, content: { ...allowed.content, valuesFit: false } }, { ...zalo, ...late }),
        ask({}, { reachedAlready: true }),
        ask({ planLeft: 0 }),
        ask({ template: { ...approved, priceUid: 200, quotaFrom: new Date(noon.getTime() + hour) } }, zalo),
        ask({ template: { ...approved, priceUid: 200 } }, zalo),
        ask({ template: { ...approved, priceUid: 200 }, cost: { confirmed: 200, left: 199 } }, zalo),
        ask({ now: new Date('2026-11-23T15:00:00Z') }),
        ask({ sent: { promotion: [ago(1), ago(2), ago(3)], care: [] } }),
        ask(
          {
            token: {
              live: true,
              regionAllowed: true,
              nextAt: new Date(noon.getTime() + hour),
              expiresAt: null,
              estimate: null,
            },
          },
          late,
        ),
        ask({}, { lastWords: ago(0.5) }),
        ask({ deadline: noon }),
        ask({ stopped: true }),
      ].flatMap(({ reasons }) => reasons),
    )
    for (const reason of sendReasons) {
      assert.ok(reasons.has(reason), reason)
      for (const language of ['vi', 'en'] as const) assert.ok(maySendTexts(language)[reason].length > 10, reason)
    }
  })

  test('in the evening it goes at the hour of the morning; nobody widens the law', () => {
    const evening = { now: new Date('2026-11-23T15:00:00Z') }
    assert.deepEqual(ask(evening, { lastInteraction: evening.now }).at, new Date('2026-11-24T01:00:00Z'))
    const wide = ask({ ...evening, hours: { from: '00:00', to: '23:59' } }, { lastInteraction: evening.now })
    assert.deepEqual(wide.at, new Date('2026-11-24T00:00:00Z'))
    assert.equal(ask({ ...evening, purpose: 'service' }).is, 'now')
    assert.deepEqual(ask(evening, { lastInteraction: new Date('2026-11-23T00:30:00Z') }).reasons, [
      'window_closed',
      'no_token',
      'quiet_hours',
    ])
  })

  test('the second promotion waits a day, whichever channel the first took', () => {
    const twice = ask({ sent: { promotion: [ago(2)], care: [] } })
    assert.deepEqual([twice.is, twice.reasons[0]], ['no', 'window_closed'])
    const website = ask({ sent: { promotion: [ago(2)], care: [] } }, { kind: 'website' })
    assert.deepEqual([website.is, website.at], ['at', new Date(noon.getTime() + 22 * hour)])
  })

  test('what costs is sent only up to what was confirmed, and what is free goes first', () => {
    const late = { ...zalo, lastInteraction: ago(60) }
    const care = { purpose: 'care' as const, template: { ...approved, priceUid: 200 } }
    assert.deepEqual(ask(care, late).reasons, ['no_number', 'cost_unconfirmed'])
    const paid = ask({ ...care, cost: { confirmed: 300, left: 300 } }, late)
    assert.deepEqual([paid.route, paid.cost.amount], ['zalo.consultation', 55])
    assert.equal(ask(care, zalo).cost.amount, 0)
    assert.equal(ask({ ...care, zalo: { ...allowed.zalo, freeLeft: 0 } }, zalo).is, 'no')
  })

  test('whoever was not asked gets what concerns an order, and care for 180 days after their last word', () => {
    const website = { kind: 'website' as const }
    const unasked = (purpose: 'care' | 'service' | 'ask', days: number | null) =>
      ask({ purpose, consent: 'none' }, { ...website, lastInteraction: days === null ? null : ago(24 * days) }).reasons
    assert.deepEqual(unasked('care', 179), [])
    for (const days of [180, null]) assert.deepEqual(unasked('care', days), ['no_consent'])
    for (const purpose of ['service', 'ask'] as const) assert.deepEqual(unasked(purpose, null), [])
  })

  test('a wait without an end costs what it will cost when the other waits are over', () => {
    const night = { now: new Date('2026-11-23T16:00:00Z'), cost: { confirmed: 300, left: 300 } }
    const byTemplate = { ...night, template: { ...approved, priceUid: 200 } }
    const later = (change: Partial<SendQuestion>, contact: Partial<SendQuestion['contact']>) => {
      const { is, at, route, cost } = ask({ ...night, ...change }, contact)
      return [is, at, route, cost.amount]
    }
    const once = ['at', undefined, 'zalo.template_uid', 200]
    assert.deepEqual(later(byTemplate, { ...zalo, waits: true }), once)
    assert.deepEqual(later({ ...byTemplate, planLeft: 0 }, zalo), once)
    assert.deepEqual(later({ ...byTemplate, channelConnected: false }, zalo), once)
    const estimate = { amount: 250, currency: 'VND' }
    const token = { live: true, regionAllowed: true, nextAt: null, expiresAt: null, estimate }
    const closesBefore = { lastInteraction: ago(10), waits: true }
    assert.deepEqual(later({ token }, closesBefore), ['at', undefined, 'facebook.marketing', 250])
  })

  test('what concerns an order waits for no talk and no cap', () => {
    const sent = { promotion: [ago(1)], care: [ago(1)] }
    assert.equal(ask({ purpose: 'service', sent }, { waits: true, lastWords: ago(0.1) }).is, 'now')
    assert.equal(ask({ purpose: 'care' }, { waits: true }).is, 'at')
  })

  test('a price that nobody knows is not confirmed by any sum, and the last money of a month may be spent', () => {
    const late = { ...zalo, lastInteraction: ago(24 * 8) }
    const unknown = ask({ purpose: 'care', template: approved, cost: { confirmed: 1e6, left: 1e6 } }, late)
    assert.deepEqual([unknown.is, unknown.reasons], ['no', ['window_closed', 'no_number', 'cost_unconfirmed']])
    const priced = { purpose: 'care' as const, template: { ...approved, priceUid: 200 } }
    assert.equal(ask({ ...priced, cost: { confirmed: 200, left: 200 } }, late).is, 'now')
    assert.deepEqual(ask({ ...priced, cost: { confirmed: 200, left: 199 } }, late).reasons.at(-1), 'cost_limit')
  })

  test('hours that the law does not know become those of the law; a cap ends with its span', () => {
    assert.deepEqual(within({ from: '05:00', to: '23:30' }, lawfulHours), lawfulHours)
    assert.deepEqual(within({ from: '22:30', to: '23:30' }, lawfulHours), lawfulHours)
    const zone = 'Asia/Ho_Chi_Minh'
    const at = (time: string) => new Date(`2026-11-23T${time}+07:00`)
    const opens = (time: string) => nextHours(defaultHours, at(time), zone)?.toISOString() ?? 'now'
    assert.deepEqual(['07:59:59', '08:00:00', '20:59:59', '21:00:00'].map(opens), [
      '2026-11-23T01:00:00.000Z',
      'now',
      'now',
      '2026-11-24T01:00:00.000Z',
    ])
    // Clocks are put forward in the night between.
    const spring = nextHours(defaultHours, new Date('2026-03-28T22:00:00Z'), 'Europe/Berlin')
    assert.equal(spring?.toISOString(), '2026-03-29T06:00:00.000Z')
    const cap = { max: 1, within: hour }
    assert.deepEqual(nextUnder(cap, [new Date(noon.getTime() - hour + 1)], noon), new Date(noon.getTime() + 1))
    assert.equal(nextUnder(cap, [ago(1)], noon), null)
    assert.deepEqual(nextUnder({ ...cap, max: 0 }, [ago(0.5)], noon), new Date(noon.getTime() + hour / 2))
  })

  test('what a person may still answer on Messenger is closed to campaigns', () => {
    for (const purpose of purposes) assert.notEqual(ask({ purpose }, { lastInteraction: ago(25) }).is, 'now')
  })
})

const moment = fc
  .oneof(fc.integer({ min: -40 * 60, max: 0 }), fc.integer({ min: -40 * 1440, max: 3 * 1440 }))
  .map(minutes => new Date(noon.getTime() + minutes * 60_000 + 1234))
const around = fc.integer({ min: 0, max: 24 * 60 }).map(minutes => new Date(noon.getTime() + minutes * 60_000))
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const time = fc
  .integer({ min: 0, max: 1439 })
  .map(of => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`)
const cap = fc.record({
  max: fc.integer({ min: 1, max: 4 }),
  within: fc.integer({ min: 1, max: 40 }).map(days => days * 12 * hour),
})

const contacts = {
  kind: fc.constantFrom('facebook', 'zalo', 'website'),
  unreachable: fc.constantFrom(false, false, false, true),
  lastInteraction: maybe(moment),
  adEntry: maybe(moment),
  hasConversation: fc.boolean(),
  phoneConsented: fc.boolean(),
  waits: fc.constantFrom(false, false, true),
  lastWords: maybe(moment),
  reachedAlready: fc.constantFrom(false, false, false, true),
}
const changes = {
  now: around,
  zone: fc.constantFrom('Asia/Ho_Chi_Minh', 'America/New_York', 'Australia/Lord_Howe', 'UTC'),
  purpose: fc.constantFrom(...purposes),
  restricted: fc.constantFrom(false, false, false, true),
  consent: fc.constantFrom('given', 'given', 'given', 'none', 'refused', 'withdrawn'),
  consentElsewhere: fc.boolean(),
  askedBefore: fc.boolean(),
  channelConnected: fc.constantFrom(true, true, true, false),
  routes: fc.subarray([...routeNames], { minLength: 3 }),
  template: maybe(
    fc.record({
      state: fc.constantFrom('approved', 'approved', 'pending', 'gone'),
      tag: fc.constantFrom('transaction', 'care', 'promotion', null),
      priceUid: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
      pricePhone: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
      quotaFrom: fc.constant(null),
    }),
  ),
  token: maybe(
    fc.record({
      live: fc.boolean(),
      regionAllowed: fc.boolean(),
      nextAt: maybe(moment),
      expiresAt: maybe(moment),
      estimate: maybe(fc.record({ amount: fc.integer({ min: 0, max: 9 }), currency: fc.constant('USD') })),
    }),
  ),
  zalo: fc.record({
    ...{ freeLeft: maybe(fc.integer({ min: 0, max: 8 })), paidReply: fc.constant(55) },
    promotionHours: fc.constantFrom({ from: '06:00', to: '22:00' }, { from: '09:00', to: '11:30' }),
  }),
  content: fc.record({
    languageFits: fc.constantFrom(true, true, true, false),
    fieldsFilled: fc.constantFrom(true, true, true, false),
    valuesFit: fc.boolean(),
  }),
  sent: fc.record({ promotion: fc.array(moment, { maxLength: 3 }), care: fc.array(moment, { maxLength: 3 }) }),
  hours: fc.record({ from: time, to: time }),
  caps: fc.record({ promotion: fc.array(cap, { maxLength: 3 }), care: fc.array(cap, { maxLength: 3 }) }),
  quietTalk: fc.constantFrom(0, hour, 5 * hour),
  planLeft: fc.constantFrom(0, 1, 10),
  cost: fc.record({
    confirmed: maybe(fc.integer({ min: 0, max: 500 })),
    left: maybe(fc.integer({ min: 0, max: 500 })),
  }),
  deadline: fc.constantFrom(null, null, new Date(noon.getTime() + 48 * hour)),
  stopped: fc.constantFrom(false, false, false, true),
}
const some = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] })
const anything: fc.Arbitrary<SendQuestion> = fc
  .tuple(some(changes), some(contacts))
  .map(([change, contact]): SendQuestion => ({ ...allowed, ...change, contact: { ...allowed.contact, ...contact } }))

const losses: ((question: SendQuestion) => SendQuestion)[] = [
  question => ({ ...question, consent: 'withdrawn' }),
  question => ({ ...question, restricted: true }),
  question => ({ ...question, stopped: true }),
  question => ({ ...question, channelConnected: false }),
  question => ({ ...question, planLeft: 0 }),
  question => ({ ...question, routes: question.routes.slice(1) }),
  question => ({ ...question, contact: { ...question.contact, unreachable: true } }),
  question => ({ ...question, contact: { ...question.contact, waits: true } }),
  question => ({ ...question, cost: { confirmed: null, left: null } }),
  question => ({ ...question, token: null, template: null }),
  question => ({
    ...question,
    sent: { promotion: [...question.sent.promotion, question.now], care: [...question.sent.care, question.now] },
  }),
  question => ({
    ...question,
    caps: {
      promotion: [...question.caps.promotion, { max: 1, within: 1000 * hour }],
      care: [...question.caps.care, { max: 1, within: 1000 * hour }],
    },
  }),
]

describe('the laws of the answer', () => {
  test('there always is one, with a reason unless it is "now"', () => {
    fc.assert(
      fc.property(anything, question => {
        const { is, reasons, at } = maySend(question)
        assert.equal(reasons.length === 0, is === 'now')
        assert.deepEqual(
          reasons.toSorted((a, b) => sendReasons.indexOf(a) - sendReasons.indexOf(b)),
          reasons,
        )
        if (at) assert.ok(is === 'at' && at > question.now)
      }),
      runs(500),
    )
  })

  test('asked again at the time that it named it says "now", a millisecond before not', () => {
    let timed = 0
    fc.assert(
      fc.property(anything, question => {
        const { at } = maySend(question)
        if (!at) return
        timed++
        assert.equal(maySend({ ...question, now: at }).is, 'now')
        assert.notEqual(maySend({ ...question, now: new Date(at.getTime() - 1) }).is, 'now')
      }),
      runs(3000),
    )
    assert.ok(timed > 10, `${timed} of the questions had such a time`)
  })

  test('what it waits for without an end changes nothing about its price', () => {
    let priced = 0
    const endless: Partial<SendQuestion>[] = [{ channelConnected: false }, { planLeft: 0 }]
    const { restricted, consent, content, stopped } = allowed
    const open = { restricted, consent, content, stopped, channelConnected: true, planLeft: 1, deadline: null }
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 500 }), fc.constantFrom(...endless), (question, price, wait) => {
        const template = { ...approved, priceUid: price, pricePhone: price + 1 }
        const contact = { ...question.contact, unreachable: false, reachedAlready: false, waits: false }
        const free = { ...question, ...open, template, contact, cost: { confirmed: 501, left: 501 } }
        const { is, route, cost } = maySend(free)
        if (is === 'no') return
        const waiting = maySend({ ...free, ...wait })
        assert.deepEqual([waiting.is, waiting.at, waiting.route, waiting.cost], ['at', undefined, route, cost])
        if (is === 'at' && cost.amount) priced++
      }),
      runs(1000),
    )
    assert.ok(priced > 10, `${priced} of them are priced at a later time`)
  })

  test('one more refusal, cap or loss never makes it "now"', () => {
    let sent = 0
    fc.assert(
      fc.property(anything, fc.constantFrom(...losses), (question, lose) => {
        if (maySend(question).is === 'now') return void sent++
        assert.notEqual(maySend(lose(question)).is, 'now')
      }),
      runs(1000),
    )
    assert.ok(sent > 10, `${sent} of the questions were allowed`)
  })

  test('nobody gets what is advertised without consent, outside the lawful hours, or a fourth time in a day', () => {
    fc.assert(
      fc.property(anything, question => {
        if (question.purpose !== 'promotion' || maySend(question).is !== 'now') return
        assert.equal(question.consent, 'given')
        const local = new Date(question.now).toLocaleTimeString('en-GB', { timeZone: question.zone })
        assert.ok(local >= '07:00' && local < '22:00', local)
        const lately = question.sent.promotion.filter(mark => mark > new Date(question.now.getTime() - 24 * hour))
        assert.ok(lately.length < 3)
      }),
      runs(2000),
    )
  })
})
