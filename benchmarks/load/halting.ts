import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openVisitor } from '#dev/visitor-client.ts'
import { liftLimits } from '#tests/setup/lift-limits.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'
import { openShop } from '#tests/fixtures/shop.ts'
import type { Finding } from '../finding.ts'

const aimMs = 250
const callers = 10
const calmMs = 5000
const attackMs = 20_000
const patterns = Array.from({ length: 20 }, (_, at) => `text.like.*${'a'.repeat(170 + at)}b*`)
const worst = `lines?select=id&or=(${patterns.join(',')})`
const lines = `create table lines (id int primary key, text text not null);
  insert into lines select n, repeat('a', 1190) from generate_series(1, 8000) n;
  grant select on lines to anon; analyze lines;`

type Felt = { health: number[]; message: number[]; read: number[] }

export async function benchHalting(): Promise<Finding[]> {
  // The visitors' proof of work would run on this same machine.
  const home = await makeHome({ TRUSTED_PROXIES: '127.0.0.1,::1', HUMAN_CHECK: 'off' })
  liftLimits(home)
  appendFileSync(home.settings['TEST_SEED_SQL'] ?? '', lines)
  const server = await startServer(home)
  try {
    const { owner, page, anonKey } = await openShop(home, server)
    await owner.act('POST', '/bot/pause')
    const ask = async (of: number, query: string) => {
      const headers = { apikey: anonKey, 'x-forwarded-for': `203.0.113.${of}` }
      const answer = await fetch(`${server.url}/rest/v1/${encodeURI(query)}`, { headers })
      await answer.arrayBuffer()
      return answer.status
    }
    const visitors = await Promise.all(Array.from({ length: 40 }, () => openVisitor(server.url, page)))
    let sent = 0
    const feel = (ms: number) =>
      feelFor(ms, {
        health: () => fetch(`${server.url}/healthz`),
        message: () => visitors[sent % visitors.length]?.say(`Chào shop ${sent++}`),
        read: () => owner.rows('sources?select=id,title&limit=20'),
      })
    const calm = await feel(calmMs)
    let over = false
    const reportedAt = new Map<number, number>()
    const attack = Array.from({ length: callers }, async (_, of) => {
      while (!over) {
        const status = await ask(of + 1, worst)
        reportedAt.set(status, (reportedAt.get(status) ?? 0) + 1)
        if (status === 429) await wait(20)
      }
    })
    const felt = await feel(attackMs)
    over = true
    await Promise.all(attack)
    const answers = [...reportedAt].map(([status, times]) => `${times} times ${status}`).join(', ')
    return (['health', 'message', 'read'] as const).map(what => ({
      name: `halting: ${names[what]}, p99, ${home.kind}`,
      value: at(felt[what], 0.99),
      unit: 'ms',
      aim: aimMs,
      fails: at(felt[what], 0.99) > aimMs * 4,
      more: `p50 ${at(felt[what], 0.5)} ms; calm p50 ${at(calm[what], 0.5)}, p99 ${at(calm[what], 0.99)} ms; the ten heard ${answers}`,
    }))
  } finally {
    await server.kill()
    await home.remove()
  }
}

const names = { health: '/healthz', message: 'a message of the chat box', read: 'a row of another reader' }

async function feelFor(ms: number, acts: Record<keyof Felt, () => Promise<unknown> | undefined>): Promise<Felt> {
  const felt: Felt = { health: [], message: [], read: [] }
  const began = performance.now()
  await Promise.all(
    (['health', 'message', 'read'] as const).map(async what => {
      while (performance.now() - began < ms) {
        const before = performance.now()
        await acts[what]()
        felt[what].push(performance.now() - before)
        await wait(30)
      }
    }),
  )
  return felt
}

function at(times: number[], share: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)
}
