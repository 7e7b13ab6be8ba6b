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
const most = 24

test('the cost of looking for contact details grows with the text, whatever repeats in it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), some => {
      const unit = some.join('')
      const ratio = cost(unit, long) / Math.max(cost(unit, short), 1000)
      assert.ok(ratio < most, `${JSON.stringify(unit)}: ${Math.round(ratio)} times the cost`)
    }),
    { numRuns: 150, seed: 4 },
  )
})

/** Microseconds of CPU time, the minimum of several runs, so that other load does not count. */
function cost(unit: string, length: number): number {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    detectContacts(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...runs)
}
