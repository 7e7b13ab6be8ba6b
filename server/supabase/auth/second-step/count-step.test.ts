import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '#platform/clock.ts'
import { openDesk } from '#tests/drivers/auth-driver.ts'

test('who has the password cannot go on guessing digits', async t => {
  const desk = await openDesk(t)
  const { access_token: bearer } = await desk.confirmed('hanh@mocan.vn', 'hoa sen trắng')
  const { body: factor } = await desk.call('POST /factors', { factor_type: 'totp' }, { bearer })
  const statuses: number[] = []
  let wait = 0
  for (let round = 0; round < 40; round++) {
    desk.platform.clock.advance(seconds(10))
    const { body: challenge } = await desk.call(`POST /factors/${factor.id}/challenge`, {}, { bearer })
    const guess = { challenge_id: challenge.id, code: '12345' }
    const answer = await desk.call(`POST /factors/${factor.id}/verify`, guess, { bearer })
    statuses.push(answer.status)
    wait = Number(answer.headers['retry-after'] ?? 0)
  }
  const tried = statuses.filter(status => status === 422).length
  assert.ok(tried >= 15 && tried <= 23, `${tried} tries in seven minutes`)
  assert.equal(statuses.at(-1), 429)
  assert.ok(wait > 0)
  assert.equal((await desk.call('GET /user', undefined, { bearer })).status, 200, 'what stands is not touched')
})
