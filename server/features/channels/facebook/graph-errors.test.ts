import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import { facebookFindingsVi } from '#shared/texts/channels/facebook.vi.ts'
import { readRefusal } from './graph-errors.ts'
import type { Shape } from './shapes.ts'

const now = new Date('2026-11-02T03:00:00Z')
const answer = { url: '', type: 'application/json', charset: undefined }

function refusal(error: object | undefined, status = 400, headers: Record<string, string> = {}) {
  return readRefusal({ ...answer, status, headers, body: error ? { error } : undefined }, now)
}
const classOf = (code: unknown, subcode?: unknown, more: object = {}) =>
  refusal({ code, error_subcode: subcode, message: 'said in Thai today', ...more }).class

test('each code and subcode of Meta’s has its class', () => {
  const table: [code: number, subcode: number | undefined, kind: string][] = [
    ...[2, -1, 1].map((code): [number, undefined, string] => [code, undefined, 'retry']),
    ...[4, 9, 17, 32, 613, 80006].map((code): [number, undefined, string] => [code, undefined, 'rate_limited']),
    ...[463, 460, 458, undefined].map((sub): [number, number | undefined, string] => [190, sub, 'reauthorize']),
    ...[10, 200, 230, 299, 3].map((code): [number, undefined, string] => [code, undefined, 'reauthorize']),
    [1, 99, 'reauthorize'],
    ...[2018278, 2018065, 2534022].map((sub): [number, number, string] => [10, sub, 'window_closed']),
    [100, 1893061, 'permanent'],
    [551, undefined, 'recipient_unreachable'],
    [551, 1545041, 'recipient_unreachable'],
    [200, 1545041, 'recipient_unreachable'],
    [10, 2018108, 'recipient_unreachable'],
    [100, 2018001, 'recipient_unreachable'],
    [100, 33, 'recipient_unreachable'],
    [368, undefined, 'page_restricted'],
    [10, 1893063, 'page_restricted'],
    [10, 2534122, 'page_restricted'],
    [100, 2534029, 'page_restricted'],
    ...[2018109, 2018008, 2018047, 2018294, 2018074, 2018218, 2018247, undefined].map(
      (sub): [number, number | undefined, string] => [100, sub, 'permanent'],
    ),
  ]
  for (const [code, subcode, kind] of table) {
    assert.equal(classOf(code, subcode), kind, `${code}/${subcode}`)
    assert.equal(
      classOf(String(code), subcode === undefined ? undefined : String(subcode)),
      kind,
      `"${code}/${subcode}"`,
    )
  }
})

test('what has no code that we know is judged by transience and status', () => {
  assert.equal(classOf(99999, undefined, { is_transient: true }), 'retry')
  assert.equal(classOf(190, undefined, { is_transient: true }), 'reauthorize')
  assert.equal(refusal(undefined, 503).class, 'retry')
  assert.equal(refusal(undefined, 429).class, 'rate_limited')
  assert.equal(refusal({ code: 'x', message: 'odd' }, 500).class, 'retry')
  assert.equal(classOf(99999), 'permanent')
  assert.equal(refusal(undefined, 404).class, 'permanent')
})

test('a rate limit ends when the header says so', () => {
  const limited = (headers: Record<string, string>) => refusal({ code: 613 }, 400, headers).retryAt?.toISOString()
  assert.equal(limited({ 'retry-after': '90' }), '2026-11-02T03:01:30.000Z')
  const usage = JSON.stringify({ '1': [{ type: 'messenger', call_count: 100, estimated_time_to_regain_access: 5 }] })
  assert.equal(limited({ 'x-business-use-case-usage': usage }), '2026-11-02T03:05:00.000Z')
  assert.equal(limited({}), undefined)
  assert.equal(limited({ 'retry-after': 'soon' }), undefined)
})

test('how long Meta refuses is said in seconds, wherever it says so, and believed for a week', () => {
  const remaining = (more: object) => refusal({ code: 2300036, ...more }).remaining
  assert.equal(remaining({ error_data: { remaining_seconds: 90 } }), 90_000)
  assert.equal(remaining({ remaining_seconds: '0.5' }), 1000)
  assert.equal(remaining({ remaining_seconds: 1e9 }), 7 * 86_400_000)
  assert.equal(remaining({ remaining_seconds: 0 }), undefined)
})

test('the recorded answers of the platform lead to the recorded conclusions', () => {
  const file = new URL('../../../../tests/data/channels/api-responses.json', import.meta.url)
  const { messenger } = JSON.parse(readFileSync(file, 'utf8')) as {
    messenger: { name: string; http: number; body: Shape; class: string }[]
  }
  const alike: Record<string, string> = { rate_limited: 'retry' }
  const refused = messenger.filter(({ class: kind }) => kind !== 'sent')
  assert.ok(refused.length >= 4)
  for (const { name, http, body, class: kind } of refused) {
    const read = readRefusal({ ...answer, status: http, headers: {}, body }, now)
    assert.equal(alike[read.class] ?? read.class, kind, name)
  }
})

test('every code is explained in both languages, with one thing to do', () => {
  const codes = [1, 2, 4, 190, 10, 551, 368, 100, 3, 99999].flatMap(code =>
    [
      undefined,
      99,
      458,
      460,
      463,
      33,
      2018278,
      1893061,
      1893063,
      2018300,
      2018001,
      2018108,
      2018109,
      2018008,
      2018074,
      2018218,
    ].map(subcode => refusal({ code, error_subcode: subcode }).code),
  )
  assert.ok(new Set(codes).size > 12)
  for (const code of new Set(codes)) {
    assert.ok(code in facebookFindingsVi, code)
    const [vi, en] = [explainChannelCode('vi', code), explainChannelCode('en', code)]
    assert.ok(vi.title && vi.text && en.title && en.text && vi.title !== en.title, code)
  }
})
