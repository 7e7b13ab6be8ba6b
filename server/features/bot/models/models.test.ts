import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type ModelFault, type ModelSimulator, startModelSimulator } from '#tests/drivers/model-driver.ts'
import { makeOutside } from '#platform/outside/outside.ts'
import { openModel } from '../language-model/models.ts'
import { askForObject, readObject, UnusableAnswer } from './ask-for-object.ts'
import { type ChatRequest, ModelError, type ModelPlace } from './model.ts'
import { chatPatiently } from './patient-chat.ts'
import { readEvents } from './read-events.ts'

const outside = makeOutside({ allowedHosts: [], agent: 'test' })
const kinds: ModelPlace['kind'][] = ['openai-compatible', 'anthropic', 'gemini']
const request: Omit<ChatRequest, 'signal'> = {
  system: 'Rules. Vietnamese.',
  turns: [
    {
      role: 'user',
      text: '{"id":"c1","title":"Phí","heading":"","text":"Phí ship nội thành: 20.000đ."}\n{"from":"customer","text":"phí ship"}',
    },
  ],
  schema: {
    type: 'object',
    properties: { reply: { type: 'string' } },
    required: ['reply'],
    additionalProperties: false,
  },
  maxTokens: 300,
}
const schema = z.object({ reply: z.string() })
const patience = { firstTokenMs: 20_000, totalMs: 60_000 }
const haste = { firstTokenMs: 400, totalMs: 1_600 }

