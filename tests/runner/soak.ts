// `npm run soak [-- KILLS]`: the kill test, longer (200 kills), then every property with twenty times as many cases, by other dice
// each time, on the database that TEST_DATABASE_URL says. PROPERTY_SEED plays a run again.
import { randomInt } from 'node:crypto'
import { killRounds } from '../kill/kill-rounds.ts'
import { readImportGraph } from './import-graph.ts'
import { findTestFiles, root, runTestFile } from './test-files.ts'

const kills = Number(process.argv[2] ?? 200)
let passed = 0
let failed = 0
for (let done = 0; done < kills; done += 20) {
  const { problems, readyMs, ...figures } = await killRounds(Math.min(20, kills - done))
  console.log(JSON.stringify({ ...figures, slowestStartMs: Math.round(Math.max(...readyMs)) }))
  for (const problem of problems) console.log(problem)
  if (problems.length === 0) passed++
  else failed++
}
const { PROPERTY_SEED: seed = String(randomInt(2 ** 31)) } = process.env
console.log(`PROPERTY_SEED=${seed}`)
const graph = readImportGraph(root)
const properties = findTestFiles().filter(file => graph.get(file)?.has('tests/property-runs.ts'))
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  PROPERTY_SEED: seed,
  PROPERTY_TIMES: '20',
  AT_ONCE_ROUNDS: '100',
}
for (const file of properties) {
  const outcome = await runTestFile(file, 60, environment)
  passed += outcome.passed
  failed += outcome.failed
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
