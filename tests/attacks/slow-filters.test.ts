// Realtime filters run on every changed row: slow subscribers are cut off, the others keep receiving.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { currentTime, withinTimeOf } from '#platform/http/caller-time.ts'
import { programForTests } from '#tests/setup/program.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { openLine } from './live-line.ts'
import { teachManyPassages } from './many-passages.ts'

const changed = 100

describe('filters that are patterns', () => {
  const program = programForTests({ listen: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  let owner: Owner
  let member: Owner

  before(async () => {
    owner = await makeOwner(program.platform)
    member = await makeMember(program.platform, owner)
    await teachManyPassages(program.platform, owner)
    await program.platform.changes.start()
  })

  const takenBy = ({ personId }: Owner) =>
    withinTimeOf(program.platform, personId, async () => currentTime()?.taken() ?? 0)
  const open = (address: string) => openLine(program.origin, program.platform.tokens.anonKey, address)
  const tokenOf = ({ headers }: Owner) => headers.authorization.slice('Bearer '.length)
  const hearing = (filters: (string | undefined)[]) => ({
    postgres_changes: filters.map(filter => ({ event: '*', schema: 'public', table: 'passages', filter })),
  })

  test('are paid for by who sent them', async () => {
    const [line, costly] = await Promise.all([open('192.0.2.1'), open('192.0.2.2')])
    assert.equal(await line.join('room', hearing([undefined, 'text=like.a%']), tokenOf(owner)), 'ok')
    const numbers = Array.from({ length: 1000 }, (_, n) => `text=like.%${'a'.repeat(170)}b${n}%`)
    const filters = Array.from({ length: 100 }, (_, n) => numbers.slice(n * 10, n * 10 + 10).join(','))
    for (let from = 0; from < filters.length; from += 25)
      assert.equal(await costly.join(`room ${from}`, hearing(filters.slice(from, from + 25)), tokenOf(member)), 'ok')
    await runAsOwner(program.platform, `update passages set live = live where position <= ${changed}`)
    assert.equal(await costly.ended, 1013)
    assert.ok((await takenBy(member)) > 1000, 'of its own time')
    assert.ok((await takenBy(owner)) < 1000)
    const receivedChanges = () =>
      line.sent.filter(([, , , event]) => event === 'postgres_changes').map(([, , , , change]) => change)
    while (receivedChanges().length < changed) await wait(10)
    assert.ok(
      receivedChanges().every(change => (change as { ids?: number[] }).ids?.join() === '1,2'),
      'both of its own bindings',
    )
    await line.close()
  })
})
