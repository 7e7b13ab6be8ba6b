import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { oa, startZaloDriver, type ZaloDriver } from '#tests/drivers/zalo-driver.ts'
import type { Channel } from '../../channel.ts'
import { callZalo, readAnswer } from '../call-zalo.ts'
import { renewDue, renewTokens } from './renew-tokens.ts'
import { outcomeOf } from '../messages/send.ts'
import { pairIn, readPair } from './token-pair.ts'

const hours = (count: number) => count * 3_600_000
const getoa = { path: '/v2.0/oa/getoa' }

async function statusOf({ platform }: ZaloDriver, channel: Channel) {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{
      status: string
      status_reason: string | null
    }>`select status, status_reason from channels where id = ${channel.id}`.execute(tx),
  )
  return rows[0] && [rows[0].status, rows[0].status_reason]
}

const pairNow = ({ platform }: ZaloDriver, channel: Channel) =>
  platform.db.asService(null, tx => readPair(platform, tx, channel))

test('each of the collected answers is understood as it should be', async t => {
  const { platform } = await startZaloDriver(t)
  const file = join(import.meta.dirname, '../../../../../tests/data/channels/api-responses.json')
  const { zalo } = JSON.parse(readFileSync(file, 'utf8')) as {
    zalo: { name: string; http: number; body: Record<string, unknown>; class: string }[]
  }
  for (const { name, http, body, class: wanted } of zalo) {
    if (wanted === 'token') {
      const pair = pairIn(body, platform.clock.now())
      assert.deepEqual([pair?.access, pair?.refresh, pair?.expiresAt], ['at-1', 'rt-2', '2026-11-21T04:00:00.000Z'])
      continue
    }
    const outcome = outcomeOf(platform, readAnswer(http, JSON.stringify(body)))
    const shown = outcome.outcome === 'failed' ? outcome.class : outcome.outcome
    const classes: Record<string, string> = { refresh_then_retry_once: 'reauthorize', retry: 'rate_limited' }
    assert.equal(shown, classes[wanted] ?? wanted, name)
  }
  assert.equal(readAnswer(200, '{"error":"-216","message":"x"}').is, 'refused')
  assert.equal(readAnswer(200, '').is, 'lost')
  assert.equal(readAnswer(200, '<html>').is, 'unsent')
  assert.equal(readAnswer(502, '').is, 'unsent')
})

test('a token that is over is renewed before the call, the new pair stored before it is used', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  const before = await pairNow(desk, channel)
  await desk.pass(hours(25))
  assert.equal((await callZalo(desk.platform, channel, getoa)).is, 'done')
  const after = await pairNow(desk, channel)
  assert.notEqual(after?.refresh, before?.refresh)
  assert.equal(desk.zalo.calls.at(-1)?.headers['access_token'], after?.access)
})

for (const error of [-216, -220, -124, 452]) {
  test(`${error} renews once and tries once more`, async t => {
    const desk = await startZaloDriver(t)
    const channel = await desk.connect()
    await desk.sim('faults', { action: { error: { code: String(error) } }, match: { path: 'getoa' } })
    assert.equal((await callZalo(desk.platform, channel, getoa)).is, 'done')
    assert.equal(desk.zalo.world.refreshes, 1)
    await desk.sim('faults', { action: { error: { code: error } }, match: { path: 'getoa' }, times: 2 })
    const dead = await callZalo(desk.platform, channel, getoa)
    assert.deepEqual([dead.is, dead.is === 'locked' && dead.code], ['locked', 'zalo.token_dead'])
    assert.equal(desk.zalo.world.refreshes, 2)
  })
}

test('however many find the token dead at once, one of them renews it', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  const dead = (await pairNow(desk, channel))?.access ?? ''
  await desk.sim('faults', { action: { delay_ms: 250 }, on: 'call', match: { path: 'access_token' } })
  const all = await Promise.all(Array.from({ length: 6 }, () => renewTokens(desk.platform, channel, dead)))
  assert.equal(desk.zalo.world.refreshes, 1)
  assert.deepEqual(new Set(all.map(one => one.is === 'pair' && one.pair.access)).size, 1)
  assert.equal(desk.zalo.calls.filter(call => call.path.endsWith('access_token')).length, 1)
})

test('the answer to a renewal is lost: the next one learns that the grant is gone, nothing is overwritten', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  const before = await pairNow(desk, channel)
  await desk.sim('faults', { action: 'reset_after_write', match: { path: 'access_token' } })
  const lost = await renewTokens(desk.platform, channel, before?.access ?? '')
  assert.equal(lost.is, 'passing')
  assert.deepEqual(await pairNow(desk, channel), before)
  const next = await callZalo(desk.platform, channel, getoa)
  assert.deepEqual([next.is, next.is === 'locked' && next.code], ['locked', 'zalo.refresh_refused'])
  assert.deepEqual(await pairNow(desk, channel), before)
})

