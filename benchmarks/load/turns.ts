import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { until } from '#dev/shop-client.ts'
import type { Page } from '#dev/visitor-client.ts'
import { makeApp, wireJobs } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createTestDatabase } from '#server/test-databases.ts'
import { systemClock } from '#platform/clock.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { silentLog } from '#platform/log.ts'
import { migrate } from '#platform/sql/migrations.ts'
import { makePlatform, type Platform } from '#platform/platform.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import type { Engine } from '#platform/sql/session.ts'
import { freePort, makeHome, startServer } from '#tests/setup/server-process.ts'
import { priceListTxt } from '#tests/fixtures/documents.ts'
import { shopOrigin } from '#tests/fixtures/shop.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { type CountedEngine, countEngine } from './counted-engine.ts'
import type { Finding } from '../finding.ts'
import { load, openVisitors } from './run-load.ts'

const aims = { turns: { embedded: 250, postgresql: 200 }, cpu: 8, ackP50: 25, ackP99: 100 }
const visitors = Number(process.env['BENCH_VISITORS'] ?? 1500)
const connections = 50
const weighed = 100
const shownCosts = 10

type Shop = { platform: Platform; url: string; page: Page; counted: CountedEngine; close(): Promise<void> }
type Run = { seconds: number; cpuMs: number; acknowledged: number }

/** A visitor's first message to the bot's answer, without a reply delay, against a bare server with two durable inserts. */
export async function benchTurns(): Promise<Finding[]> {
  const floor = await measureFloor()
  const shop = await openShop()
  const kind = shop.platform.db.engine.kind
  try {
    await turns(shop, 200)
    const before = { ...shop.counted.counts, ...(await writtenBy(shop.platform)) }
    const run = await turns(shop, visitors)
    const after = { ...shop.counted.counts, ...(await writtenBy(shop.platform)) }
    const each = Object.entries(after).map(([name, count]) => {
      const of = (count - (before[name as keyof typeof before] ?? 0)) / visitors
      return `${of.toFixed(1)} ${name}`
    })
    const rate = visitors / run.seconds
    const half = await atHalf(shop, rate / 2)
    const costs = await weigh(shop)
    const busy = `load of the machine ${loadavg()[0]?.toFixed(1)}`
    return [
      finding(
        `turns, ${kind}`,
        rate,
        '/s',
        aims.turns[kind],
        rate < aims.turns[kind] / 2,
        `${each.join(', ')}; ${busy}`,
      ),
      finding(
        `turns ÷ bare inserts, ${kind}`,
        rate / floor,
        'of the floor',
        undefined,
        false,
        `${Math.round(floor)}/s`,
      ),
      finding(
        `processor time of a turn, ${kind}`,
        run.cpuMs / visitors,
        'ms',
        aims.cpu,
        run.cpuMs / visitors > aims.cpu * 2,
      ),
      finding(
        ...([
          `acknowledged at half capacity, ${kind}`,
          half.p99,
          'ms p99',
          aims.ackP99,
          half.p99 > aims.ackP99 * 2,
        ] as const),
        `p50 ${half.p50} ms (aim ${aims.ackP50})`,
      ),
      ...costs,
    ]
  } finally {
    await shop.close()
  }
}

function finding(
  name: string,
  value: number,
  unit: string,
  aim: number | undefined,
  fails: boolean,
  more?: string,
): Finding {
  return { name, value, unit, aim, fails, ...(more && { more }) }
}

async function measureFloor(): Promise<number> {
  const home = { ...(await makeHome()), port: await freePort() }
  const settings = { ...home.settings, PORT: String(home.port) }
  const server = await startServer({ ...home, settings }, join(import.meta.dirname, 'floor-server.ts'))
  try {
    const order = { address: `${server.url}/turn`, connections, tokens: [] }
    await load({ ...order, ms: 1000 })
    const { sent, ms } = await load({ ...order, ms: 4000 })
    return sent / (ms / 1000)
  } finally {
    await server.kill()
    await home.remove()
  }
}

