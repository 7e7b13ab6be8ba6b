// `npm test [-- training]`: static checks, then tests, slowest first. --changed: what the working tree's changes reach; --both: every
// file on both databases; --times: durations by kind and file; --disturb SEED: everything slow by chance.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { launchSharedBrowser } from '../setup/browser.ts'
import { findBrowser, installBrowser } from '../setup/installed-browsers.ts'
import { check } from './check.ts'
import { chooseFiles } from './choose-files.ts'
import { allEngines, type EngineName, enginesOf } from './engines.ts'
import { reachedBy, readImportGraph } from './import-graph.ts'
import { type Counts, inLanes, root, runTestFiles } from './test-files.ts'
import { groupRuns } from './test-groups.ts'
import { describeTimes, saveTimes, rememberTime, slowestFirst, type TestGroup, type TestRun } from './test-times.ts'

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    both: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
    disturb: { type: 'string' },
  },
})
const total: Counts = { passed: 0, failed: 0 }
const failures: string[] = []
const began = performance.now()
const whole = words.length === 0 && !options.changed
const filesAtOnce = 2
/** Mostly waiting for leases and starts, so they get an extra lane. */
const mostlyWaits = (file: string) => file.startsWith('tests/kill/')
const nameOf: Record<EngineName, string> = { embedded: 'the embedded database', postgresql: 'PostgreSQL' }

function add(title: string, { passed, failed }: Counts): void {
  total.passed += passed
  total.failed += failed
  console.log(`${title}: ${passed} passed, ${failed} failed\n`)
}

function disturbance(seed: string): Record<string, string> {
  const loaded = `--import ${pathToFileURL(join(root, 'tests/setup/disturb.ts')).href}`
  return { DISTURB: seed, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${loaded}` }
}

async function runAll(): Promise<void> {
  const chromium = findBrowser('chromium') ?? installBrowser('chromium')
  if (whole) add('Checks', await check())
  const graph = readImportGraph(root)
  const files = chooseFiles(graph, words, options.changed)
  const { TEST_DATABASE_URL: server, ...outer } = process.env
  const touching = reachedBy(graph, ['server/testing.ts', 'tests/setup/server-process.ts'], true)
  const day = Math.floor(Date.now() / 86_400_000)
  const runs: TestRun[] = files.flatMap(file => {
    if (!server || !touching.has(file)) return { file, engine: 'embedded' }
    const engines = options.both || !whole ? allEngines : enginesOf(file, day)
    return engines.map(engine => ({ file, engine }))
  })
  const browser = await launchSharedBrowser()
  const environment = {
    ...outer,
    ...browser.environment,
    CHROME_PATH: chromium,
    NODE_ENV: 'test',
    ...(options.disturb && disturbance(options.disturb)),
  }
  const counts: Record<EngineName, Counts> = {
    embedded: { passed: 0, failed: 0 },
    postgresql: { passed: 0, failed: 0 },
  }
  try {
    const runGroup = async ({ files, engine }: TestGroup) => {
      const given = engine === 'postgresql' ? { ...environment, TEST_DATABASE_URL: server } : environment
      const outcomes = await runTestFiles(files, 20, given)
      for (const { file, ms, passed, failed, problems, output } of outcomes) {
        rememberTime({ file, engine }, ms)
        counts[engine].passed += passed
        counts[engine].failed += failed
        if (problems.length > 0)
          failures.push(`On ${nameOf[engine]} failed: ${file}\n${problems.join('\n')}\n${output.trim().slice(-2000)}`)
      }
    }
    const ordered = slowestFirst(groupRuns(runs, graph))
    const waits = ({ files }: TestGroup) => files.some(mostlyWaits)
    const working = ordered.filter(group => !waits(group)).values()
    await Promise.all([
      inLanes(filesAtOnce, working, runGroup),
      inLanes(1, ordered.filter(waits), runGroup).then(() => inLanes(1, working, runGroup)),
    ])
  } finally {
    saveTimes()
    await browser.close()
  }
  for (const engine of allEngines) add(`Tests on ${nameOf[engine]}`, counts[engine])
  if (server && whole && !options.both) console.log(`Files that need one database met that of day ${day}.`)
}

try {
  await runAll()
} catch (error) {
  console.error((error as Error).message)
  total.failed++
}
for (const text of failures) console.log(`${text}\n`)
if (options.times) console.log(describeTimes())
console.log(`${Math.round((performance.now() - began) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
