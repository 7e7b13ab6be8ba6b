// `npm test`: the static checks, then every test, the journeys in a real browser last. Tells again what failed, and ends with
// `N passed, N failed`.
// Words after it choose test files by a part of their path: `npm test -- training`.
import { check } from './check.ts'
import { findBrowser, installBrowser } from './installed-browsers.ts'
import { type Counts, type FailedFile, findTestFiles, runTestFiles } from './test-files.ts'

const total: Counts = { passed: 0, failed: 0 }
/** Told again at the end. */
const told: string[] = []
const began = performance.now()

function add(title: string, { passed, failed }: Counts): void {
  total.passed += passed
  total.failed += failed
  console.log(`${title}: ${passed} passed, ${failed} failed\n`)
}

/** These start servers, end them and watch the time: one at a time. */
const alone = /^tests\/(kill|journeys)\//
/** A message that was lost or doubled once is a failure, however often it goes well. */
const noSecondRun = /^tests\/kill\//
/** With more failures than that, something is broken. */
const mostUnsteady = 2
/** These know no database. */
const pure = /^(shared|widget|web)\/|walls/

async function runAll(title: string, files: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const together = files.filter(file => !alone.test(file))
  const single = files.filter(file => alone.test(file))
  if (together.length > 0) await runSome(`Tests ${title}`, together, 2, 10, environment)
  if (single.length > 0) await runSome(`Journeys and kills ${title}`, single, 1, 15, environment)
}

/**
 * In a whole run thousands of tests share the machine, and one of them may meet a moment that it does not bear: one or two files
 * that failed run once more, by themselves. Those that pass then are told as unsteady, with what failed: they want mending too.
 */
async function runSome(
  title: string,
  files: string[],
  atOnce: number,
  minutes: number,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const counts = await runTestFiles(files, atOnce, minutes, environment)
  const tellAll = (how: string, failures: FailedFile[]) =>
    told.push(...failures.map(one => `${title}, ${how}: ${one.file}\n${one.told.join('\n')}`))
  const suspects = counts.failures.filter(({ file }) => words.length === 0 && !noSecondRun.test(file))
  if (suspects.length === 0 || counts.failures.length > mostUnsteady) {
    tellAll('failed', counts.failures)
    return add(title, counts)
  }
  console.log(`${title}: once more, what failed`)
  const again = await runTestFiles(
    suspects.map(({ file }) => file),
    1,
    minutes,
    environment,
  )
  const failedAgain = new Set(again.failures.map(({ file }) => file))
  tellAll(
    'unsteady',
    suspects.filter(({ file }) => !failedAgain.has(file)),
  )
  const final = counts.failures.filter(one => !suspects.includes(one))
  tellAll('failed', [...final, ...again.failures])
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  add(title, {
    passed: counts.passed - sum(suspects.map(one => one.passed)) + again.passed,
    failed: sum(final.map(one => one.told.length)) + again.failed,
  })
}

const inFirefox = 'tests/journeys/firefox.test.ts'

/** A machine that has none, and cannot have one, tries the pages in Chromium alone. */
function haveFirefox(): boolean {
  try {
    return Boolean(findBrowser('firefox') ?? installBrowser('firefox'))
  } catch (error) {
    console.log(`${(error as Error).message} ${inFirefox} is not run.`)
    return false
  }
}

const words = process.argv.slice(2)
try {
  const chromium = findBrowser('chromium') ?? installBrowser('chromium')
  if (words.length === 0) add('Checks', await check())
  const files = findTestFiles().filter(file => words.length === 0 || words.some(word => file.includes(word)))
  if (files.includes(inFirefox) && !haveFirefox()) files.splice(files.indexOf(inFirefox), 1)
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
for (const text of told) console.log(`${text}\n`)
console.log(`${Math.round((performance.now() - began) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
