import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { describedBy } from '#platform/feature.ts'
import { escape } from '#platform/mail/email-template.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { languages } from '#shared/words.ts'
import { makeApp, parts } from '../app.ts'
import { testPlatform, type TestPlatform } from '../testing.ts'
import { hasBody, templateOf } from './operation.ts'
import { wholeShapeOf } from './shape.ts'

type Operation = {
  summary: string
  'x-who': string
  'x-errors': string[]
  'x-messages'?: object
  parameters: { name?: string; in?: string }[]
  requestBody?: { content: object }
  responses: Record<string, { content?: object }>
}
type OpenApi = { openapi: string; paths: Record<string, Record<string, Operation>> }

/** Answers no JSON of a contract of ours, and why. */
const notOfTheApi: [path: RegExp, why: string][] = [
  [/^\/api\/(?:openapi\.json|docs)$/, 'the description itself'],
  [/\/callback(?:\/:id)?$/, 'a browser comes back from Facebook, Zalo or a sign-in provider and is sent on'],
  [/^\/api\/v1\/sso\/start\/:id$/, 'a browser is sent to a sign-in provider'],
  [/^\/widget\/v1\/(?:\$\{name\}|assets\/:name)$/, 'scripts and styles'],
  [/^\/widget\/v1\/frame$|^\/c\/:slug$/, 'pages'],
  [/^\/hooks\//, 'Facebook says what goes in and out'],
  [/^\/l\/:code$|^\/favicon\.ico$/, 'sends on'],
  [/^\/zalo_verifier|^\/(?:robots\.txt|sitemap\.xml|manifest-|service-worker\.js)/, 'files'],
  [/^\/metrics$/, 'Prometheus says what comes out'],
  [/^\/(?:rest|storage)\/v1\/\*$/, 'refuses what is not offered'],
]
const every = parts.flatMap(describedBy)

describe('the API describes itself', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  before(async () => {
    platform = await testPlatform()
    app = await makeApp(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  test('every address is there: who may call it, what it takes, what comes out', async () => {
    const { openapi, paths } = (await app.inject({ url: '/api/openapi.json' })).json<OpenApi>()
    assert.equal(openapi, '3.1.0')
    for (const one of every) {
      const address = `${one.method} ${one.path}`
      const operation = paths[templateOf(one.path)]?.[one.method.toLowerCase()]
      assert.ok(operation, address)
      assert.equal(operation['x-who'], one.who, address)
      assert.match(operation.summary, /^[A-Z][a-z]+,? .{5,110}\.$/, `${address}: what it does, in one sentence`)
      assert.equal(operation.responses[one.status]?.content !== undefined, hasBody(one), `${address} has no result`)
      assert.equal(operation.requestBody !== undefined, one.endpoint.body !== undefined, address)
      const named = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
      assert.deepEqual(
        named,
        [...templateOf(one.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        `${address}: what stands in its path`,
      )
      for (const code of operation['x-errors']) assert.ok(code in errorCatalogue, code)
    }
  })

  test('conditions of a group are described where they are sent, and what is said of wrong ones', async () => {
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<OpenApi>()
    for (const [method, path] of [
      ['post', '/api/v1/segments'],
      ['patch', '/api/v1/segments/{id}'],
      ['post', '/api/v1/segments/count'],
    ] as const) {
      const operation = paths[path]?.[method]
      assert.match(JSON.stringify(operation?.requestBody), /schemas\/SegmentCondition/, path)
      assert.deepEqual(operation?.['x-errors'].slice(0, 2), ['request.invalid', 'segment.invalid'], path)
    }
  })

  test('what plugins answer is described too', () => {
    const described = new Set(every.map(({ method, path }) => `${method} ${path}`))
    const server = join(import.meta.dirname, '..')
    for (const file of globSync('**/*.ts', { cwd: server })) {
      if (file.endsWith('.test.ts')) continue
      for (const [, method = '', path = ''] of readFileSync(join(server, file), 'utf8').matchAll(
        /\bapp\.(get|post|put|patch|delete)(?:<[^(]*>)?\(\s*['"`](\/[^'"`]*)/g,
      ))
        assert.ok(
          notOfTheApi.some(([one]) => one.test(path)) || described.has(`${method.toUpperCase()} ${path}`),
          `${file}: ${method} ${path}`,
        )
    }
  })

  test('so is every address of Supabase’s protocol, and none that is not there', () => {
    const described = every.filter(one => one.protocol !== undefined)
    const paths = new Set(described.map(({ path }) => path))
    const folder = join(import.meta.dirname, '../supabase')
    for (const file of globSync('**/*-routes.ts', { cwd: folder }))
      for (const [, path = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
        /['"`](?:[A-Z]+ )?(\/(?:auth|rest|realtime|storage)\/v1\/[^'"`]*)['"`]/g,
      ))
        assert.ok(paths.has(path) || notOfTheApi.some(([one]) => one.test(path)), `${file}: ${path}`)
    for (const { method, path } of described)
      if (!path.startsWith('/rest/v1/') || path.includes(':'))
        assert.ok(app.hasRoute({ method, url: path }), `${method} ${path}`)
  })

  test('scripts in browsers ask our addresses by a typed call alone', () => {
    const root = join(import.meta.dirname, '../..')
    for (const file of globSync('{web,widget}/**/*.{ts,tsx}', { cwd: root })) {
      if (/\.test(?:-page)?\.tsx?$|^web\/build\//.test(file)) continue
      const asked = readFileSync(join(root, file), 'utf8').matchAll(/\bfetch\(\s*['"`](?:\$\{[^}]*\})?(\/[^'"`?]*)/g)
      // The token is of Supabase's own protocol.
      for (const [, path = ''] of asked) assert.equal(path, '/auth/v1/token', file)
    }
  })

  test('HEAD is described where it is answered, and only there', async () => {
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<OpenApi>()
    for (const { path, method, endpoint, protocol } of every) {
      if (method !== 'GET') continue
      const isAnswered = protocol?.name === 'rest' ? !endpoint.messages : app.hasRoute({ method: 'HEAD', url: path })
      const head = paths[templateOf(path)]?.['head']
      assert.equal(head !== undefined, isAnswered, path)
      for (const { content } of Object.values(head?.responses ?? {})) assert.equal(content, undefined, path)
    }
  })

  test('bytes and CSV are described by their content types and headers', async () => {
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<OpenApi>()
    const typesOf = (address: string, status = '200') => {
      const [method = '', path = ''] = address.split(' ')
      return Object.keys(paths[path]?.[method]?.responses[status]?.content ?? {})
    }
    assert.deepEqual(typesOf('get /api/v1/sources/pairs/export'), ['text/csv'])
    assert.deepEqual(typesOf('get /api/v1/sources/{id}/pages/{page}'), ['image/jpeg', 'image/png', 'image/webp'])
    assert.deepEqual(typesOf('get /api/v1/data-requests/{id}/proof'), ['application/pdf'])
    assert.deepEqual(typesOf('get /storage/v1/object/public/{bucket}/{path}', '206'), ['*/*'])
    assert.deepEqual(typesOf('get /auth/v1/verify'), ['text/html'])
    const rows = ['application/json', 'application/vnd.pgrst.object+json', 'text/csv']
    assert.deepEqual(typesOf('get /rest/v1/conversations'), rows)
    assert.deepEqual(typesOf('get /rest/v1/conversations', '206'), rows)
    assert.match(JSON.stringify(paths['/api/v1/audit-log/export']?.['get']?.responses), /time, who, act/)
    assert.match(JSON.stringify(paths['/rest/v1/conversations']?.['head']?.responses), /content-range/)
    const broadcast = paths['/realtime/v1/api/broadcast/{topic}/events/{event}']?.['post']
    assert.deepEqual(Object.keys(broadcast?.requestBody?.content ?? {}), [
      'application/json',
      'application/octet-stream',
    ])
  })

  test('a stream is described by its events, and Supabase’s refusals as such', async () => {
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<OpenApi>()
    assert.deepEqual(Object.keys(paths['/widget/v1/events']?.['get']?.responses['200']?.content ?? {}), [
      'text/event-stream',
    ])
    const spend = paths['/auth/v1/factors/recovery-codes/verify']?.['post']
    assert.deepEqual(spend?.responses['default'], { $ref: '#/components/responses/auth-refusal' })
    const socket = paths['/realtime/v1/websocket']?.['get']
    assert.deepEqual(Object.keys(socket?.['x-messages'] ?? {}), ['takes', 'sends'])
  })

  test('whoever comes by reads it, in both languages, from one compressed copy', async () => {
    const first = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } })
    assert.equal(first.headers['content-encoding'], 'br')
    assert.match(String(first.headers['cache-control']), /^public/)
    assert.ok(JSON.parse(brotliDecompressSync(first.rawPayload).toString()))
    const again = await app.inject({
      url: '/api/openapi.json',
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    assert.equal(again.statusCode, 304)
    for (const language of languages) {
      const page = await app.inject({ url: '/api/docs', headers: { 'accept-language': language } })
      assert.equal(page.statusCode, 200)
      assert.match(page.body, new RegExp(`<html lang="${language}">`))
      assert.doesNotMatch(page.body, /<script|undefined|\[object/)
      for (const { path, endpoint } of every) {
        assert.ok(page.body.includes(`<code>${path}</code>`), path)
        assert.ok(page.body.includes(`>${escape(endpoint.summary)}</span>`), endpoint.summary)
      }
      for (const code of Object.keys(errorCatalogue)) assert.ok(page.body.includes(`<code>${code}</code>`), code)
    }
    const other = await app.inject({ url: '/api/docs?language=en', headers: { 'accept-language': 'vi' } })
    assert.match(other.body, /<html lang="en">/)
  })
})

test('a schema is shown as people read it', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      kind: { enum: ['text', 'number'] },
      tags: { type: 'array', items: { anyOf: [{ type: 'string', maxLength: 40 }, { type: 'null' }] }, maxItems: 20 },
      note: { type: ['string', 'null'], maxLength: 9 },
      steps: {
        type: 'array',
        items: { anyOf: [{ type: 'object', properties: { at: { type: 'integer' } } }, { type: 'null' }] },
      },
      who: { $ref: '#/$defs/Person' },
      counts: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
    },
    required: ['id', 'tags', 'counts'],
    $defs: { Person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  }
  assert.equal(
    wholeShapeOf(schema),
    `{
  id: uuid
  kind?: "text" | "number"
  tags: (string (≤ 40) | null)[] (≤ 20)
  note?: string (≤ 9) | null
  steps?: ({
    at?: integer
  } | null)[]
  who?: Person
  counts: {
    [name]: integer (≥ 0)
  }
}

Person = {
  name: string
}`,
  )
})
