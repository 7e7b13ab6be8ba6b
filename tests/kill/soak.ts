// `npm run soak [-- KILLS]`: the kill test, longer (200 kills), and as many stories of money twice over, by other dice each time, on the
// database that TEST_DATABASE_URL says.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
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
const seed = String(randomInt(2 ** 31))
const stories = String(kills * 2)
console.log(`money: ${stories} stories, MONEY_SEED=${seed}`)
const money = spawnSync(process.execPath, ['--test', join(import.meta.dirname, '../payments/every-method.test.ts')], {
  stdio: 'inherit',
  env: { ...process.env, MONEY_STORIES: stories, MONEY_SEED: seed },
})
if (money.status === 0) passed++
else failed++
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