/** In this process, so that its statements can be counted, with the database on disk. */
async function openShop(): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sen-turns-'))
  const port = await freePort()
  const config = readConfig({
    ...{ NODE_ENV: 'test', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent', HUMAN_CHECK: 'off' },
  })
  const { engine, drop } = await openEngine(dataDir)
  const counted = countEngine(engine)
  const platform = await makePlatform(config, counted.engine, await readKeys(dataDir, config), systemClock, silentLog)
  wireJobs(platform)
  const app = await makeApp(platform)
  await platform.changes.start()
  await platform.jobs.start()
  await app.listen({ port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const { headers, workspaceId } = await makeOwner(platform)
  await teach(platform, workspaceId, 'Bảng giá', priceListTxt().toString())
  const act = async <T>(method: string, path: string, body: object): Promise<T> => {
    const sent = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1${path}`, sent)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  await act('PUT', '/bot/settings', { reply_delay_ms: 0 })
  await platform.db.asService(workspaceId, tx =>
    sql`update usage_counters set hard_limit = null where workspace_id = ${workspaceId}`.execute(tx),
  )
  const channel = await act<{ account_id: string }>('POST', '/channels/websites', {
    domains: [new URL(shopOrigin).host],
  })
  return {
    ...{ platform, url, counted, page: { widget: channel.account_id, origin: shopOrigin, locale: 'vi' } },
    async close() {
      await Promise.all([app.close(), platform.jobs.stop(8000)])
      await platform.changes.stop()
      await engine.close()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openEngine(dataDir: string): Promise<{ engine: Engine; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (server) {
    const { url, drop } = await createTestDatabase(server)
    return { engine: await openPostgresql(url, () => {}), drop }
  }
  const engine = await openEmbedded(join(dataDir, 'database'))
  await migrate(engine)
  return { engine, drop: async () => {} }
}

async function turns({ platform, url, page }: Shop, count: number): Promise<Run> {
  const answered = async () => {
    const [row] = await platform.db.readAsService(sql<{ count: number }>`select count(*)::int as count from answers`)
    return row?.count ?? 0
  }
  const tokens = await openVisitors(url, page, count)
  const before = await answered()
  const began = performance.now()
  const cpu = await cpuMs(platform)
  const { sent, ms, refused } = await load({
    address: `${url}/widget/v1/messages`,
    connections,
    ms: 600_000,
    tokens,
    each: 1,
  })
  if (sent < count) throw new Error(`Of ${count} messages ${sent} were taken: ${refused.join('; ')}`)
  await until(
    'the answers',
    async () => {
      if ((await answered()) >= before + count) return true
      await wait(50)
      return undefined
    },
    300,
  )
  return {
    seconds: (performance.now() - began) / 1000,
    cpuMs: (await cpuMs(platform)) - cpu,
    acknowledged: sent / (ms / 1000),
  }
}

async function cpuMs({ db }: Platform): Promise<number> {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1000
  if (db.engine.kind === 'embedded') return own
  const rows = await db.readAsService(
    sql<{
      pid: number
    }>`select pid from pg_stat_get_activity(null) where datid = (select oid from pg_database where datname = current_database())`,
  )
  return rows.reduce((sum, { pid }) => sum + cpuOf(pid), own)
}

function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

async function writtenBy({ db }: Platform): Promise<{ 'rows written': number; 'functions called': number }> {
  const [row] = await db.readAsService(sql<{ rows: number; calls: number }>`
    select (select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 from pg_stat_user_tables) as rows,
      (select coalesce(sum(calls), 0)::float8 from pg_stat_user_functions) as calls`)
  return { 'rows written': row?.rows ?? 0, 'functions called': row?.calls ?? 0 }
}

async function atHalf({ url, page }: Shop, pace: number): Promise<{ p50: number; p99: number }> {
  const count = Math.round(pace * 6)
  const tokens = await openVisitors(url, page, count)
  return load({ address: `${url}/widget/v1/messages`, connections, ms: 600_000, tokens, each: 1, pace })
}

async function weigh(shop: Shop): Promise<Finding[]> {
  const weighing = shop.counted.weigh()
  await turns(shop, weighed)
  const costs = weighing()
  const all = costs.reduce((sum, { ms }) => sum + ms, 0)
  return costs
    .slice(0, shownCosts)
    .map(({ text, ms, times }) =>
      finding(
        ...([text.replace(/\s+/g, ' ').slice(0, 100), ms / weighed, 'ms of a turn', undefined, false] as const),
        `${(times / weighed).toFixed(1)} times, ${Math.round((ms / all) * 100)} %`,
      ),
    )
}
