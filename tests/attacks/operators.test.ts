// A stolen or unattended operator session sends no money, and changes of operators are logged.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { parts } from '#server/app.ts'
import { runCommand } from '#server/run-command.ts'
import { type OperatorDriver, openOperatorDriver } from '#tests/drivers/operator-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Answer = { error?: { code: string } }
type Proofs = { aal: 'aal1' | 'aal2'; amr?: { method: string; timestamp: number }[] }

describe('operators', () => {
  let desk: OperatorDriver
  before(async () => {
    desk = await openOperatorDriver()
  })
  after(() => desk.close())

  const routes = parts.flatMap(part => part.routes ?? []).filter(({ path }) => path.startsWith('/api/v1/operator/'))
  const sending = routes.filter(
    ({ method, path }) =>
      method !== 'GET' && /\/operator\/(refunds|withdrawals|returned-parts|refused-payments)/.test(path),
  )

  async function knock(route: { method: string; path: string }, who: Owner, proofs: Proofs) {
    const { session_id, email } = decodeJwt<{ session_id: string; email: string }>(
      who.headers.authorization.slice('Bearer '.length),
    )
    const claims = { role: 'authenticated', sub: who.personId, session_id, email, ...proofs } as const
    const { token } = await desk.platform.tokens.signAccess(claims)
    const response = await desk.app.inject({
      method: route.method as 'GET',
      url: route.path.replace(':id', newId()),
      headers: { authorization: `Bearer ${token}` },
      ...(route.method !== 'GET' && { payload: {} }),
    })
    return [response.statusCode, response.json<Answer>().error?.code]
  }
  const ago = (ms: number) => Math.floor((desk.platform.clock.now().getTime() - ms) / 1000)

  test('a password alone opens nothing of the desk', async () => {
    assert.ok(routes.length > 30)
    const amr = [{ method: 'password', timestamp: ago(0) }]
    for (const route of routes)
      assert.deepEqual(
        await knock(route, desk.operator, { aal: 'aal1', amr }),
        [403, 'operator.second_step_needed'],
        `${route.method} ${route.path}`,
      )
  })

  test('money leaves only with digits of the last 15 minutes; no other proof stands for them', async () => {
    assert.ok(sending.length >= 13)
    const stale: Proofs[] = [
      { aal: 'aal2' },
      { aal: 'aal2', amr: [{ method: 'totp', timestamp: ago(minutes(15.1)) }] },
      {
        aal: 'aal2',
        amr: [
          { method: 'password', timestamp: ago(0) },
          { method: 'totp', timestamp: ago(minutes(60)) },
        ],
      },
    ]
    for (const route of sending) {
      for (const proofs of stale)
        assert.deepEqual(
          await knock(route, desk.operator, proofs),
          [403, 'account.prove_again'],
          `${route.method} ${route.path}`,
        )
      const [status] = await knock(route, desk.operator, {
        aal: 'aal2',
        amr: [{ method: 'totp', timestamp: ago(minutes(14)) }],
      })
      assert.ok(status === 400 || status === 404, `${route.path}: ${status}`)
    }
    const reading = await knock({ method: 'GET', path: '/api/v1/operator/refunds' }, desk.operator, stale[0] as Proofs)
    assert.deepEqual(reading, [200, undefined])
  })

  test('nor does it open the chats of the house: neither its rows nor its acts', async () => {
    const someone = await makeOwner(desk.platform)
    const [person] = await desk.read(
      sql<{ email: string }>`update people set email_verified = true where id = ${someone.personId} returning email`,
    )
    await runCommand(desk.platform, ['make-operator', person?.email ?? ''])
    const { session_id } = decodeJwt<{ session_id: string }>(someone.headers.authorization.slice('Bearer '.length))
    for (const aal of ['aal1', 'aal2'] as const) {
      const claims = { role: 'authenticated', sub: someone.personId, session_id, aal } as const
      const { token } = await desk.platform.tokens.signAccess(claims)
      const headers = { authorization: `Bearer ${token}`, apikey: desk.platform.tokens.anonKey }
      const get = (url: string, more = {}) => desk.app.inject({ url, headers: { ...headers, ...more } })
      const rows = (await get('/rest/v1/workspaces?select=kind&order=kind')).json<{ kind: string }[]>()
      const settings = await get('/api/v1/bot/settings', { 'x-workspace': desk.houseId })
      assert.deepEqual(
        [rows.map(({ kind }) => kind), settings.statusCode, settings.json<Answer>().error?.code],
        aal === 'aal1' ? [['shop'], 403, 'operator.second_step_needed'] : [['house', 'shop'], 200, undefined],
      )
      assert.equal((await get('/api/v1/bot/settings')).statusCode, 200, 'the own shop')
    }
    await runCommand(desk.platform, ['revoke-operator', person?.email ?? ''])
  })

  test('rights are given, claimed and taken by commands, each written down; who lost them is out at once', async () => {
    const someone = await makeOwner(desk.platform)
    const [person] = await desk.read(
      sql<{ email: string }>`update people set email_verified = true where id = ${someone.personId} returning email`,
    )
    const email = person?.email ?? ''
    const tried = { method: 'GET', path: '/api/v1/operator/health' }
    const strong: Proofs = { aal: 'aal2' }
    const inHouse = async () =>
      (
        await desk.read(
          sql`select 1 from members where workspace_id = ${desk.houseId} and person_id = ${someone.personId}`,
        )
      ).length

    await runCommand(desk.platform, ['make-operator', email.toUpperCase()])
    assert.deepEqual(await knock(tried, someone, strong), [200, undefined])
    assert.equal(await inHouse(), 1)
    assert.ok((await runCommand(desk.platform, ['operators'])).includes(email))

    const link = new URL(await runCommand(desk.platform, ['operator-link']))
    await runCommand(desk.platform, ['revoke-operator', email])
    assert.deepEqual(await knock(tried, someone, strong), [403, 'auth.operator_needed'])
    assert.equal(await inHouse(), 0)
    const claim = (secret: string | null) => desk.call<Answer>('POST /operator-link', { secret }, someone)
    assert.equal((await claim(link.searchParams.get('operator'))).body.error?.code, 'operator.link_over')

    const next = new URL(await runCommand(desk.platform, ['operator-link']))
    assert.equal((await claim(next.searchParams.get('operator'))).status, 200)
    await runCommand(desk.platform, ['revoke-operator', email])
    await assert.rejects(runCommand(desk.platform, ['revoke-operator', email]), /is no operator here/)
    await assert.rejects(runCommand(desk.platform, ['make-operator', 'nobody@shop.example']), /Nobody with/)

    const log = await desk.read(
      sql<{ action: string; actor: string | null; target: string | null }>`select action, actor, target from audit_log
        where workspace_id = ${desk.houseId} and action like 'operator.%' and (target is null or target = ${someone.personId})
        order by at, id`,
    )
    const { personId } = someone
    assert.deepEqual(
      log.map(({ action, actor, target }) => [action, actor, target]),
      [
        ['operator.granted', null, personId],
        ['operator.link-made', null, null],
        ['operator.revoked', null, personId],
        ['operator.link-made', null, null],
        ['operator.claimed', personId, personId],
        ['operator.revoked', null, personId],
      ],
    )
  })
})
