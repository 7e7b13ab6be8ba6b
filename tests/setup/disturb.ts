// Loaded into every process of `npm test -- --disturb SEED`: threads stand still and pages wait for answers, by chance. What a test
// saw only because the machine was quick, or because the machine was slow, shows in one run instead of in one of fifty.
import type { BrowserContext } from 'playwright-core'
import { dice } from './dice.ts'

const { DISTURB: seed } = process.env
const realTimeout = setTimeout
const maxStallMs = 250
const maxDelayMs = 1500

const roll = dice(Number(seed ?? 0))

/** A thread that waits takes no processor time from the others, unlike one that counts. */
function stall(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, roll() * maxStallMs)
  realTimeout(stall, roll() * 4 * maxStallMs).unref()
}

if (seed) realTimeout(stall, roll() * maxStallMs).unref()

/** Half of a page's answers come at once, the rest up to 1.5 s late, in another order. Tests' own routes are asked first. */
export async function disturbAnswers(context: BrowserContext): Promise<void> {
  if (!seed) return
  await context.route('**/*', async route => {
    const late = Math.max(0, roll() - 0.5) * 2 * maxDelayMs
    await new Promise(done => realTimeout(done, late))
    await route.fallback().catch(() => {})
  })
}
