// A shop on a simulated Messenger. The clocks of both sides are stopped and move together.
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { browserCookie } from '#dev/shop-client.ts'
import { type MessengerSimulator, startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import type { PickedPages } from '#shared/contracts/channels/facebook.contract.ts'
import type { Log } from '#platform/log.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

export const pageId = '110220330440550'
export const otherPageId = '110220330440660'
export const mutePageId = '110220330440770'
export const lan = '24680000000000011'
export const minh = '24680000000000022'
export const verifyToken = 'vt-test-9d2a'

export type MessengerDriver = {
  simulator: MessengerSimulator
  platform: TestPlatform
  app: FastifyInstance
  owner: Owner
  cookie: string
  api(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    as?: Owner,
  ): Promise<{ status: number; body: unknown }>
  /** `choose`: the dialog's query (auto, person, pages); returns the final address. */
  signIn(choose?: string, as?: Owner): Promise<URL>
  connect(page?: string): Promise<string>
  control(name: string, body?: object): Promise<Record<string, unknown>>
  pass(ms: number): Promise<void>
}

export async function messengerDriver(
  t: TestContext,
  { settings = {}, log }: { settings?: Record<string, string>; log?: Log } = {},
): Promise<MessengerDriver> {
  const simulator = await startMessengerSimulator({ startAt: Date.parse('2026-11-20T03:00:00Z') })
  t.after(() => simulator.close())
  const { app: metaApp } = simulator.world
  const platform = await testPlatform({
    ...(log ? { log } : {}),
    settings: {
      META_GRAPH_BASE_URL: simulator.url,
      META_DIALOG_BASE_URL: simulator.url,
      FACEBOOK_APP_ID: metaApp.id,
      FACEBOOK_APP_SECRET: metaApp.secret,
      FACEBOOK_VERIFY_TOKEN: verifyToken,
      FACEBOOK_HUMAN_AGENT: 'on',
      ...settings,
    },
  })
  t.after(() => platform.close())
  const app = await testApp(platform)
  t.after(() => app.close())
  const owner = await makeOwner(platform)
  await allowConnections(platform, owner.workspaceId, 5)

  const cookie = browserCookie()
  const desk: MessengerDriver = {
    cookie,
    simulator,
    platform,
    app,
    owner,
    async api(method, path, body, as = owner) {
      const answer = await app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { ...(await renewed(platform, as)), cookie },
        ...(body ? { payload: body } : {}),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
    async signIn(choose = 'auto=allow', as = owner) {
      const { body } = await desk.api('POST', '/channels/facebook/start', {}, as)
      const allowed = await fetch(`${(body as { url: string }).url}&${choose}`, { redirect: 'manual' })
      const back = new URL(allowed.headers.get('location') ?? '')
      const landed = await app.inject({ method: 'GET', url: back.pathname + back.search, headers: { cookie } })
      return new URL(String(landed.headers.location))
    },
    async connect(page = pageId) {
      const pick = (await desk.signIn()).searchParams.get('facebook') ?? ''
      const { body } = await desk.api('POST', '/channels/facebook/pages', { pick, page_ids: [page] })
      return (body as PickedPages).connected[0]?.id ?? ''
    },
    async control(name, body = {}) {
      const answer = await fetch(`${simulator.url}/__sim/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const result = (await answer.json()) as Record<string, unknown>
      if (answer.status !== 200) throw new Error(String(result['error']))
      return result
    },
    async pass(ms) {
      // A webhook under way has 1.5 s by the program's clock.
      await simulator.settled()
      platform.clock.advance(ms)
      await desk.control('clock', { advance_ms: ms })
    },
  }
  return desk
}

/** A fresh token: the clock may have moved. */
async function renewed(platform: TestPlatform, { headers }: Owner): Promise<Owner['headers']> {
  const [, payload = ''] = headers.authorization.split('.')
  const { sub, session_id, email } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>
  const claims = { role: 'authenticated', sub, session_id, email, aal: 'aal1' } as const
  return { authorization: `Bearer ${(await platform.tokens.signAccess(claims as never)).token}` }
}

/** Opens the program's port for the simulator's webhooks, and returns its address. */
export async function listen({ app, simulator }: MessengerDriver): Promise<string> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await simulator.registerWebhook(`${address}/hooks/facebook`, verifyToken)
  return address
}

export async function allowConnections(platform: TestPlatform, workspaceId: string, max: number): Promise<void> {
  await platform.db.asService(workspaceId, tx =>
    sql`update usage_counters set hard_limit = ${max} where workspace_id = ${workspaceId} and metric = 'connections'`.execute(
      tx,
    ),
  )
}
