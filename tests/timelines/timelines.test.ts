// Random days: consents, merges, broadcasts, sequences, lost channels, template changes. The auditor shares no code with what it checks.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { runs } from '#tests/setup/property-runs.ts'
import type { Report, Wanted } from './timelines-process.ts'

const { numRuns, seed } = runs(1)
/** Sharing a database and clock makes most of the cost independent of the number of shops. */
const sideBySide = numRuns > 1 ? 48 : 12
const many = numRuns * sideBySide
/** A long run goes on from here after it was stopped. */
const first = Number(process.env['TIMELINES_FROM'] ?? 0)
const perProcess = 20 * sideBySide
/** Crashes of V8, not of Sen: what was not judged is lived again. */
const maxCrashes = 5

test('nothing leaves that a stranger at the window would forbid, and nobody who may get it is forgotten', async () => {
  const all: Record<string, number> = { timelines: 0 }
  const wrong: string[] = []
  const began = performance.now()
  let crashes = 0
  let done = first
  const summary = () => {
    const secondsEach = Number(((performance.now() - began) / 1000 / (all['timelines'] || 1)).toFixed(3))
    return JSON.stringify({ ...all, seed, done, wrong: wrong.length, crashes, secondsEach })
  }
  const onReport = (report: Report) => {
    if ('wrong' in report) {
      if (numRuns > 1) console.log(report.wrong)
      return void wrong.push(report.wrong)
    }
    done = report.done
    for (const seen of report.seen)
      for (const [what, count] of Object.entries({ timelines: 1, ...seen })) all[what] = (all[what] ?? 0) + count
    if (numRuns > 1) console.log(summary())
  }
  while (done < many) {
    const until = Math.min(many, done + perProcess)
    const signal = await liveThem({ seed, from: done, until, sideBySide }, onReport)
    if (done >= until) continue
    assert.ok(signal, `A process ended early: ${summary()}`)
    crashes++
    console.log(`ended by ${signal}: ${summary()}`)
    assert.ok(crashes < maxCrashes, summary())
  }
  assert.deepEqual(wrong, [], summary())
  // A law that never applied proves nothing; some are rare.
  const required =
    numRuns > 1
      ? Object.keys(all)
      : ['sent', 'bySequence', 'paid', 'billed', 'pricedStep', 'afterConfirmed', 'stale', 'due']
  for (const what of required) assert.ok((all[what] ?? 0) > 0, `${what}: ${summary()}`)
  assert.equal(all['timelines'], many - first)
  console.log(summary())
})

/** @returns the signal that ended it; null where it ended by itself */
async function liveThem(wanted: Wanted, onReport: (report: Report) => void): Promise<NodeJS.Signals | null> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  // A young generation for many short-lived objects.
  const execArgv = ['--max-semi-space-size=96', '--max-old-space-size=2048']
  const child = fork(new URL('timelines-process.ts', import.meta.url), [JSON.stringify(wanted)], { env, execArgv })
  child.on('message', (report: Report) => onReport(report))
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return signal
}
