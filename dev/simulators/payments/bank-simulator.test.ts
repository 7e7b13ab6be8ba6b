import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startBankSimulator } from './bank-simulator.ts'

type Notice = { transactionDate?: string; data?: { transactionDateTime: string } }

test('two feeds tell one transfer, on two sides of midnight where it is wished; who asks finds it once', async t => {
  const received: Notice[] = []
  const hook = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push(JSON.parse(body) as Notice)
    response.writeHead(200).end()
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const server = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`
  const bank = await startBankSimulator({ startAt: Date.parse('2026-11-20T18:30:00Z'), server })
  t.after(async () => {
    await bank.close()
    hook.close()
  })
  const sim = (name: string, body: object) =>
    fetch(`${bank.url}/__sim/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await sim('transfer', { content: 'CB7K2M9QX5', amount: 699_000, at: 'midnight' })
  await bank.settled()
  const days = received.map(one => String(one.transactionDate ?? one.data?.transactionDateTime)).toSorted()
  assert.deepEqual(days, ['2026-11-20 23:59:59', '2026-11-21 00:00:01'])
  await fetch(bank.url, { method: 'POST', body: new URLSearchParams({ content: 'com trua', amount: '50000' }) })
  await bank.settled()
  assert.equal(received.length, 4)
  const headers = { authorization: `Bearer ${bank.keys.sepayToken}` }
  const { transactions } = (await (await fetch(`${bank.url}/userapi/transactions/list`, { headers })).json()) as {
    transactions: { amount_in: string }[]
  }
  assert.deepEqual(
    transactions.map(one => one.amount_in),
    ['699000.00', '50000.00'],
  )
  assert.equal((await sim('tell-again', { transfer: 3, feed: 'casso' })).status, 400)
})
