import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messagingWindow, openSince, type WindowQuestion } from './messaging-window.ts'

const last = new Date('2026-11-20T03:00:00Z')
const hours = (count: number) => new Date(last.getTime() + count * 3_600_000)
const ask = (change: Partial<WindowQuestion>) =>
  messagingWindow({
    kind: 'facebook',
    lastInteraction: last,
    author: 'bot',
    humanAgent: false,
    paidConfirmed: false,
    now: last,
    ...change,
  })

describe('the messaging window', () => {
  test('is always open on a website', () => {
    assert.deepEqual(ask({ kind: 'website', lastInteraction: null }), {
      allowed: true,
      permit: 'response',
      until: null,
    })
  })

  test('of Messenger is 24 hours for the bot, whatever the app may do', () => {
    const before = new Date(hours(24).getTime() - 1)
    for (const humanAgent of [true, false]) {
      assert.deepEqual(ask({ now: before, humanAgent }), { allowed: true, permit: 'response', until: hours(24) })
      assert.deepEqual(ask({ now: hours(24), humanAgent }), {
        allowed: false,
        reason: 'window_closed',
        closedAt: hours(24),
      })
    }
  })

  test('of Messenger is 7 days for everybody after an advertisement, and 24 hours after every later word', () => {
    const byAd = { adEntry: last, now: hours(167) }
    assert.deepEqual(ask(byAd), { allowed: true, permit: 'response', until: hours(168) })
    assert.deepEqual(ask({ ...byAd, now: hours(168) }), {
      allowed: false,
      reason: 'window_closed',
      closedAt: hours(168),
    })
    assert.deepEqual(ask({ ...byAd, lastInteraction: hours(160), now: hours(170) }), {
      allowed: true,
      permit: 'response',
      until: hours(184),
    })
    assert.equal(ask({ ...byAd, kind: 'zalo' }).allowed, false)
  })

  test('of Messenger is 7 days for people with the human-agent feature, and 24 hours without', () => {
    const member = { author: 'member' as const, now: hours(30) }
    assert.deepEqual(ask({ ...member, humanAgent: true }), { allowed: true, permit: 'human_agent', until: hours(168) })
    assert.deepEqual(ask({ ...member, now: hours(168), humanAgent: true }), {
      allowed: false,
      reason: 'window_closed',
      closedAt: hours(168),
    })
    assert.deepEqual(ask(member), { allowed: false, reason: 'window_closed', closedAt: hours(24) })
  })

  test('of Zalo is 48 hours, and for people 7 days once they have confirmed the price', () => {
    const zalo = { kind: 'zalo' as const, now: hours(47) }
    assert.deepEqual(ask(zalo), { allowed: true, permit: 'response', until: hours(48) })
    assert.deepEqual(ask({ ...zalo, now: hours(48), paidConfirmed: true }), {
      allowed: false,
      reason: 'window_closed',
      closedAt: hours(48),
    })
    const late = { ...zalo, author: 'member' as const, now: hours(50) }
    assert.deepEqual(ask(late), {
      allowed: false,
      reason: 'confirmation_needed',
      closedAt: hours(48),
      until: hours(168),
    })
    assert.deepEqual(ask({ ...late, paidConfirmed: true }), { allowed: true, permit: 'paid', until: hours(168) })
    assert.deepEqual(ask({ ...late, now: hours(168), paidConfirmed: true }), {
      allowed: false,
      reason: 'window_closed',
      closedAt: hours(168),
    })
  })

  test('was never open for somebody who did nothing', () => {
    assert.deepEqual(ask({ lastInteraction: null, author: 'member', humanAgent: true }), {
      allowed: false,
      reason: 'window_closed',
      closedAt: null,
    })
  })

  test('asked of many at once it says the same', () => {
    for (const kind of ['facebook', 'zalo'] as const)
      for (let acted = -1; acted <= 200; acted += 0.5)
        for (const ad of [null, acted, acted - 100]) {
          const now = last
          const lastInteraction = acted < 0 ? null : hours(-acted)
          const adEntry = ad === null ? null : hours(-ad)
          const since = openSince(kind, now)
          const open =
            lastInteraction !== null &&
            (lastInteraction > since.acted || (since.fromAd !== null && adEntry !== null && adEntry > since.fromAd))
          assert.equal(ask({ kind, now, lastInteraction, adEntry }).allowed, open, `${kind} ${acted} ${ad}`)
          const paid = { kind, now, lastInteraction, adEntry, botPays: true }
          const openPaid = lastInteraction !== null && lastInteraction > openSince(kind, now, true).acted
          assert.equal(ask(paid).allowed, open || openPaid, `${kind} ${acted} paid`)
        }
  })

  test('of Zalo is open to the bot for so many messages, then as far as it may pay', () => {
    const zalo = { kind: 'zalo' as const, now: hours(1) }
    const paid = { allowed: true, permit: 'paid', until: hours(168) }
    assert.deepEqual(ask({ ...zalo, freeLeft: 1 }), { allowed: true, permit: 'response', until: hours(48) })
    assert.deepEqual(ask({ ...zalo, freeLeft: null }), { allowed: true, permit: 'response', until: hours(48) })
    assert.deepEqual(ask({ ...zalo, freeLeft: 0 }), { allowed: false, reason: 'paid_limit', closedAt: null })
    assert.deepEqual(ask({ ...zalo, freeLeft: 0, botPays: true }), paid)
    assert.deepEqual(ask({ ...zalo, freeLeft: 0, author: 'member' }), {
      allowed: true,
      permit: 'response',
      until: hours(48),
    })
    const late = { ...zalo, now: hours(60) }
    assert.deepEqual(ask(late), { allowed: false, reason: 'window_closed', closedAt: hours(48) })
    assert.deepEqual(ask({ ...late, botPays: true }), paid)
    assert.deepEqual(ask({ ...late, botPays: true, now: hours(168) }), {
      allowed: false,
      reason: 'window_closed',
      closedAt: hours(48),
    })
    assert.equal(ask({ kind: 'facebook', now: hours(30), botPays: true }).allowed, false)
  })
})
