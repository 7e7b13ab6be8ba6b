// `npm run soak [-- KILLS]`: the kill test, longer (200 kills), on the database that TEST_DATABASE_URL says.
import { killRounds } from './kill-rounds.ts'

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
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
