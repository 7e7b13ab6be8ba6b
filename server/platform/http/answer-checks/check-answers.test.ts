import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { testPlatform } from '#server/testing.ts'
import { instant, nothing } from '#shared/contracts/endpoint.ts'
import { describe, describeAll, type Feature, routesOf } from '../../feature.ts'
import { misfit } from './misfit.ts'
import { makeHttp } from '../http.ts'

test('a result is what its schema says, and nothing more', () => {
  const person = z.object({ name: z.string(), seen_at: instant, note: z.object({ text: z.string() }).optional() })
  const seen_at = new Date(0)
  assert.equal(misfit(person, { name: 'Lan', seen_at, note: undefined }), undefined)
  assert.match(misfit(person, { name: 'Lan', seen_at, age: 30 }) ?? '', /the answer\.age/)
  assert.match(misfit(person, { name: 'Lan', seen_at, note: { text: '', by: 'x' } }) ?? '', /the answer\.note\.by/)
  assert.match(misfit(person, { name: 'Lan', seen_at: 'yesterday' }) ?? '', /seen_at/)
  assert.match(misfit(z.array(nothing), [{}, { id: 1 }]) ?? '', /the answer\.1\.id/)
})

test('an answer that does not fit fails, of a route and of a plugin; a refusal is none', async t => {
  const api = {
    'GET /api/v1/right': { summary: 'Tests.', result: z.object({ name: z.string() }) },
    'GET /api/v1/more': { summary: 'Tests.', result: z.object({ name: z.string() }) },
    'GET /api/v1/plugged': { summary: 'Tests.', result: z.object({ name: z.string() }) },
    'GET /api/v1/refused': { summary: 'Tests.', result: z.object({ name: z.string() }) },
  }
  const route = routesOf(api)
  const more = { name: 'Lan', secret: 'x' }
  const feature: Feature = {
    name: 'things',
    routes: [
      route('GET /api/v1/right', { who: 'anyone' }, async () => ({ name: 'Lan' })),
      route('GET /api/v1/more', { who: 'anyone' }, async () => more),
    ],
    described: [
      describe(api, 'GET /api/v1/plugged', { who: 'anyone' }),
      describe(api, 'GET /api/v1/refused', { who: 'anyone' }),
    ],
    plugin(app) {
      app.get('/api/v1/plugged', async () => more)
      app.get('/api/v1/refused', async (_request, reply) => reply.code(404).send({ error: {} }))
    },
  }
  const platform = await testPlatform()
  t.after(() => platform.close())
  const statusOf = async (config: object, path: string) => {
    const app = await makeHttp({ ...platform, config: { ...platform.config, ...config } }, [feature], async () => {
      throw new Error('Nobody calls.')
    })
    t.after(() => app.close())
    return (await app.inject({ url: `/api/v1/${path}` })).statusCode
  }
  assert.equal(await statusOf({}, 'right'), 200)
  assert.equal(await statusOf({}, 'more'), 500)
  assert.equal(await statusOf({}, 'plugged'), 500)
  assert.equal(await statusOf({}, 'refused'), 404)
  assert.equal(await statusOf({ NODE_ENV: 'production' }, 'more'), 200)
})

test('of another’s protocol refusals are checked too, what was accepted, and rows by what was asked', async t => {
  const answers = z.object({ name: z.string().optional(), age: z.int().optional() })
  const api = { 'POST /rest/v1/things': { summary: 'Tests.', body: z.object({ name: z.string() }), result: answers } }
  const protocol = { name: 'rest', about: '', refusal: z.object({ code: z.string() }) }
  const [one] = describeAll(api, protocol, 'public-key', { 'POST /rest/v1/things': 201 })
  assert.equal(one?.status, 201)
  const feature: Feature = {
    name: 'things',
    described: [
      {
        ...one!,
        resultFor: ({ headers }) => (headers['accept'] === 'name' ? z.object({ name: z.string() }) : answers),
      },
    ],
    plugin(app) {
      app.post<{ Body: { answer: unknown; status?: number } }>('/rest/v1/things', async ({ body }, reply) =>
        reply.code(body.status ?? 201).send(body.answer),
      )
    },
  }
  const platform = await testPlatform()
  t.after(() => platform.close())
  const app = await makeHttp(platform, [feature], async () => {
    throw new Error('Nobody calls.')
  })
  t.after(() => app.close())
  const statusOf = async (body: object, accept = '*/*') =>
    (await app.inject({ method: 'POST', url: '/rest/v1/things', headers: { accept }, body })).statusCode
  assert.equal(await statusOf({ name: 'Lan', answer: { name: 'Lan' } }), 201)
  assert.equal(await statusOf({ answer: { name: 'Lan' } }), 500, 'a body that the schema refuses was accepted')
  assert.equal(await statusOf({ name: 'Lan', answer: { age: 30 } }), 201)
  assert.equal(await statusOf({ name: 'Lan', answer: { age: 30 } }, 'name'), 500, 'another row than was asked for')
  assert.equal(await statusOf({ answer: { code: 'not_found' }, status: 404 }), 404)
  assert.equal(await statusOf({ answer: { message: 'No.' }, status: 404 }), 500, 'a refusal in other words')
})