test('an answer without both tokens is none', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  const before = await pairNow(desk, channel)
  for (const body of [{ access_token: 'a' }, { refresh_token: 'r' }, { access_token: '', refresh_token: 'r' }, {}])
    assert.equal(pairIn(body, new Date(0)), undefined)
  for (const action of ['html', 'empty200', 'http:503', 'reset_before_write']) {
    await desk.sim('faults', { action, match: { path: 'access_token' } })
    const result = await renewTokens(desk.platform, channel, before?.access ?? '')
    assert.equal(result.is, 'passing', action)
    assert.deepEqual(await pairNow(desk, channel), before, action)
    if (action === 'empty200') break
  }
})

function dying(platform: Platform, at: 'before the call' | 'after the call' | 'at the commit'): Platform {
  let transactions = 0
  return {
    ...platform,
    outside: {
      ...platform.outside,
      async fetch(request) {
        if (at === 'before the call') throw new Error('killed')
        const answer = await platform.outside.fetch(request)
        if (at === 'after the call') throw new Error('killed')
        return answer
      },
    },
    db: {
      ...platform.db,
      async asService(workspaceId, run) {
        transactions += 1
        return platform.db.asService(workspaceId, async tx => {
          const result = await run(tx)
          if (at === 'at the commit' && transactions === 2) throw new Error('killed')
          return result
        })
      },
    },
  }
}

for (const at of ['before the call', 'after the call', 'at the commit'] as const) {
  test(`killed ${at}: the lease ends, and the channel goes on or asks to sign in; nothing is half`, async t => {
    const desk = await startZaloDriver(t)
    const channel = await desk.connect()
    const before = await pairNow(desk, channel)
    await assert.rejects(renewTokens(dying(desk.platform, at), channel, before?.access ?? ''), /killed/)
    assert.deepEqual(await pairNow(desk, channel), before)
    await desk.pass(46_000)
    const next = await renewTokens(desk.platform, channel, before?.access ?? '')
    if (at === 'before the call') assert.equal(next.is, 'pair')
    else assert.deepEqual([next.is, next.is === 'dead' && next.code], ['dead', 'zalo.refresh_refused'])
  })
}

test('tokens are renewed twice a day, and a grant that is gone is told once', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  await renewDue(desk.platform)
  await desk.settle()
  assert.equal(desk.zalo.world.refreshes, 0)
  await desk.pass(hours(11))
  await renewDue(desk.platform)
  await renewDue(desk.platform)
  await desk.settle()
  assert.equal(desk.zalo.world.refreshes, 1)
  await desk.sim('revoke', { oa })
  await desk.pass(hours(11))
  for (let n = 0; n < 2; n++) {
    await renewDue(desk.platform)
    await desk.settle()
  }
  assert.deepEqual(await statusOf(desk, channel), ['needs_reconnect', 'zalo.refresh_refused'])
  const { rows } = await desk.platform.db.asService(null, tx =>
    sql<{ count: number }>`select count(*)::int as count from private.events where name = 'channel.lost'`.execute(tx),
  )
  assert.equal(rows[0]?.count, 1)
})

test('Zalo is away when the time has come: later once more', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  await desk.sim('faults', { action: 'http:503', match: { path: 'access_token' } })
  await desk.pass(hours(12))
  await renewDue(desk.platform)
  await desk.settle()
  assert.deepEqual(await statusOf(desk, channel), ['connected', null])
  await desk.pass(600_000)
  assert.equal(desk.zalo.world.refreshes, 1)
})

test('an app that demands a proof gets one from the first refusal on', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  await desk.sim('load', { app: { needs_proof: true } })
  assert.equal((await callZalo(desk.platform, channel, getoa)).is, 'done')
  assert.equal((await callZalo(desk.platform, channel, getoa)).is, 'done')
  assert.deepEqual(
    desk.zalo.calls.slice(-3).map(call => 'appsecret_proof' in call.headers),
    [false, true, true],
  )
})

test('somebody signs in while an old token is being renewed: theirs stays', async t => {
  const desk = await startZaloDriver(t)
  const channel = await desk.connect()
  const old = await pairNow(desk, channel)
  await desk.sim('faults', { action: { delay_ms: 300 }, on: 'call', match: { path: 'access_token' } })
  const renewal = renewTokens(desk.platform, channel, old?.access ?? '')
  while (!desk.zalo.calls.some(call => call.path.endsWith('access_token'))) await new Promise(setImmediate)
  await desk.connect()
  const theirs = await pairNow(desk, channel)
  await renewal
  assert.deepEqual(await pairNow(desk, channel), theirs)
})
