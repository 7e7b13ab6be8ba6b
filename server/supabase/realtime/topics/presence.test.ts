import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Broadcast, BroadcastMessage } from '#platform/events/broadcast.ts'
import { fakeClock, seconds } from '#platform/clock.ts'
import { makePresence, type Presence, type PresenceDiff } from './presence.ts'

function makeWire() {
  const listeners = new Set<(message: BroadcastMessage) => void>()
  const broadcast = {
    publish: (message: BroadcastMessage) =>
      [...listeners].forEach(listener => listener(JSON.parse(JSON.stringify(message)) as BroadcastMessage)),
    subscribe(_topic: string | undefined, listener: (message: BroadcastMessage) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return broadcast as unknown as Broadcast
}

const moment = () => new Promise(resolve => setTimeout(resolve, 40))
const names = (presence: Presence, place = 'p') => Object.keys(presence.state(place)).sort((a, b) => (a < b ? -1 : 1))

describe('presence', () => {
  const clock = fakeClock()
  let wire: Broadcast
  let diffs: PresenceDiff[]
  let one: Presence
  beforeEach(() => {
    wire = makeWire()
    diffs = []
    one = makePresence(wire, clock.now, (_place, diff) => diffs.push(diff))
  })

  test('tells who came, what changed, and who went', async () => {
    one.track({ id: 'a', place: 'p', key: 'Lan' }, { page: 1 })
    await moment()
    one.track({ id: 'a', place: 'p', key: 'Lan' }, { page: 2 })
    await moment()
    one.untrack('p', 'a')
    await moment()
    const [came, changed, went] = diffs
    const first = came?.joins['Lan']?.metas[0]
    assert.deepEqual({ ...first, phx_ref: '' }, { page: 1, phx_ref: '' })
    assert.equal(changed?.leaves['Lan']?.metas[0]?.phx_ref, first?.phx_ref)
    assert.equal(changed?.joins['Lan']?.metas[0]?.phx_ref_prev, first?.phx_ref)
    assert.equal(changed?.joins['Lan']?.metas[0]?.['page'], 2)
    assert.deepEqual(went, { joins: {}, leaves: changed?.joins })
    assert.deepEqual(one.state('p'), {})
  })

  test('gathers what happens in one moment, and does not mention who came and went in it', async () => {
    for (const id of ['a', 'b', 'c']) one.track({ id, place: 'p', key: id }, {})
    one.untrack('p', 'b')
    await moment()
    assert.equal(diffs.length, 1)
    assert.deepEqual([Object.keys(diffs[0]?.joins ?? {}), diffs[0]?.leaves], [['a', 'c'], {}])
  })

  test('who came and went in one moment, and who is named again, is no news', async () => {
    one.track({ id: 'a', place: 'p', key: 'Lan' }, {})
    one.untrack('p', 'a')
    const two = makePresence(wire, clock.now, () => {})
    two.track({ id: 'b', place: 'p', key: 'Minh' }, {})
    await moment()
    diffs.length = 0
    // A process that starts asks all others for theirs.
    makePresence(wire, clock.now, () => {})
    one.track({ id: 'c', place: 'q', key: 'Hoa' }, {})
    one.untrack('q', 'c')
    await moment()
    assert.deepEqual(diffs, [])
    assert.deepEqual(names(one), ['Minh'])
  })

  test('two windows of one person are two entries under one key', () => {
    one.track({ id: 'a', place: 'p', key: 'Lan' }, {})
    one.track({ id: 'b', place: 'p', key: 'Lan' }, {})
    assert.equal(one.state('p')['Lan']?.metas.length, 2)
  })

  test('is shared by all processes, also by one that starts later, and ends with a process that stops or dies', async () => {
    one.track({ id: 'a', place: 'p', key: 'Lan' }, {})
    const two = makePresence(wire, clock.now, () => {})
    two.track({ id: 'b', place: 'p', key: 'Minh' }, {})
    const three = makePresence(wire, clock.now, () => {})
    three.track({ id: 'c', place: 'p', key: 'Hoa' }, {})
    assert.deepEqual(
      [names(one), names(two), names(three)],
      Array.from({ length: 3 }, () => ['Hoa', 'Lan', 'Minh']),
    )
    two.stop()
    assert.deepEqual(names(one), ['Hoa', 'Lan'])
    clock.advance(seconds(40))
    one.beat(clock.now())
    assert.deepEqual(names(one), ['Hoa', 'Lan'])
    clock.advance(seconds(10))
    one.beat(clock.now())
    assert.deepEqual(names(one), ['Lan'], 'a process that said nothing for 45 seconds is gone')
    await moment()
    assert.deepEqual(Object.keys(diffs.at(-1)?.joins ?? {}), ['Lan'])
  })

  test('a key with an unlucky name is a key like any other', () => {
    one.track({ id: 'a', place: 'p', key: '__proto__' }, {})
    assert.match(JSON.stringify(one.state('p')), /"__proto__":\{"metas"/)
  })
})
