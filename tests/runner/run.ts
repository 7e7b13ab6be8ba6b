// `npm test`: the static checks, then every test, the journeys in a real browser last. Tells again what failed, and ends with
// `N passed, N failed`. Words choose test files by a part of their path: `npm test -- training`.
//   --changed  what the working tree's changes reach
//   --both     every file on both databases, not only those that can tell them apart
//   --times    where the seconds went, by kind and by file
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchSharedBrowser } from '../browser.ts'
import { findBrowser, installBrowser } from '../installed-browsers.ts'
import { check } from './check.ts'
import { chooseFiles } from './choose-files.ts'
import { type EngineName, enginesOf } from './engines.ts'
import { reachedBy, readImportGraph } from './import-graph.ts'
import { type Counts, root, runTestFiles } from './test-files.ts'
import { describeTimes, rememberTimes, slowestFirst } from './test-times.ts'

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    both: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
  },
})
const total: Counts = { passed: 0, failed: 0 }
/** Told again at the end. */
const failures: string[] = []
const began = performance.now()
const whole = words.length === 0 && !options.changed

/** They start servers, end them and watch the time: one at a time. */
const isKill = (file: string) => file.startsWith('tests/kill/')
const isJourney = (file: string) => file.startsWith('tests/journeys/')

function add(title: string, { passed, failed }: Counts): void {
  total.passed += passed
  total.failed += failed
  console.log(`${title}: ${passed} passed, ${failed} failed\n`)
}

async function runOn(engine: EngineName, files: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const name = engine === 'embedded' ? 'the embedded database' : 'PostgreSQL'
  const groups: [title: string, files: string[], atOnce: number][] = [
    ['Tests', files.filter(file => !isJourney(file) && !isKill(file)), 2],
    ['Journeys', files.filter(isJourney), 2],
    ['Kills', files.filter(isKill), 1],
  ]
  for (const [kind, chosen, atOnce] of groups) {
    if (chosen.length === 0) continue
    const outcome = await runTestFiles(slowestFirst(engine, chosen), atOnce, 10, environment)
    rememberTimes(engine, outcome.times)
    failures.push(...outcome.failures.map(({ file, told }) => `On ${name} failed: ${file}\n${told.join('\n')}`))
    add(`${kind} on ${name}`, outcome)
  }
}

async function runAll(): Promise<void> {
  const chromium = findBrowser('chromium') ?? installBrowser('chromium')
  if (whole) add('Checks', await check())
  const graph = readImportGraph(root)
  const files = chooseFiles(graph, words, options.changed)
  const { TEST_DATABASE_URL: server, ...outer } = process.env
  const touching = reachedBy(graph, ['server/testing.ts', 'tests/server-process.ts'], true)
  const day = Math.floor(Date.now() / 86_400_000)
  const filesOn = (engine: EngineName) =>
    files.filter(file => {
      if (!server || !touching.has(file)) return engine === 'embedded'
      return options.both || !whole || enginesOf(file, day).includes(engine)
    })
  const browser = await launchSharedBrowser()
  const environment = {
    ...outer,
    ...browser.environment,
    CHROME_PATH: chromium,
    NODE_ENV: 'test',
    // A file is stripped of its types and compiled once for all processes.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/sen/code'),
  }
  try {
    await runOn('embedded', filesOn('embedded'), environment)
    if (server) await runOn('postgresql', filesOn('postgresql'), { ...environment, TEST_DATABASE_URL: server })
    if (server && whole && !options.both) console.log(`Files that need one database met that of day ${day}.`)
  } finally {
    await browser.close()
  }
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
