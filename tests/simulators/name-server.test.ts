import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DnsSimulator, startDnsSimulator } from '#dev/simulators/dns-simulator.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import { makeTextRecords } from '#platform/outside/text-records.ts'

let dns: DnsSimulator
before(async () => {
  dns = await startDnsSimulator()
})
after(() => dns.close())

test('all records of a name, each in one piece, cut where it is endless; none where there is no such name', async () => {
  const textRecords = makeTextRecords([dns.address])
  dns.texts.set('_sen-sso.shop.example', ['v=spf1 -all', 'x'.repeat(600)])
  assert.deepEqual(
    (await textRecords('_sen-sso.shop.example')).map(text => text.length),
    [11, 600],
  )
  dns.texts.set('long.shop.example', ['y'.repeat(1200)])
  assert.deepEqual(
    (await textRecords('long.shop.example')).map(text => text.length),
    [1000],
  )
  assert.deepEqual(await textRecords('none.shop.example'), [])
})

test('a name server that fails, or has none, is told from a name without records', async () => {
  dns.fails = true
  await assert.rejects(makeTextRecords([dns.address])('_sen-sso.shop.example'), OutsideError)
  dns.fails = false
})
