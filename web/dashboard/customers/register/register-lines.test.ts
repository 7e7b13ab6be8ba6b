import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerVi } from '#shared/texts/privacy/register.vi.ts'
import { registerCsv, registerLines } from './register-lines.ts'

test('the register says who receives what and how long it stays, by what the shop has set', () => {
  const rules = { conversations: 24, customers: null, requests: null, files: null }
  const [answering, customers, campaigns] = registerLines(
    { channels: ['zalo'], model: 'gemini, flash', rules },
    registerVi,
  )
  assert.equal(answering?.recipients, 'đội của cửa hàng; Zalo; nhà cung cấp mô hình ngôn ngữ: gemini, flash')
  assert.equal(answering?.retained, '24 tháng.')
  assert.equal(customers?.retained, 'Giữ mãi, đến khi khách yêu cầu xoá.')
  assert.equal(campaigns?.recipients, 'đội của cửa hàng; Zalo')
  const [alone] = registerLines({ channels: [], model: null, rules }, registerVi)
  assert.equal(alone?.recipients, 'đội của cửa hàng')
  const [shorter] = registerLines({ channels: [], model: null, rules: { ...rules, files: 6 } }, registerVi)
  assert.equal(shorter?.retained, '24 tháng. Riêng hình và tệp: 6 tháng.')
  assert.match(registerCsv([answering!], registerVi, 'vi'), /"Hoạt động";"Để làm gì".*\r\n"Trả lời tin nhắn của khách"/)
})
