import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { detectContacts } from './contact-info.ts'

const pieces =
  `0912345678|1|12 |0|.|-| |/|,|:|\n|a|a.|@|(|+84|o|số |so |một |hai |năm |đường Lê |quận |q1 |p. |phường Bến |12/3 |giao |giao về |địa chỉ |tại
ở |stk |tk |vietcombank |mã |đơn |zalo |sđt|gmail|a còng |.com|www.|B1234567|hộ chiếu |street |Lê |Hà Nội |?|!|k|đ`.split(
    /\||\n(?=ở)/,
  )

const [short, long] = [3000, 24_000]
/** Eight times the text; quadratic cost would be 64 times as high. */
const maxRatio = 24

test('the cost of looking for contact details grows with the text, whatever repeats in it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), some => {
      const unit = some.join('')
      const ratio = minRatio(unit)
      assert.ok(ratio < maxRatio, `${JSON.stringify(unit)}: ${Math.round(ratio)} times the cost`)
    }),
    { numRuns: 150, seed: 4 },
  )
})

/**
 * The least of up to 20 measurements, ended by the first one that is low enough: other load only ever adds to
 * a measurement, so quadratic cost stays above the limit however often it is measured.
 */
function minRatio(unit: string): number {
  let [shortMs, longMs] = [Infinity, Infinity]
  for (let run = 0; run < 20; run++) {
    shortMs = Math.min(shortMs, cost(unit, short))
    longMs = Math.min(longMs, cost(unit, long))
    if (run >= 2 && longMs / Math.max(shortMs, 1000) < maxRatio) break
  }
  return longMs / Math.max(shortMs, 1000)
}

/** Microseconds of CPU time. */
function cost(unit: string, length: number): number {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const before = process.cpuUsage()
  detectContacts(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
