// Several processes under load, of which one after the other is killed, while the database breaks off, falls silent and ends its connections.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { until } from '#dev/shop-client.ts'
import { openShop } from '../fixtures/shop.ts'
import { dice } from '../setup/dice.ts'
import { liftLimits } from '../setup/lift-limits.ts'
import { makeHome } from '../setup/server-process.ts'
import { makeChannelCustomers } from './channel-customers.ts'
import { type Cluster, type Process, startCluster } from './cluster.ts'
import { type Acknowledged, judge, type Verdict } from './judge.ts'
import { writeOn } from './visitors.ts'

const visitorsAtOnce = 6
const [webs, workers] = [3, 2]
/** Longer than the lease of a job, which another worker then takes. */
const awayMs = 10_000
/** After a fault, until callers' own waiting is over. */
const echoMs = 2500

export type ChaosOutcome = Verdict & {
  seed: number
  faults: Record<string, number>
  lostAttempts: number
  calmP95Ms: number
  betweenFaultsP95Ms: number
  allP95Ms: number
  seconds: number
}

type Timed = Acknowledged & { ms: number; at: number }
type Span = { from: number; to: number }

/** Commands of the shell that harm the database itself, by name: `{"restart": "pg_ctl restart …", "pause": "…"}`. */
export type GivenFaults = Record<string, string>

export async function chaos(
  times: { calm: number; storm: number },
  seed: number,
  given: GivenFaults = {},
): Promise<ChaosOutcome> {
  const began = performance.now()
  const home = await makeHome({ HUMAN_CHECK: 'off' })
  liftLimits(home)
  const customers = await makeChannelCustomers(home)
  const database = askAgain(home.settings['DATABASE_URL'] ?? '')
  const cluster = await startCluster(home, workers, webs)
  const acknowledged: Timed[] = []
  let lostAttempts = 0
  try {
    const { page, owner } = await openShop(home, cluster)
    await customers.connect(home, cluster, owner.workspaceId)
    const written = customers.write()
    const load = { open: true }
    const visitors = Array.from({ length: visitorsAtOnce }, () =>
      writeOn(
        cluster.url,
        page,
        load,
        one => acknowledged.push({ ...one, at: performance.now() }),
        () => lostAttempts++,
      ),
    )
    await wait(times.calm * 1000)
    const calmUntil = performance.now()
    const { spans, counts } = await storm(cluster, database, times.storm * 1000, dice(seed), given)
    load.open = false
    customers.stop()
    await Promise.all([...visitors, written])
    await until('all work to be done', async () => ((await openWork(database)) === 0 ? true : undefined), 120)
    await customers.settled(home, cluster)
    await until('reports to be read', async () => ((await openWork(database)) === 0 ? true : undefined), 60)
    await cluster.stop()
    const { problems, ...verdict } = await judge(home, acknowledged, customers.chats())
    const isDisturbed = ({ at, ms }: Timed) => spans.some(({ from, to }) => at > from && at - ms < to + echoMs)
    return {
      ...verdict,
      problems: [...problems, ...cluster.unexpected()],
      seed,
      faults: counts,
      lostAttempts,
      calmP95Ms: p95(acknowledged.filter(({ at }) => at < calmUntil)),
      betweenFaultsP95Ms: p95(acknowledged.filter(one => one.at > calmUntil && !isDisturbed(one))),
      allP95Ms: p95(acknowledged),
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await cluster.kill()
    await customers.close()
    await home.remove()
  }
}

/** Kills all along, at most two processes at a time; every fault of the database once in each fifth of the time. */
async function storm(
  { processes }: Cluster,
  database: Ask,
  ms: number,
  roll: () => number,
  given: GivenFaults,
): Promise<{ spans: Span[]; counts: Record<string, number> }> {
  const spans: Span[] = []
  const counts: Record<string, number> = {}
  const starting = new Map<Process, Promise<void>>()
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
  const pickRole = (role: Process['role']) => oneOf(processes.filter(one => one.role === role))
  const breaks: Record<string, () => Promise<unknown>> = {
    cut: () => away(processes, 'cut', 2000),
    silence: () => away(processes, 'silence', 4000),
    terminate: () =>
      database(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    'worker away': () => away([pickRole('worker')], 'silence', awayMs),
    'web cut': () => away([pickRole('web')], 'cut', 4000),
    ...Object.fromEntries(Object.entries(given).map(([name, command]) => [name, () => run(command)])),
  }

  async function fault(name: string, act: () => Promise<unknown>): Promise<void> {
    counts[name] = (counts[name] ?? 0) + 1
    const span = { from: performance.now(), to: Infinity }
    spans.push(span)
    await act()
    span.to = performance.now()
  }
  function kill(): void {
    const alive = processes.filter(one => !starting.has(one))
    if (starting.size >= 2 || alive.length === 0) return
    const victim = oneOf(alive)
    const started = fault(`kill ${victim.role}`, () => victim.restart())
    started.catch(() => {}) // seen below
    starting.set(victim, started)
    void started.then(
      () => starting.delete(victim),
      () => {},
    )
  }

  const end = performance.now() + ms
  let later = Promise.resolve()
  for (let names = Object.keys(breaks); performance.now() < end;) {
    await wait(500 + roll() * (ms > 120_000 ? 9500 : 2500))
    kill()
    if (roll() < 0.4) continue
    const name = oneOf(names)
    names = names.length > 1 ? names.filter(one => one !== name) : Object.keys(breaks)
    const act = breaks[name]
    if (act) later = later.then(() => fault(name, act))
  }
  await later
  await Promise.all(starting.values())
  return { spans, counts }
}

async function away(processes: Process[], how: 'cut' | 'silence', ms: number): Promise<void> {
  for (const { database } of processes) database[how]()
  await wait(ms)
  for (const { database } of processes) database.mend()
}

async function run(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`“${command}” ended with ${code}`)
}

type Ask = (statement: string) => Promise<unknown[]>

/** On a connection of its own, and again while a fault stands. */
function askAgain(url: string): Ask {
  return async statement => {
    for (let tries = 1; ; tries++) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      try {
        await client.connect()
        return (await client.query(statement)).rows as unknown[]
      } catch (error) {
        if (tries === 30) throw error
        await wait(500)
      } finally {
        await client.end().catch(() => {})
      }
    }
  }
}

/** Questions without an answer, and jobs that are done now or soon; profiles are fetched at leisure. */
async function openWork(database: Ask): Promise<number> {
  const [row] = await database(`select
    (select count(*)::int from public.messages m where direction = 'in'
      and not exists (select from public.answers a where m.id = any (a.message_ids)))
    + (select count(*)::int from private.jobs where kind <> 'fetch profile'
      and (worker is not null or run_at < now() + interval '12 seconds')) as open`)
  return (row as { open: number }).open
}

function p95(list: Timed[]): number {
  const sorted = list.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? NaN)
}
