import { hashPassword, passwordFits } from '#supabase/auth/passwords/passwords.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { type Finding, median } from '../finding.ts'
import { startFloor } from './start-floor.ts'

const aim = 0.25
const rounds = 120
const warm = 20
const account = { email: 'chu@hatnau.example', password: 'mùa rang thứ ba 27' }

/** What a password sign-in costs apart from its hash, one after the other, in turns with the floor and with the hash alone. */
export async function benchSignIn(): Promise<Finding[]> {
  const home = await makeHome({ AUTH_AUTOCONFIRM: 'on', HUMAN_CHECK: 'off', TRUSTED_PROXIES: '127.0.0.1' })
  const floor = await startFloor('sign-in-floor.ts')
  const server = await startServer(home)
  try {
    const apikey = await readAnonKey(home)
    await post(server.url, '/auth/v1/signup', apikey, 0)
    const stored = await hashPassword(account.password)
    const signIn = '/auth/v1/token?grant_type=password'
    const times: Record<'ours' | 'floor' | 'hash', number[]> = { ours: [], floor: [], hash: [] }
    for (let round = 0; round < rounds; round++) {
      const ours = await timed(() => post(server.url, signIn, apikey, round))
      const floored = await timed(() => post(floor.url, signIn, apikey, round))
      const hash = await timed(() => passwordFits(account.password, stored))
      if (round < warm) continue
      times.ours.push(ours)
      times.floor.push(floored)
      times.hash.push(hash)
    }
    const [ours, floored, hash] = [median(times.ours), median(times.floor), median(times.hash)]
    const value = floored / Math.max(ours - hash, 0.01)
    const more = `${(ours - hash).toFixed(1)} ms of ${floored.toFixed(1)} ms; with its hash ${ours.toFixed(1)} ms`
    return [
      { name: `sign-in beside its hash, ${home.kind}`, value, unit: 'of the floor', aim, fails: value < aim / 2, more },
    ]
  } finally {
    await server.kill()
    await floor.close()
    await home.remove()
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

/** @param from varies the client address, because sign-ins from one address are limited */
async function post(url: string, path: string, apikey: string, from: number): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${from}` },
    body: JSON.stringify(account),
  })
  const body = (await response.json()) as { access_token?: string }
  if (!body.access_token) throw new Error(`Nobody was signed in: ${response.status} ${JSON.stringify(body)}`)
}
