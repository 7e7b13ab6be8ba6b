import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hookFinding } from './check-hooks.ts'
import { lineOf } from './finding.ts'

test('no name begins a line of its own, commands the terminal or turns its letters round', () => {
  const name = 'Shop\n✔ TLS: fine\r\u001b[2J\u009b1A\u2028\u202e'
  assert.equal(
    lineOf({ name, state: 'look', text: 'a\r\nb', advice: 'c\nd' }),
    '! Shop ✔ TLS: fine [2J 1A : a b\n    c d',
  )
  assert.equal(lineOf({ name: 'Cô Ba 👩‍🍳', state: 'ok', text: 'ổn' }), '✔ Cô Ba 👩‍🍳: ổn')
})

test('what was seen of a webhook stands there as it came', () => {
  const seen = "200, $&$'{time}"
  const { text } = hookFinding({ name: 'hooks', text: 'zalo', state: 'bad', at: null, hook: { fault: 'open', seen } })
  assert.ok(text.includes(`(${seen})`), text)
})
