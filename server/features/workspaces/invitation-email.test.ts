import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { invitationEmail } from './invitation-email.ts'

const config = readConfig({ NODE_ENV: 'test', DATA_DIR: '/tmp', PUBLIC_URL: 'https://sen.example' })
const link = 'https://sen.example/auth?invitation=abc'

function email(workspace: string, inviter = 'Nguyễn Thu Hạnh', language: 'vi' | 'en' = 'vi') {
  const { subject, text, html } = invitationEmail(config, {
    workspace,
    inviter,
    email: 'moi@shop.example',
    link,
    language,
  })
  return { subject, text, html, all: `${subject}\n${text}\n${html}` }
}

test('the shop’s name stands in quotes, wherever it stands', () => {
  const { subject, text } = email('Gốm Mộc An')
  assert.ok(subject.includes('“Gốm Mộc An”'), subject)
  assert.ok(text.includes('“Gốm Mộc An”'), text)
  assert.ok(!text.replaceAll('“Gốm Mộc An”', '').includes('Gốm Mộc An'))
})

test('a name that is a link, or sounds like a warning of ours, is left out; of the inviter too', () => {
  const lures = [
    'xem tại evil.example/qua-tang',
    'https://evil.example',
    'gọi 0903 218 447 ngay',
    'me@evil.example',
    'Bảo mật: tài khoản bị khoá',
    'CẢNH BÁO KHẨN CẤP',
    'Security alert',
    'Verify your account',
    'Sen Support',
    'Mã OTP của bạn',
  ]
  for (const lure of lures)
    for (const language of ['vi', 'en'] as const)
      for (const mail of [email(lure, 'Hạnh', language), email('Gốm Mộc An', lure, language)]) {
        const words = mail.all.replaceAll(link, '').replaceAll('&amp;', '&')
        assert.ok(!words.includes(lure), `${lure}: ${mail.subject}`)
        assert.doesNotMatch(words, /evil\.example|0903/)
      }
})

test('nothing of a name becomes markup, ends our quotes, or fills the subject', () => {
  const { subject, html } = email('Shop” <b onclick=x>xin chào “')
  assert.ok(!html.includes('<b onclick'))
  assert.equal(subject.match(/[“”]/g)?.length, 2, subject)
  assert.ok(email('a'.repeat(300)).subject.length < 160)
  assert.ok(!email('dòng một\r\nBcc: ai@do.example').subject.includes('\n'))
})