describe('models', () => {
  let simulator: ModelSimulator
  before(async () => {
    simulator = await startModelSimulator()
  })
  after(() => simulator.close())
  let models = 0
  beforeEach(() => {
    Object.assign(simulator, {
      fault: undefined,
      faultsLeft: Infinity,
      unknownFields: [],
      retryAfter: undefined,
      script: undefined,
      calls: [],
      abandoned: 0,
    })
    models += 1
  })
  const open = (kind: ModelPlace['kind'], place: Partial<ModelPlace> = {}) =>
    openModel(outside, {
      kind,
      baseUrl: simulator.address + (kind === 'openai-compatible' ? '/v1' : ''),
      model: `m${models}`,
      key: 'secret-key',
      trusted: true,
      ...place,
    })

  for (const kind of kinds) {
    test(`${kind}: streams an object, counts tokens, sends its key in a header and nowhere else`, async () => {
      const pieces: string[] = []
      const asked = await askForObject(
        open(kind),
        { ...request, onText: piece => pieces.push(piece) },
        schema,
        patience,
      )
      assert.equal(asked.value.reply, 'Dạ, Phí ship nội thành: 20.000đ ạ.')
      assert.ok(pieces.length > 5)
      assert.deepEqual([asked.tokensIn, asked.tokensOut, asked.calls], [321, 45, 1])
      const [call] = simulator.calls
      assert.ok(JSON.stringify(call?.headers).includes('secret-key'))
      assert.ok(!JSON.stringify(call?.body).includes('secret-key') && !call?.path.includes('secret-key'))
    })

    test(`${kind}: an address with the version in it is the same`, async () => {
      const version = kind === 'gemini' ? '/v1beta/' : '/v1/'
      await chatPatiently(open(kind, { baseUrl: simulator.address + version }), request, patience)
      assert.equal(simulator.calls.length, 1)
    })

    const ends: [ModelFault, string][] = [
      ['refusal', 'refused'],
      ['slow first token', 'slow'],
      ['stalls', 'slow'],
      ['cut stream', 'cut'],
      ['cut connection', 'cut'],
      ['endless text', 'too_long'],
      ['endless stream', 'slow'],
      ['garbage', 'protocol'],
      ['401', 'status'],
      ['redirect', 'status'],
    ]
    for (const [fault, name] of ends) {
      test(`${kind}: ${fault} is '${name}', at once, and asked only once`, async () => {
        simulator.fault = fault
        const started = performance.now()
        await assert.rejects(
          chatPatiently(open(kind), request, name === 'slow' ? haste : patience),
          (error: unknown) => error instanceof ModelError && error.fault === name,
        )
        assert.ok(performance.now() - started < 15_000)
        assert.equal(simulator.calls.length, 1)
        if (name === 'slow') {
          while (simulator.abandoned === 0) await sleep(5)
        }
      })
    }

    test(`${kind}: a fault that passes is waited out within the time`, async () => {
      for (const fault of ['429', '500'] as const) {
        Object.assign(simulator, { fault, faultsLeft: 1, retryAfter: '0.1', calls: [] })
        const answer = await chatPatiently(open(kind), request, patience)
        assert.match(answer.text, /20\.000đ/)
        assert.equal(simulator.calls.length, 2)
      }
    })

    test(`${kind}: nobody waits for an hour because a provider says so`, async () => {
      Object.assign(simulator, { fault: '429', retryAfter: '3600' })
      const started = performance.now()
      await assert.rejects(chatPatiently(open(kind), request, patience), { fault: 'status', status: 429 })
      assert.ok(performance.now() - started < 10_000)
    })

    for (const fault of ['bad JSON', 'wrong schema', 'empty'] as const) {
      test(`${kind}: ${fault} is repaired once, or given up`, async () => {
        Object.assign(simulator, { fault, faultsLeft: 1 })
        const asked = await askForObject(open(kind), request, schema, patience)
        assert.deepEqual([asked.calls, asked.tokensIn], [2, 642])
        simulator.faultsLeft = Infinity
        await assert.rejects(askForObject(open(kind), request, schema, patience), UnusableAnswer)
        assert.equal(simulator.calls.length, 4)
      })
    }

    test(`${kind}: nobody there is 'unreachable'`, async () => {
      await assert.rejects(chatPatiently(open(kind, { baseUrl: 'http://127.0.0.1:9' }), request, patience), {
        fault: 'unreachable',
      })
    })

    test(`${kind}: a workspace's address never leads into our own network`, async () => {
      await assert.rejects(chatPatiently(open(kind, { trusted: false }), request, patience), { fault: 'unreachable' })
      assert.equal(simulator.calls.length, 0)
    })
  }

  test('openai-compatible: what a server does not know is left out, and remembered', async () => {
    const formats = (): unknown[] =>
      simulator.calls.map(({ body }) => (body['response_format'] as { type: string } | undefined)?.type)
    simulator.unknownFields = ['json_schema']
    await chatPatiently(open('openai-compatible'), request, patience)
    await chatPatiently(open('openai-compatible'), request, patience)
    assert.deepEqual(formats(), ['json_schema', 'json_object', 'json_object'])
    Object.assign(simulator, { unknownFields: ['response_format', 'stream_options', 'temperature'], calls: [] })
    models += 1
    const asked = await askForObject(open('openai-compatible'), request, schema, patience)
    assert.equal(asked.value.reply, 'Dạ, Phí ship nội thành: 20.000đ ạ.')
    assert.equal(formats().at(-1), undefined)
  })

  test('openai-compatible: newer models want another name for the limit', async () => {
    simulator.unknownFields = ['max_tokens']
    await chatPatiently(open('openai-compatible'), request, patience)
    assert.equal(simulator.calls.at(-1)?.body['max_completion_tokens'], 300)
  })

  test('openai-compatible: no role in the first delta, no streaming, words around the object: all the same', async () => {
    for (const fault of ['role missing', 'no streaming', 'chatty'] as const) {
      simulator.fault = fault
      const asked = await askForObject(open('openai-compatible'), request, schema, patience)
      assert.match(asked.value.reply, /20\.000đ/, fault)
    }
  })

  test('server-sent events in any pieces and with any line ends', async () => {
    const text = ': hello\r\nevent: a\r\ndata: Phí\r\ndata:ship\r\n\r\ndata: 1\r\rdata: {"đ": 2}\n\ndata: lost'
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, (i + 1) * size),
      )
      const events = []
      for await (const event of readEvents(stream(pieces))) events.push(`${event.event}=${event.data}`)
      assert.deepEqual(events, ['a=Phí\nship', 'message=1', 'message={"đ": 2}'], `pieces of ${size}`)
    }
  })

  test('an object is found in a fence, and only an object of the form', () => {
    assert.deepEqual(readObject('```json\n{"reply": "a"}\n```', schema), { reply: 'a' })
    assert.equal(readObject('{"reply": 1}', schema), undefined)
    assert.equal(readObject('} {', schema), undefined)
  })
})

async function* stream(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}
