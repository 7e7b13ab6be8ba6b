import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { codeEmail, emailChangedEmail, type LinkKind, linkEmail } from './mails.ts'
import { madeUser } from '../users/users.ts'

const config = readConfig({ PUBLIC_URL: 'https://sen.example' })
const link = 'https://sen.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fsen.example%2F'

function emailTo(name: string, language: 'vi' | 'en' = 'vi', kind: LinkKind = 'signup') {
  const data = { full_name: name }
  const user = madeUser({ id: '1', email: 'hanh@mocan.vn', passwordHash: '', data, confirmed: false }, new Date(0))
  const changing = { ...user, email_change: 'moi@mocan.vn' }
  return linkEmail(config, { kind, email: user.email, language }, changing, link, '123456')
}

test('the letter says the same as HTML and as plain text, in both languages', () => {
  const vietnamese = emailTo('Nguyễn Thu Hạnh')
  assert.equal(vietnamese.to, 'hanh@mocan.vn')
  assert.equal(vietnamese.subject, 'Xác nhận e-mail của bạn')
  for (const text of [vietnamese.text, vietnamese.html]) {
    assert.match(text, /Chào Nguyễn Thu Hạnh, xác nhận e-mail giúp Sen/)
    assert.match(text, /trong 60 phút/)
    assert.match(text, /123456/)
  }
  assert.ok(vietnamese.text.includes(link))
  assert.ok(vietnamese.html.includes(`href="${link.replaceAll('&', '&#38;')}"`))
  assert.ok(vietnamese.html.includes('src="https://sen.example/brand/mail-mark.png"'))
  const english = emailTo('Hanh', 'en', 'recovery')
  assert.match(english.html, /<html lang="en">/)
  assert.match(english.text, /Hello Hanh, reset your password here/)
  assert.ok(!/\{\w+\}/.test(english.text + english.html + vietnamese.text + vietnamese.html))
})

test('a name is text, and an advertisement is no name', () => {
  assert.match(emailTo("Đỗ D'Arc").html, /Chào Đỗ D&#39;Arc,/)
  for (const name of [
    '<b>Win</b>',
    'Visit evil.example now',
    'https://evil.example',
    'x'.repeat(61),
    'a\r\nBcc: all@shop.example',
    '',
  ]) {
    const { html, text, subject } = emailTo(name)
    assert.match(text, /^Xác nhận e-mail giúp Sen/)
    assert.ok(!html.includes('evil') && !html.includes('<b>') && !html.includes('Bcc'))
    assert.equal(subject, 'Xác nhận e-mail của bạn')
  }
})

test('every kind has its own words in both languages, and no place is left open', () => {
  const kinds: LinkKind[] = ['signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new']
  for (const language of ['vi', 'en'] as const) {
    const mails = kinds.flatMap(kind => [emailTo('Nguyễn Thu Hạnh', language, kind), emailTo('', language, kind)])
    assert.equal(new Set(mails.map(mail => mail.subject)).size, kinds.length)
    for (const { subject, text, html } of mails) {
      assert.ok(text.includes(link) && text.includes('123456'))
      assert.ok(!/\{\w+\}/.test(subject + text + html), subject)
    }
    const user = madeUser({ id: '1', email: 'cu@mocan.vn', passwordHash: '', data: {}, confirmed: true }, new Date(0))
    const digits = codeEmail(config, { kind: 'reauthentication', email: user.email, language }, user, '987654')
    assert.match(digits.text, /987654/)
    assert.ok(!digits.html.includes('/auth/v1/'))
    const moved = emailChangedEmail(config, language, user, 'moi@mocan.vn')
    assert.equal(moved.to, 'cu@mocan.vn')
    assert.match(moved.text, /moi@mocan\.vn/)
    for (const { subject, text, html } of [digits, moved]) assert.ok(!/\{\w+\}/.test(subject + text + html))
  }
  assert.ok(!emailTo('', 'vi', 'email_change_new').text.includes('hanh@mocan.vn'), 'a mistyped address learns no other')
})
