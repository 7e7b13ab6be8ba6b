import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misfitOfFrame } from './check-frames.ts'
import { clientFrame } from './frame-schemas.ts'

const close = { topic: 'realtime:phòng', event: 'phx_close', payload: {}, ref: '1', join_ref: '1' }
const reply = (payload: unknown) => JSON.stringify(['1', '2', 'realtime:phòng', 'phx_reply', payload])

test('a frame is what its schema says, in either version, and nothing more', () => {
  assert.equal(misfitOfFrame(JSON.stringify(close)), undefined)
  assert.equal(misfitOfFrame(reply({ status: 'ok', response: {} })), undefined)
  assert.match(misfitOfFrame(reply({ status: 'fine', response: {} })) ?? '', /4/)
  assert.match(misfitOfFrame(reply({ status: 'error', response: {} })) ?? '', /4/)
  assert.match(misfitOfFrame(JSON.stringify({ ...close, payload: { secret: 'x' } })) ?? '', /secret/)
  assert.match(misfitOfFrame(JSON.stringify({ ...close, event: 'phx_opened' })) ?? '', /phx_opened/)
})

test('what clients may send is described by what their frames are read with', () => {
  const fits = (event: string, payload: unknown) =>
    clientFrame.safeParse(['1', '2', 'realtime:phòng', event, payload]).success
  assert.ok(fits('phx_join', { config: { private: true }, access_token: 'a.b.c' }))
  assert.ok(fits('presence', { event: 'track', payload: {} }))
  assert.ok(!fits('presence', { event: 'trail' }))
  assert.ok(!fits('broadcast', {}))
  assert.ok(!fits('phx_reply', {}))
})
