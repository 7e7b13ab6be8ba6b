import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { bankSettings } from '#tests/drivers/bank-driver.ts'
import type { SignInDriver } from '#tests/drivers/sign-in-driver.ts'

let transfers = 7000

export async function transferToHouse(
  desk: Pick<SignInDriver, 'url' | 'platform'>,
  content: string,
  amount: number,
): Promise<void> {
  const now = desk.platform.clock.now()
  const id = ++transfers
  const raw = JSON.stringify({
    id,
    gateway: 'MBBank',
    transactionDate: new Date(now.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    accountNumber: bankSettings.BANK_ACCOUNT,
    subAccount: null,
    code: null,
    content,
    transferType: 'in',
    description: '',
    transferAmount: amount,
    accumulated: 0,
    referenceCode: `FT${id}`,
  })
  const time = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', bankSettings.SEPAY_HMAC_SECRET).update(`${time}.${raw}`).digest('hex')
  const answer = await fetch(`${desk.url}/hooks/bank/sepay`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sepay-timestamp': String(time),
      'x-sepay-signature': `sha256=${signature}`,
    },
    body: raw,
  })
  assert.equal(answer.status, 200)
  await desk.platform.jobs.drain()
}
