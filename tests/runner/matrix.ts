// `npm run matrix [-- public-site]`: the journeys on the embedded database, and on PostgreSQL if TEST_DATABASE_URL is set.
import { findBrowser, installBrowser } from '../setup/installed-browsers.ts'
import { type Counts, findTestFiles, runTestFile } from './test-files.ts'

const words = process.argv.slice(2)
const total: Counts = { passed: 0, failed: 0 }
try {
  const { TEST_DATABASE_URL: server, ...outer } = process.env
  const environment = {
    ...outer,
    CHROME_PATH: findBrowser('chromium') ?? installBrowser('chromium'),
    NODE_ENV: 'test',
    MATRIX: 'whole',
  }
  const chosen = (file: string) => words.length === 0 || words.some(word => file.includes(word))
  const journeys = findTestFiles().filter(file => file.startsWith('tests/journeys/') && chosen(file))
  for (const database of server ? [undefined, server] : [undefined]) {
    console.log(database ? 'On PostgreSQL' : 'On the embedded database')
    const more = database ? { TEST_DATABASE_URL: database } : {}
    for (const file of journeys) {
      const { passed, failed } = await runTestFile(file, 15, { ...environment, ...more })
      total.passed += passed
      total.failed += failed
    }
  }
} catch (error) {
  console.error((error as Error).message)
  total.failed++
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
