import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readFrame, writeBroadcast, writeFrame } from './frames.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function push(texts: string[], encoding: number, payload: Uint8Array): Uint8Array {
  const parts = texts.map(bytes)
  return Buffer.concat([Uint8Array.from([3, ...parts.map(part => part.length), encoding]), ...parts, payload])
}

describe('frames', () => {
  test('of both versions are read and written', () => {
    const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }
    assert.equal(writeFrame(frame, '2.0.0'), '["1","2","realtime:a","phx_join",{"config":{}}]')
    for (const version of ['1.0.0', '2.0.0'] as const)
      assert.deepEqual(readFrame(bytes(writeFrame(frame, version)), false, version), frame)
  })

  test('a broadcast of a browser is binary, with JSON or bytes in it', () => {
    const json = push(['7', '8', 'realtime:phòng', 'gõ chữ', ''], 1, bytes('{"a":"ề"}'))
    assert.deepEqual(readFrame(json, true, '2.0.0'), {
      joinRef: '7',
      ref: '8',
      topic: 'realtime:phòng',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'gõ chữ', payload: { a: 'ề' } },
    })
    const raw = readFrame(push(['', '', 't', 'e', ''], 0, Uint8Array.from([1, 2, 255])), true, '2.0.0')
    assert.deepEqual(raw?.payload, { type: 'broadcast', event: 'e', payload: Uint8Array.from([1, 2, 255]) })
    assert.equal(raw?.joinRef, null)
  })

  test('bytes go out as kind 4, and to the newer version alone', () => {
    const out = writeBroadcast('realtime:a', 'e', Uint8Array.from([9, 8]), '2.0.0')
    assert.deepEqual([...(out as Uint8Array)], [4, 10, 1, 0, 0, ...bytes('realtime:a'), ...bytes('e'), 9, 8])
    assert.equal(writeBroadcast('realtime:a', 'e', Uint8Array.from([9]), '1.0.0'), undefined)
    assert.equal(writeBroadcast('x'.repeat(256), 'e', Uint8Array.from([9]), '2.0.0'), undefined)
  })

  test('what is no frame is never taken for one, and never throws', () => {
    const wrong = ['', 'null', '{}', '[]', '[1,2]', '["1","2",3,"e",{}]', '{"topic":1,"event":"e"}', '{']
    for (const text of wrong) {
      assert.equal(readFrame(bytes(text), false, '2.0.0'), undefined)
      assert.equal(readFrame(bytes(text), false, '1.0.0'), undefined)
    }
    assert.equal(readFrame(push(['1', '2', 't', 'e', ''], 1, bytes('{')), true, '2.0.0'), undefined)
    assert.equal(readFrame(push(['1', '2', 't', 'e', ''], 1, bytes('{}')), true, '1.0.0'), undefined)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (data, isBinary) => {
        const frame = readFrame(data, isBinary, '2.0.0')
        return frame === undefined || typeof frame.topic === 'string'
      }),
    )
    const whole = push(['1', '2', 'topic', 'event', 'xyz'], 0, bytes(''))
    assert.equal(readFrame(whole, true, '2.0.0')?.topic, 'topic')
    for (let end = 0; end < whole.length; end++)
      assert.equal(readFrame(whole.subarray(0, end), true, '2.0.0'), undefined, `cut after ${end}`)
    assert.equal(readFrame(Uint8Array.from([4, ...whole.subarray(1)]), true, '2.0.0'), undefined, 'of another kind')
    const nested = (depth: number) => bytes(`["1","2","t","e",${'['.repeat(depth)}${']'.repeat(depth)}]`)
    assert.ok(readFrame(nested(60), false, '2.0.0'))
    assert.equal(readFrame(nested(70), false, '2.0.0'), undefined)
    for (let end = 0; end < 12; end++)
      assert.equal(
        readFrame(push(['11', '22', 'topic', 'event', ''], 1, bytes('')).subarray(0, end), true, '2.0.0'),
        undefined,
      )
  })
})
