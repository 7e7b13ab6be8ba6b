import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, startListening } from '#tests/wire/listening.ts'
import type { Finding } from '../finding.ts'
import { type InboxSize, seedInbox } from './inbox-seed.ts'
import { type Asked, timeRounds } from './time-rounds.ts'

const limits = { page: 200, older: 150 }
const sizes: Record<'postgresql' | 'embedded', InboxSize> = {
  postgresql: { conversations: 100_000, messages: 2_000_000 },
  embedded: { conversations: 10_000, messages: 200_000 },
}

type Choice = Record<string, string>
type Server = Listening<typeof systemClock>

export async function benchInbox(): Promise<Finding[]> {
  const kind = process.env['TEST_DATABASE_URL'] ? 'postgresql' : 'embedded'
  const size = sizes[kind]
  const server = await startListening(systemClock, { LOG_LEVEL: 'silent' })
  try {
    const owner = await makeOwner(server.platform)
    const [channel] = await server.platform.db.readAsService(
      sql<{ id: string }>`select id from channels where workspace_id = ${owner.workspaceId}`,
    )
    const place = { ...owner, channelId: channel?.id ?? '' }
    const started = performance.now()
    const { long, tags } = await seedInbox(server.platform, place, size)
    const seeded = `${size.conversations} conversations, ${size.messages} messages, made in ${Math.round((performance.now() - started) / 1000)} s`
    return [
      await floorOf(server, owner, kind, seeded),
      ...(await pairsOf(server, owner, choicesOf(owner, tags, size), kind)),
      ...(await rowsOf(server, owner, long, kind)),
    ]
  } finally {
    await server.close()
  }
}

function choicesOf(owner: Owner, tags: { common: string; rare: string }, size: InboxSize): Record<string, Choice[]> {
  return {
    status: ['waiting', 'team', 'bot', 'open', 'snoozed', 'closed', 'all'].map(group => ({ group })),
    source: ['facebook', 'zalo', 'website'].map(source => ({ source })),
    bot: ['on', 'off'].map(bot => ({ bot })),
    member: ['me', 'nobody', owner.workspaceId].map(assignee => ({ assignee })),
    tag: [tags.common, tags.rare].map(tag => ({ tag })),
    unread: [{ unread: 'true' }],
    words: [
      ...['da', 'am men lam', `rx${size.conversations / 2}`, 'khac te', 'nguyen', 'khongcodau'],
      ...['khac binh cua quan', 'tran hoa don', `rx${size.conversations / 2} am`, 'da khongcodau'],
    ].map(q => ({ q })),
  }
}

async function pairsOf(server: Server, owner: Owner, all: Record<string, Choice[]>, kind: string): Promise<Finding[]> {
  const names = Object.keys(all)
  const findings: Finding[] = []
  for (const [at, one] of names.entries())
    for (const other of names.slice(at + 1)) {
      const asked = (all[one] ?? []).flatMap(a => (all[other] ?? []).map(b => ({ group: 'all', ...a, ...b })))
      findings.push(
        await measure(
          `inbox by ${one} and ${other}, ${kind}`,
          limits.page,
          asked.map(choice => {
            const path = `/api/v1/conversations?${new URLSearchParams(choice).toString()}`
            return { name: Object.values(choice).join(' + '), ask: () => read(server, owner, path) }
          }),
        ),
      )
    }
  return findings
}

async function rowsOf(server: Server, owner: Owner, long: string, kind: string): Promise<Finding[]> {
  const own = `workspace_id=eq.${owner.workspaceId}`
  const newest = 'order=last_message_at.desc,id.desc&limit=50'
  const longestWait = 'lane=eq.waiting&waiting_since=not.is.null&order=waiting_since,id&limit=50'
  const groups = [
    longestWait,
    ...['lane=eq.team', 'lane=eq.bot', 'status=eq.closed'].map(group => `${group}&${newest}`),
  ]
  const pages = groups.map(group => `/rest/v1/conversations?select=*&${own}&${group}`)
  const older = [5000, 3000, 1000].map(
    seq => `/rest/v1/messages?select=*&${own}&conversation_id=eq.${long}&seq=lt.${seq}&order=seq.desc&limit=50`,
  )
  const asked = (paths: string[]) => paths.map(path => ({ name: path, ask: () => read(server, owner, path) }))
  return [
    await measure(`inbox without filters, ${kind}`, limits.page, asked(pages)),
    await measure(`older messages, ${kind}`, limits.older, asked(older)),
  ]
}

async function floorOf(server: Server, owner: Owner, kind: string, more: string): Promise<Finding> {
  const ask = () =>
    server.platform.db.readAsService(
      sql`select * from conversations where workspace_id = ${owner.workspaceId} order by last_message_at desc, id desc limit 50`,
    )
  const found = await measure(`a page of rows by its index, ${kind}`, limits.page, [{ name: '', ask }])
  return { ...found, aim: undefined, fails: false, more }
}

async function measure(name: string, limit: number, asked: Asked[]): Promise<Finding> {
  const times = await timeRounds(asked)
  times.sort((a, b) => a.ms - b.ms)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  const value = at(0.95)?.ms ?? Number.NaN
  const slowest = times.at(-1)
  const more = `p50 ${(at(0.5)?.ms ?? 0).toFixed(1)} ms, slowest ${(slowest?.ms ?? 0).toFixed(0)} ms (${slowest?.name ?? ''})`
  return { name, value, unit: 'ms p95', aim: limit, fails: value > limit, more }
}

async function read(server: Server, owner: Owner, path: string): Promise<unknown> {
  const headers = { ...owner.headers, apikey: server.platform.tokens.anonKey, 'x-workspace': owner.workspaceId }
  const answer = await fetch(`${server.url}${path}`, { headers })
  const body: unknown = await answer.json()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
  return body
}
