import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signInOwner, until } from '#dev/shop-client.ts'
import { openVisitor } from '#dev/visitor-client.ts'
import { openShop, type Shop } from '#tests/fixtures/shop.ts'
import { freePort, type Home, startServer } from '#tests/setup/server-process.ts'
import { owner } from './fill.ts'

type StoredShop = Omit<Shop, 'owner'> & { workspaceId: string; channelId: string }

async function homeIn(folder: string, url: string): Promise<Home> {
  const dataDir = join(folder, 'home')
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    PORT: String(port),
    DATABASE_URL: url,
    HUMAN_CHECK: 'off',
  }
  return { dataDir, port, settings, kind: 'postgresql', remove: async () => {} }
}

/** The program migrates the database and opens the first shop; later calls find it. */
export async function firstShop(folder: string, url: string): Promise<StoredShop> {
  const file = join(folder, 'shop.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as StoredShop
  const home = await homeIn(folder, url)
  const server = await startServer(home)
  const { owner: who, account, page, anonKey } = await openShop(home, server)
  const [channel] = await who.rows<{ id: string }>('channels?select=id')
  await server.stop()
  await owner(url, ['update public.plans set messages = null, campaigns = null, connections = null'])
  const shop = { account, page, anonKey, workspaceId: who.workspaceId, channelId: channel?.id ?? '' }
  writeFileSync(file, JSON.stringify(shop))
  return shop
}

const groups = ['waiting', 'team', 'bot', 'open', 'snoozed', 'closed', 'all']
const words = ['men lam', 'hoa don', 'quan 7', '4711', 'khach 30', 'khongco']

/** What people and timers ask of it. @returns milliseconds by what was asked, the slowest first */
export async function workProgram(folder: string, url: string): Promise<[string, number][]> {
  const { account, page, anonKey } = await firstShop(folder, url)
  const home = await homeIn(folder, url)
  const server = await startServer(home)
  const times = new Map<string, number>()
  const timed = async <T>(name: string, ask: () => Promise<T>): Promise<T | undefined> => {
    const began = performance.now()
    const answer = await ask().catch(
      (error: Error) => void times.set(`${name}: ${error.message.slice(0, 120)}`, performance.now() - began),
    )
    if (answer !== undefined) times.set(name, Math.max(times.get(name) ?? 0, performance.now() - began))
    return answer ?? undefined
  }
  try {
    const who = await signInOwner(server.url, anonKey, account)
    if (!who) throw new Error('Nobody could sign in.')
    const own = `workspace_id=eq.${who.workspaceId}`
    const get = (path: string) => timed(path, () => who.act<object>('GET', path))
    const rows = (query: string) => timed(query, () => who.rows<{ id: string }>(query))
    for (let round = 0; round < 3; round++) {
      for (const group of groups) await get(`/conversations?group=${group}`)
      for (const q of words) await get(`/conversations?${new URLSearchParams({ group: 'all', q }).toString()}`)
      for (const path of [
        '/statistics',
        '/statistics?from=2026-01-01&to=2026-11-30',
        '/brief',
        '/customers',
        '/customers?q=khach',
        '/segments',
        '/usage',
      ])
        await get(path)
      const newest = await rows(`conversations?select=*&${own}&order=last_message_at.desc,id.desc&limit=50`)
      const talk = newest?.[0]?.id ?? ''
      await timed('messages of a conversation', () =>
        who.rows(`messages?select=*&${own}&conversation_id=eq.${talk}&order=seq.desc&limit=50`),
      )
      await timed('answers of a conversation', () =>
        who.rows(`answers?select=*&${own}&conversation_id=eq.${talk}&limit=50`),
      )
      for (const table of [
        'channels',
        'sources',
        'members',
        'notifications',
        'dead_letters',
        'intents',
        'unanswered_questions',
      ])
        await rows(`${table}?select=*&limit=50`)
      await timed('a visitor’s message, answered', async () => {
        const visitor = await openVisitor(server.url, page)
        await visitor.say('phí ship đi Hà Nội bao nhiêu ạ?')
        return visitor.answers()
      })
    }
    // Every timer once, as if a day had passed.
    await owner(url, [`update private.timers set next_run_at = now() - interval '1 second'`])
    await until(
      'the timers',
      async () => {
        const [left] = await owner(url, [`select count(*)::int as count from private.timers where next_run_at < now()`])
        return left?.['count'] === 0 || undefined
      },
      120,
    ).catch((error: Error) => times.set(error.message, 120_000))
    await until(
      'the jobs',
      async () => {
        const [left] = await owner(url, [`select count(*)::int as count from private.jobs where run_at < now()`])
        return left?.['count'] === 0 || undefined
      },
      60,
    ).catch((error: Error) => times.set(error.message, 60_000))
    const problems = server
      .output()
      .split('\n')
      .filter(line => line.includes('"level":"error"') || line.includes('busy'))
    for (const line of problems.slice(0, 20)) times.set(line.slice(0, 300), Number.NaN)
  } finally {
    await server.stop()
  }
  return [...times].toSorted(([, one], [, other]) => other - one)
}
