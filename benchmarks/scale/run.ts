// `node benchmarks/scale/run.ts FOLDER STEP`, steps in order: make, fill FROM TO ALL (conversations of twelve messages), index, size, plans [FACTOR], stop, remove.
import { rmSync } from 'node:fs'
import { startCluster } from './cluster.ts'
import { beginFilling, fill, finishFilling, owner } from './fill.ts'
import { readPlans } from './read-plans.ts'
import { firstShop, workProgram } from './work-program.ts'

const [folder, step, ...numbers] = process.argv.slice(2)
if (!folder || !step) throw new Error('node benchmarks/scale/run.ts FOLDER STEP')
const cluster = startCluster(folder)
const { url } = cluster
const began = performance.now()
const [first = 0, second = 0, third = 0] = numbers.map(Number)

const sizes = `select n.nspname || '.' || c.relname as name, c.reltuples::bigint as rows, pg_size_pretty(pg_relation_size(c.oid)) as heap,
    pg_size_pretty(pg_indexes_size(c.oid)) as indexes, pg_size_pretty(pg_total_relation_size(c.oid)) as total
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'private', 'realtime')
  order by pg_total_relation_size(c.oid) desc limit 14`

const watched = {
  log_min_duration: '0',
  log_analyze: 'on',
  log_timing: 'off',
  log_nested_statements: 'on',
  log_format: 'json',
}

const steps: Record<string, () => Promise<void>> = {
  async make() {
    await beginFilling(url, await firstShop(folder, url))
  },
  fill: () => fill(url, first, second, third),
  index: () => finishFilling(url),
  async size() {
    console.table(await owner(url, [sizes]))
    console.table(await owner(url, [`select pg_size_pretty(pg_database_size('scale')) as whole`]))
  },
  plans: () => plans(first || 1),
  async stop() {
    cluster.stop()
  },
  async remove() {
    cluster.remove()
  },
}

const run = steps[step]
if (!run) throw new Error(`One of: ${Object.keys(steps).join(', ')}.`)
await run()
console.log(`${step} ${numbers.join(' ')}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
process.exit(0)

/** @param factor how much larger the planner is to believe the tables; their pages stay, so that reading them whole looks cheaper than it would be */
async function plans(factor: number): Promise<void> {
  const grow = (by: number) => `update pg_class c set reltuples = reltuples * ${by} from pg_namespace n
    where n.oid = c.relnamespace and n.nspname in ('public', 'private', 'realtime') and c.reltuples > 20000`
  const big = await owner(url, [`select relname from pg_class where relkind = 'r' and reltuples > 20000`])
  await owner(url, [
    grow(factor),
    `alter database scale set session_preload_libraries = 'auto_explain'`,
    ...Object.entries(watched).map(([name, value]) => `alter database scale set auto_explain.${name} = '${value}'`),
  ])
  rmSync(cluster.log, { force: true })
  await owner(url, ['select pg_rotate_logfile()'])
  try {
    for (const [name, ms] of (await workProgram(folder ?? '', url)).slice(0, 25))
      console.log(`${Math.round(ms)} ms  ${name}`)
  } finally {
    await owner(url, ['alter database scale reset all', grow(1 / factor)])
  }
  const asked = readPlans(cluster.log, new Set(big.map(({ relname }) => String(relname))))
  const times = asked.reduce((sum, one) => sum + one.times, 0)
  console.log(`\n${asked.length} statements, ${times} times`)
  for (const one of asked.toSorted((a, b) => b.longestMs - a.longestMs).slice(0, 15))
    console.log(`${one.longestMs.toFixed(1)} ms at most, ${one.times} times: ${one.text.slice(0, 160)}`)
  const concerning = asked.filter(({ concerns }) => concerns.size > 0)
  console.log(`\n${concerning.length} look at much:`)
  for (const { text, concerns, longestMs } of concerning)
    console.log(`${[...concerns].join('; ')} (${longestMs.toFixed(1)} ms): ${text.slice(0, 300)}`)
}
