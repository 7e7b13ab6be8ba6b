import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { minutes } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { perAddress, visitorLimits } from './visitor-limits.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest

test('one address may do so much at once, and then as much a minute', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const limits = visitorLimits(platform)
  const { max } = perAddress.messages
  for (let n = 0; n < max; n++) limits.count(from('203.0.113.7'), 'messages')
  assert.throws(() => limits.count(from('203.0.113.7'), 'messages'), { code: 'request.too_many', retryAfter: 1 })
  limits.count(from('203.0.113.7'), 'sessions')
  limits.count(from('203.0.113.8'), 'messages')
  limits.count(from('2001:db8:1:2::1'), 'messages')
  platform.clock.advance(minutes(1) / max)
  limits.count(from('203.0.113.7'), 'messages')
  assert.throws(() => limits.count(from('::ffff:203.0.113.7'), 'messages'), { code: 'request.too_many' })
})

test('a proxy that nobody named is not taken for one visitor', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const limits = visitorLimits(platform)
  for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.18.0.2', '192.168.1.1', 'fd00::1']) {
    for (let n = 0; n < 200; n++) limits.count(from(ip), 'messages')
  }
})

test('too many at once are sent away, and the place is free again afterwards', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const limits = visitorLimits(platform)
  let finish = () => {}
  const wait = new Promise<void>(resolve => {
    finish = resolve
  })
  const running = Array.from({ length: 64 }, () => limits.gate(() => wait))
  await assert.rejects(
    limits.gate(async () => 1),
    { code: 'server.busy', retryAfter: 2 },
  )
  finish()
  await Promise.all(running)
  assert.equal(await limits.gate(async () => 1), 1)
  await assert.rejects(limits.gate(async () => Promise.reject(new Error('x'))))
})
