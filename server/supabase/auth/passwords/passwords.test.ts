import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNewPassword, hashPassword, passwordFits, weakness } from './passwords.ts'

const email = 'hanh.nguyen@mocan.vn'
const rules = { AUTH_PASSWORD_MIN_LENGTH: 8, AUTH_COMMON_PASSWORDS: true }

test('a password fits its own hash and no other', async () => {
  const stored = await hashPassword('hoa sen trắng 🌸')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await passwordFits('hoa sen trắng 🌸', stored), true)
  assert.equal(await passwordFits('hoa sen trắng', stored), false)
  assert.equal(await passwordFits('hoa sen trắng 🌸', undefined), false)
  assert.equal(await passwordFits('hoa sen trắng 🌸', null), false)
  assert.notEqual(stored, await hashPassword('hoa sen trắng 🌸'))
})

test('marks typed as one or as two characters are the same password', async () => {
  const stored = await hashPassword('hoa sen trắng'.normalize('NFC'))
  assert.equal(await passwordFits('hoa sen trắng'.normalize('NFD'), stored), true)
})

test('1,024 bytes are taken whole, one more is refused', async () => {
  const long = 'ă'.repeat(511) + 'xy'
  assert.equal(Buffer.byteLength(long), 1024)
  checkNewPassword(long, email, rules)
  const stored = await hashPassword(long)
  assert.equal(await passwordFits(long, stored), true)
  assert.equal(await passwordFits(`${long.slice(0, -1)}z`, stored), false)
  assert.throws(() => checkNewPassword(`${long}z`, email, rules), { code: 'validation_failed' })
})

test('short passwords are told their length', () => {
  assert.deepEqual(weakness('1234567', email, rules), {
    message: 'Password should be at least 8 characters.',
    reasons: ['length'],
  })
  assert.equal(weakness('mười2chữ', email, rules), undefined)
})

test('what guessing begins with is weak, in both languages, with or without marks', () => {
  for (const password of [
    'matkhau123',
    'MậtKhẩu123',
    'AnhYêuEm123',
    'password1',
    '12345678',
    '87654321',
    'aaaaaaaa',
    'abcdefgh',
  ]) {
    assert.deepEqual(weakness(password, email, rules)?.reasons, ['pwned'], password)
  }
  for (const password of ['quán-phở-góc-phố', 'correct horse battery', 'R7#kk02mz!']) {
    assert.equal(weakness(password, email, rules), undefined, password)
  }
})

test('the address is no password', () => {
  assert.deepEqual(weakness('Hanh.Nguyen@mocan.vn', email, rules)?.reasons, ['pwned'])
  assert.deepEqual(weakness('hanh.nguyen', email, rules)?.reasons, ['pwned'])
})

test('many hashes at once all end, off the event loop', async () => {
  let ticks = 0
  const clockwork = setInterval(() => ticks++, 5)
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, at) => hashPassword(`password no ${at}`)))
  clearInterval(clockwork)
  assert.equal(new Set(hashes).size, 12)
  assert.ok(ticks > 5, `the loop turned ${ticks} times`)
})
