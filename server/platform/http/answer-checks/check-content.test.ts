import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { testPlatform } from '#server/testing.ts'
import { type ApiPart, asDownload, csvOf, noBody } from '#shared/contracts/endpoint.ts'
import { describe, describeAll, type Feature } from '../../feature.ts'
import { makeHttp } from '../http.ts'

const api = {
  'GET /api/v1/table': { summary: 'Tests.', result: csvOf('question', 'answer'), headers: asDownload },
  'GET /api/v1/document': { summary: 'Tests.', result: z.file().mime('application/pdf') },
  'GET /api/v1/picture': { summary: 'Tests.', result: z.file() },
  'GET /api/v1/person': { summary: 'Tests.', result: z.object({ name: z.string() }) },
  'GET /api/v1/gone': { summary: 'Tests.', result: noBody },
} satisfies ApiPart
const rows = {
  'GET /rest/v1/rows': {
    summary: 'Tests.',
    result: z.array(z.object({ name: z.string() })),
    forms: { 'text/csv': z.string().startsWith('name') },
    partial: true,
  },
} satisfies ApiPart
const protocol = { name: 'rest', about: '', refusal: z.unknown() }

type Sent = { type?: string; status?: number; body?: string | Buffer | object; headers?: Record<string, string> }

/** Each address answers what `sent` says. */
async function answering(): Promise<{ statusOf(path: string, sent: Sent): Promise<number>; close(): Promise<void> }> {
  let now: Sent = {}
  const answer = (_request: unknown, reply: FastifyReply) => {
    if (now.type) reply.type(now.type)
    return reply
      .code(now.status ?? 200)
      .headers(now.headers ?? {})
      .send(now.body)
  }
  const feature: Feature = {
    name: 'things',
    described: [
      ...(Object.keys(api) as (keyof typeof api)[]).map(address => describe(api, address, { who: 'anyone' })),
      ...describeAll(rows, protocol, 'public-key'),
    ],
    plugin(app: FastifyInstance) {
      for (const address of Object.keys({ ...api, ...rows })) app.get(address.replace('GET ', ''), answer)
    },
  }
  const platform = await testPlatform()
  const app = await makeHttp(platform, [feature], async () => {
    throw new Error('Nobody calls.')
  })
  return {
    async statusOf(path, sent) {
      now = sent
      const [method, url] = path.startsWith('HEAD ') ? (['HEAD', path.slice(5)] as const) : (['GET', path] as const)
      return (await app.inject({ method, url })).statusCode
    },
    async close() {
      await app.close()
      await platform.close()
    },
  }
}

test('bytes are of the type that their contract names, and begin like it', async t => {
  const { statusOf, close } = await answering()
  t.after(close)
  const pdf = { type: 'application/pdf', body: Buffer.from('%PDF-1.7') }
  assert.equal(await statusOf('/api/v1/document', pdf), 200)
  assert.equal(await statusOf('/api/v1/document', { ...pdf, type: 'application/zip' }), 500)
  assert.equal(await statusOf('/api/v1/document', { ...pdf, body: Buffer.from('Sorry.') }), 500)
  assert.equal(await statusOf('/api/v1/document', { body: { error: {} } }), 500, 'JSON instead of a file')
  assert.equal(await statusOf('/api/v1/document', { ...pdf, status: 206 }), 500, 'a part that nobody was promised')
  assert.equal(await statusOf('/api/v1/picture', { type: 'image/png', body: Buffer.from('any') }), 200)
  const stream = (text: string) => ({ ...pdf, body: Readable.from([Buffer.from(text)]) })
  assert.equal(await statusOf('/api/v1/document', stream('%PDF-1.7')), 200)
  assert.equal(await statusOf('/api/v1/document', stream('Sorry.')), 500)
})

test('of a table in CSV each line has the columns of its contract', async t => {
  const { statusOf, close } = await answering()
  t.after(close)
  const headers = { 'content-disposition': 'attachment; filename="pairs.csv"' }
  const csv = (body: string) => ({ type: 'text/csv; charset=utf-8', body, headers })
  assert.equal(await statusOf('/api/v1/table', csv('\uFEFFCâu hỏi;Câu trả lời\r\n"a; b";"c\r\nd"\r\n')), 200)
  assert.equal(await statusOf('/api/v1/table', csv('Question,Answer\r\n')), 200)
  assert.equal(await statusOf('/api/v1/table', csv('Question\r\na\r\n')), 500)
  assert.equal(await statusOf('/api/v1/table', csv('Question,Answer\r\na,b,c\r\n')), 500)
  assert.equal(await statusOf('/api/v1/table', { ...csv('Question,Answer\r\n'), headers: {} }), 500, 'its name')
})

test('what comes besides JSON is what the contract lists, and nothing comes where it says so', async t => {
  const { statusOf, close } = await answering()
  t.after(close)
  assert.equal(await statusOf('/rest/v1/rows', { body: [{ name: 'Lan' }] }), 200)
  assert.equal(await statusOf('/rest/v1/rows', { type: 'text/csv', body: 'name\nLan' }), 200)
  assert.equal(await statusOf('/rest/v1/rows', { type: 'text/csv', body: 'age\n30' }), 500)
  assert.equal(await statusOf('/rest/v1/rows', { type: 'text/html', body: '<p>Lan' }), 500)
  assert.equal(await statusOf('/rest/v1/rows', { status: 206, body: [] }), 206)
  assert.equal(await statusOf('/rest/v1/rows', { status: 200 }), 500, 'no rows at all')
  assert.equal(await statusOf('/api/v1/person', { body: { name: 'Lan' }, status: 201 }), 500, 'another status')
  assert.equal(await statusOf('/api/v1/gone', {}), 200)
  assert.equal(await statusOf('/api/v1/gone', { type: 'text/plain', body: 'Bye.' }), 500)
})

test('HEAD is held to the same headers', async t => {
  const { statusOf, close } = await answering()
  t.after(close)
  assert.equal(await statusOf('HEAD /api/v1/person', { body: { name: 'Lan' } }), 200)
  assert.equal(await statusOf('HEAD /api/v1/person', { body: { age: 30 } }), 500)
  assert.equal(await statusOf('HEAD /api/v1/person', { type: 'application/json' }), 200)
  assert.equal(await statusOf('HEAD /api/v1/person', { type: 'text/csv' }), 500)
  assert.equal(await statusOf('HEAD /api/v1/table', { type: 'text/csv' }), 500, 'without the name to save it under')
})
