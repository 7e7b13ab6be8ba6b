import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signUpOwner } from '#dev/shop-client.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { type Finding, median } from '../finding.ts'
import { startFloor } from './start-floor.ts'
import type { ReadOrder, ReadResult } from './load-reads.ts'
import { openRows, seedRows } from './rows-seed.ts'

const aims = { key: 0.5, person: 0.3 }
const connections = 32
const runMs = 4000
const runs = 3

/** Rows by key (public key, then a person's session) against bare fastify with the same statement, run in turns. */
export async function benchRows(): Promise<Finding[]> {
  const home = await makeHome()
  const floor = await startFloor('rows-floor.ts')
  const seed = join(home.dataDir, 'seed.sql')
  writeFileSync(seed, `${seedRows}${openRows}`)
  home.settings['TEST_SEED_SQL'] = seed
  const server = await startServer(home)
  try {
    const apikey = await readAnonKey(home)
    const account = { email: 'chu@hatnau.example', password: 'mùa rang thứ ba 27', name: 'Trần Mai Hạnh' }
    const owner = await signUpOwner(server.url, apikey, join(home.dataDir, 'mail'), account)
    const bearer = `Bearer ${owner.accessToken}`
    const results: Record<'floor' | 'key' | 'person', ReadResult[]> = { floor: [], key: [], person: [] }
    for (let run = -1; run < runs; run++) {
      const ms = run < 0 ? runMs / 2 : runMs
      const floored = await load(floor.url, {}, ms)
      const keyed = await load(server.url, { apikey }, ms)
      const personal = await load(server.url, { apikey, authorization: bearer }, ms)
      if (run < 0) continue
      results.floor.push(floored)
      results.key.push(keyed)
      results.person.push(personal)
    }
    return [
      finding(`rows by key with the public key, ${home.kind}`, aims.key, results.key, results.floor),
      finding(`rows by key as a person, ${home.kind}`, aims.person, results.person, results.floor),
    ]
  } finally {
    await server.kill()
    await floor.close()
    await home.remove()
  }
}

function finding(name: string, aim: number, ours: ReadResult[], floors: ReadResult[]): Finding {
  const perSecond = ({ read, ms }: ReadResult) => read / (ms / 1000)
  const ratio = median(ours.map((result, index) => perSecond(result) / perSecond(floors[index] ?? result)))
  const rates = [ours, floors].map(results => Math.round(median(results.map(perSecond))))
  const more = `${rates[0]}/s of ${rates[1]}/s; p50 ${median(ours.map(r => r.p50))} ms, p99 ${median(ours.map(r => r.p99))} ms`
  return { name, value: ratio, unit: 'of the floor', aim, fails: ratio < aim / 2, more }
}

async function load(url: string, headers: Record<string, string>, ms: number): Promise<ReadResult> {
  const addresses = Array.from({ length: 997 }, (_, at) => `${url}/rest/v1/things?id=eq.${at * 7 + 1}`)
  const child = fork(join(import.meta.dirname, 'load-reads.ts'))
  child.send({ addresses, headers, connections, ms } satisfies ReadOrder)
  const [result] = (await once(child, 'message')) as [ReadResult]
  child.disconnect()
  if (result.refused.length > 0) throw new Error(`Reads were refused: ${result.refused.join('; ')}`)
  return result
}
