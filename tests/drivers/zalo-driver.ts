import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { browserCookie } from '#dev/shop-client.ts'
import type { ZaloToken } from '#dev/simulators/zalo/zalo-objects.ts'
import { issueTokens } from '#dev/simulators/zalo/zalo-world.ts'
import { startZaloSimulator, type ZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'
import type { Channel } from '#features/channels/channel.ts'
import { connectAccount } from '#features/channels/connections/connect-account.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWorkspace, type TestWorkspace } from '../fixtures/workspace.ts'

export type { ZaloSimulator, ZaloToken }
export { browserCookie, issueTokens, startZaloSimulator }

export const oa = '4318000000000000777'
export const customer = '7700000000000000123'

export type ZaloDriver = {
  zalo: ZaloSimulator
  platform: TestPlatform
  app: FastifyInstance
  url: string
  workspace: TestWorkspace
  pass(ms: number): Promise<void>
  settle(): Promise<void>
  connect(workspace?: TestWorkspace, accountId?: string): Promise<Channel>
  sim(name: string, body?: object): Promise<Record<string, unknown>>
}

export function zaloSettings(zalo: ZaloSimulator): Record<string, string> {
  return {
    ZALO_APP_ID: zalo.world.app.app_id,
    ZALO_APP_SECRET: zalo.world.app.app_secret,
    ZALO_OA_SECRET_KEY: zalo.world.app.oa_secret_key,
    ZALO_API_BASE_URL: zalo.url,
    ZALO_BUSINESS_BASE_URL: zalo.url,
    ZALO_OAUTH_BASE_URL: zalo.url,
  }
}

export async function startZaloDriver(t: TestContext, settings: Record<string, string> = {}): Promise<ZaloDriver> {
  const zalo = await startZaloSimulator({ startAt: Date.parse('2026-11-20T03:00:00Z'), waitMs: 60_000 })
  const platform = await testPlatform({ settings: { ...zaloSettings(zalo), ...settings } })
  const app = await testApp(platform)
  t.after(async () => {
    await zalo.close()
    await app.close()
    await platform.close()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  zalo.deliveries.url = `${url}/hooks/zalo`
  const workspace = await makeWorkspace(platform)
  await allowConnections(platform, workspace.workspaceId, 5)

  async function settle(): Promise<void> {
    for (let seen = -1; seen !== zalo.calls.length + zalo.deliveries.list.length;) {
      seen = zalo.calls.length + zalo.deliveries.list.length
      await zalo.settled()
      await platform.jobs.drain()
      await zalo.clock.advance(0)
      await zalo.settled()
    }
  }

  return {
    zalo,
    platform,
    app,
    url,
    workspace,
    settle,
    async pass(ms) {
      await zalo.settled()
      platform.clock.advance(ms)
      await zalo.clock.advance(ms)
      await settle()
    },
    async connect(at = workspace, accountId = oa) {
      const token = issueTokens(zalo.world, accountId)
      const secrets = { tokens: JSON.stringify(pairOf(token)) }
      const account = { workspaceId: at.workspaceId, kind: 'zalo', accountId, name: 'Mỹ phẩm Hạ An', secrets } as const
      return connectAccount(platform, account, undefined)
    },
    async sim(name, body = {}) {
      const answer = await fetch(`${zalo.url}/__sim/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as Record<string, unknown>
    },
  }
}

export function pairOf(token: ZaloToken): object {
  const { access_token: access, refresh_token: refresh, issued_at, expires_at } = token
  const [renewedAt, expiresAt] = [new Date(issued_at).toISOString(), new Date(expires_at).toISOString()]
  return { access, refresh, expiresAt, renewedAt }
}

export async function allowConnections(platform: TestPlatform, workspaceId: string, max: number): Promise<void> {
  await platform.db.asService(workspaceId, tx =>
    sql`update usage_counters set hard_limit = ${max} where workspace_id = ${workspaceId} and metric = 'connections'`.execute(
      tx,
    ),
  )
}
