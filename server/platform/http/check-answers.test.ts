import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { testPlatform } from '#server/testing.ts'
import { instant, nothing } from '#shared/contracts/endpoint.ts'
import { describe, type Feature, routesOf } from '../feature.ts'
import { misfit } from './check-answers.ts'
import { makeHttp } from './http.ts'

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
