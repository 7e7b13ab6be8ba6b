// `npm run soak [-- KILLS [WORD [TIMES]]]`: more kills (200), on PostgreSQL ten minutes of chaos, then properties with 20 or TIMES
// times as many cases and new seeds. PROPERTY_SEED replays a run. CHAOS_SECONDS shortens the storm; CHAOS_FAULTS adds commands that harm the
// database server itself, as JSON by name (docs/testing.md).
import { randomInt } from 'node:crypto'
import { chaos, type GivenFaults } from '../kill/chaos.ts'
import { killRounds } from '../kill/kill-rounds.ts'
import { readImportGraph } from './import-graph.ts'
import { findTestFiles, root, runTestFile } from './test-files.ts'

const [kills, word, times] = [Number(process.argv[2] ?? 200), process.argv[3] ?? '', process.argv[4] ?? '20']
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
if (process.env['TEST_DATABASE_URL'] && 'chaos'.includes(word)) {
  const { CHAOS_SECONDS: storm = '600', CHAOS_FAULTS: faults = '{}' } = process.env
  const times = { calm: Math.min(60, Number(storm) / 10), storm: Number(storm) }
  const { problems, ...figures } = await chaos(times, Number(seed), JSON.parse(faults) as GivenFaults)
  console.log(JSON.stringify(figures))
  for (const problem of problems) console.log(problem)
  if (problems.length === 0) passed++
  else failed++
}
const minutes = Math.max(60, 3 * Number(times))
const graph = readImportGraph(root)
const properties = findTestFiles().filter(
  file => file.includes(word) && graph.get(file)?.has('tests/setup/property-runs.ts'),
)
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  PROPERTY_SEED: seed,
  PROPERTY_TIMES: times,
  AT_ONCE_ROUNDS: '100',
}
for (const file of properties) {
  const outcome = await runTestFile(file, minutes, environment)
  if (outcome.failed === 0 && outcome.output.trim()) console.log(outcome.output.trim())
  passed += outcome.passed
  failed += outcome.failed
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
