import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { catalogueOf } from './catalogue.ts'
import { changeables } from './changeable.ts'

describe('what may be changed over /rest/v1', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let product: string[]

  before(async () => {
    platform = await testPlatform()
    product = [...(await catalogueOf(platform).tables()).keys()]
    const seed = readFileSync(join(import.meta.dirname, '../../tests/wire/rest/workshop.sql'), 'utf8')
    await runAsOwner(platform, seed)
    changeables.forget(platform)
    app = await testApp(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  test('every table and view of the migrations is the product’s, and what leads to one; a seed’s own are not', async () => {
    const known = await changeables.all(platform)
    const closed = [...known].flatMap(([name, { isProduct }]) => (isProduct ? [name] : []))
    assert.deepEqual(closed.sort(), [...product, 'shop_names', 'shop_names_again'].sort())
    assert.equal(known.get('minds')?.isProduct, false)
    assert.deepEqual(known.get('tools')?.defaults['price'], '5.00')
    assert.match(known.get('tools')?.defaults['id'] ?? '', /^nextval\('.*tools_id_seq'\)$/)
    assert.equal(known.get('tools')?.defaults['label'], undefined)
  })

  test('the service key changes none of the product’s', async () => {
    const headers = { apikey: platform.tokens.serviceRoleKey, 'content-type': 'application/json' }
    for (const name of [...product, 'shop_names', 'shop_names_again']) {
      for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
        const answer = await app.inject({ method, url: `/rest/v1/${name}`, headers, payload: '{}' })
        assert.equal(`${answer.statusCode} ${answer.json<{ code: string }>().code}`, '403 42501', `${method} ${name}`)
      }
    }
  })
})
