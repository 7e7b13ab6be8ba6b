// `npm test`: the static checks, then every test, the journeys in a real browser last. Tells again what failed, and ends with
// `N passed, N failed`.
// Words after it choose test files by a part of their path: `npm test -- training`.
import { check } from './check.ts'
import { findChromium, installChromium } from './chromium.ts'
import { type Counts, findTestFiles, type Outcome, runTestFiles } from './test-files.ts'

const total: Outcome = { passed: 0, failed: 0, told: [] }
const began = performance.now()

function add(title: string, counts: Counts & Partial<Outcome>): void {
  total.passed += counts.passed
  total.failed += counts.failed
  total.told.push(...(counts.told ?? []).map(text => `${title}: ${text}`))
  console.log(`${title}: ${counts.passed} passed, ${counts.failed} failed\n`)
}

/** These start servers, end them and watch the time: one at a time. */
const alone = /^tests\/(kill|journeys)\//
/** These know no database. */
const pure = /^(shared|widget|web)\/|walls/

async function runAll(title: string, files: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const together = files.filter(file => !alone.test(file))
  const single = files.filter(file => alone.test(file))
  if (together.length > 0) add(`Tests ${title}`, await runTestFiles(together, 2, 10, environment))
  if (single.length > 0) add(`Journeys and kills ${title}`, await runTestFiles(single, 1, 15, environment))
}

const words = process.argv.slice(2)
try {
  const chromium = findChromium() ?? installChromium()
  if (words.length === 0) add('Checks', await check())
  const files = findTestFiles().filter(file => words.length === 0 || words.some(word => file.includes(word)))
  const { TEST_DATABASE_URL: server, ...outer } = process.env
  const environment = { ...outer, CHROME_PATH: chromium, NODE_ENV: 'test' }
  await runAll('on the embedded database', files, environment)
  if (server) {
    const touching = files.filter(file => !pure.test(file))
    await runAll('on PostgreSQL', touching, { ...environment, TEST_DATABASE_URL: server })
  }
} catch (error) {
  console.error((error as Error).message)
  total.failed++
}
for (const text of total.told) console.log(`${text}\n`)
console.log(`${Math.round((performance.now() - began) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
