import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../compiling/entries.ts'
import { findDifferences, findDoubts } from './find-doubts.ts'

/** Eight times the lines; quadratic cost would be 64 times as high. */
const maxRatio = 24

const place = { passage: 0, start: 0, end: 0 }
const row = (cells: [head: string, value: string][], heading = ''): Entry => ({
  shape: 'row',
  name: 'Gội',
  aliases: [],
  path: ['Giá', heading],
  cells: cells.map(([head, value]) => ({ head, value, kind: 'money', place })),
  place,
  group: 0,
  scale: 1,
})
const many = (count: number, make: (at: number) => Entry) => Array.from({ length: count }, (_, at) => make(at))

const documents: Record<string, { lines: number; make: (lines: number) => Entry[] }> = {
  'one price again and again': { lines: 3_000, make: count => many(count, () => row([['', '50k']])) },
  'another price under each heading': {
    lines: 500,
    make: count => many(count, at => row([['', `${at + 10}k`]], `Mục ${at}`)),
  },
  'one price, then another': {
    lines: 3_000,
    make: count => many(count, at => row([['', at < count - 1 ? '50k' : '60k']], `Mục ${at}`)),
  },
  'a row of many cells': {
    lines: 100,
    make: count => [row(Array.from({ length: count }, (_, at) => [`Cỡ ${at}`, `${at + 10}k`]))],
  },
}

for (const [what, { lines, make }] of Object.entries(documents))
  test(`the cost of looking for doubts grows with the lines: ${what}`, () => {
    const ratio = minRatio(make(lines), make(lines * 8))
    assert.ok(ratio < maxRatio, `${Math.round(ratio)} times the cost`)
  })

/** Other load only ever adds to a measurement, so quadratic cost stays above the limit however often it is measured. */
function minRatio(short: Entry[], long: Entry[]): number {
  let [shortMs, longMs] = [Infinity, Infinity]
  for (let run = 0; run < 8; run++) {
    shortMs = Math.min(shortMs, cost(short))
    longMs = Math.min(longMs, cost(long))
    if (run >= 2 && longMs / Math.max(shortMs, 1000) < maxRatio) break
  }
  return longMs / Math.max(shortMs, 1000)
}

/** Microseconds of CPU time. */
function cost(entries: Entry[]): number {
  const before = process.cpuUsage()
  findDoubts(entries)
  findDifferences(entries, () => 'one')
  const { user, system } = process.cpuUsage(before)
  return user + system
}
