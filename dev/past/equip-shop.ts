import { createHmac } from 'node:crypto'
import { demoDocuments } from '../demo-shop-texts.ts'
import { connectPage } from '../messenger-shop.ts'
import { shopName } from '../shop-accounts.ts'
import { connectAccount } from '../zalo-shop.ts'
import type { Person } from './people.ts'
import { cannedReplies } from './talks.ts'
import { type Past, settle, withJobs } from './shop-of-the-past.ts'

export const bankOfThePast = {
  BANK_BIN: '970422',
  BANK_ACCOUNT: '0900000001',
  BANK_HOLDER: 'CONG TY SEN',
  SEPAY_HMAC_SECRET: 'sepay_demo_secret',
}

export async function equipShop(past: Past, owner: Person): Promise<{ widget: string }> {
  await owner.act('PATCH', '/workspace', { name: shopName })
  await buyPlan(past, owner)
  for (const one of cannedReplies) await owner.act('POST', '/canned-replies', one)
  await teach(past, owner)
  const { host } = new URL(past.shopPage)
  const { account_id: widget } = await owner.act<{ account_id: string }>('POST', '/channels/websites', {
    domains: [host],
    name: shopName,
  })
  await past.messenger.registerWebhook(`${past.url}/hooks/facebook`, past.platform.config.FACEBOOK_VERIFY_TOKEN)
  past.zalo.deliveries.url = `${past.url}/hooks/zalo`
  await withJobs(past, connectPage(past.url, owner))
  await withJobs(past, connectAccount(past.url, owner))
  await settle(past)
  return { widget }
}

/** Paid for a year, so that no trial ends in these weeks. */
async function buyPlan(past: Past, owner: Person): Promise<void> {
  const order = await owner.act<{ memo_code: string; due: number }>('POST', '/orders', {
    plan: 'pro',
    interval: 'year',
    method: 'bank',
  })
  const now = past.platform.clock.now().getTime()
  const raw = JSON.stringify({
    id: 1,
    gateway: 'MBBank',
    transactionDate: new Date(now + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    accountNumber: bankOfThePast.BANK_ACCOUNT,
    subAccount: null,
    code: null,
    content: order.memo_code,
    transferType: 'in',
    description: '',
    transferAmount: order.due,
    accumulated: 0,
    referenceCode: 'FT1',
  })
  const time = Math.floor(now / 1000)
  const signature = createHmac('sha256', bankOfThePast.SEPAY_HMAC_SECRET).update(`${time}.${raw}`).digest('hex')
  const answer = await fetch(`${past.url}/hooks/bank/sepay`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sepay-timestamp': String(time),
      'x-sepay-signature': `sha256=${signature}`,
    },
    body: raw,
  })
  if (!answer.ok) throw new Error(`The transfer was answered ${answer.status}`)
  await settle(past)
}

async function teach(past: Past, owner: Person): Promise<void> {
  for (const [name, text] of Object.entries(demoDocuments)) await owner.upload(name, text)
  await withJobs(past, waitForSources(owner, Object.keys(demoDocuments).length))
}

async function waitForSources(owner: Person, count: number): Promise<void> {
  for (;;) {
    const rows = await owner.rows<{ status: string; reason: string }>('sources?select=status,reason')
    const failed = rows.find(row => row.status === 'failed')
    if (failed) throw new Error(`A document could not be read: ${failed.reason}`)
    if (rows.filter(row => row.status === 'processed').length >= count) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
