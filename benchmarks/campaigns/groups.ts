// What members ask of many customers: the list of them, and how many are in a group.
import { countSegment } from '#features/customers/segments/count-segment.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { SegmentCondition, SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { routeNames } from '#shared/rules/campaigns/send-question.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { startListening } from '#tests/wire/listening.ts'
import type { Finding } from '../finding.ts'
import { onDisk } from '../on-disk.ts'
import { at, call, customers, daylight, type Shop } from './bench-shop.ts'
import { seedCampaigns } from './campaigns-seed.ts'
import { type Asked as Seeded, seedGroups } from './groups-seed.ts'
import { type Asked, timeRounds } from './time-rounds.ts'

const aims = { list: 200, count: 500 }

export async function benchGroups(): Promise<Finding[]> {
  const kind = process.env['TEST_DATABASE_URL'] ? 'postgresql' : 'embedded'
  const server = await startListening(daylight(), { LOG_LEVEL: 'silent' }, kind === 'embedded' ? onDisk() : undefined)
  try {
    const owner = await makeOwner(server.platform)
    const { workspaceId } = owner
    const started = performance.now()
    const made = await seedCampaigns(server.platform, { workspaceId, customers })
    const seeded = await seedGroups(server.platform, workspaceId)
    const seconds = Math.round((performance.now() - started) / 1000)
    const shop = { ...made, owner, server }
    const list = await measure(`list of customers, ${kind}`, aims.list, listed(shop))
    const counts = await measure(`counts of groups, ${kind}`, aims.count, counted(shop, seeded))
    return [{ ...list, more: `${list.more}; ${customers} customers, made in ${seconds} s` }, counts]
  } finally {
    await server.close()
  }
}

function listed(shop: Shop): Asked[] {
  const where = (definition: object) => ({ where: JSON.stringify(definition) })
  const choices: Record<string, Record<string, string>> = {
    all: {},
    consent: { consent: 'given' },
    refused: { consent: 'refused' },
    source: { source: 'website' },
    tag: where({ by: 'tag', id: shop.tagId }),
    'common word': { q: 'khach' },
    'rare word': { q: 'khach 77777' },
    nobody: { q: 'khongcodau' },
  }
  return Object.entries(choices).map(([name, choice]) => ({
    name,
    ask: () => call(shop, 'GET', `customers?${new URLSearchParams(choice).toString()}`),
  }))
}

/** Each kind of condition, or the build fails. */
function conditions(shop: Shop, seeded: Seeded): Record<SegmentCondition['by'], Record<string, object>> {
  const days = { within_days: 30 }
  const runs = (state: string) => ({ id: seeded.sequence, state })
  const consent = (state: string) => ({ purpose: 'promotion', state })
  return {
    tag: { '': { id: shop.tagId } },
    channel: { '': { id: shop.channelId } },
    source: { website: { kind: 'website' }, zalo: { kind: 'zalo' } },
    route: Object.fromEntries(routeNames.map(route => [route, { route }])),
    language: { vi: { language: 'vi' }, en: { language: 'en' } },
    last_seen: { '': days },
    created: { '': days },
    last_reply: { '': days, 'long ago': { over_days: 30 } },
    detail: { '': { kind: 'phone' } },
    field: { number: { id: seeded.field, between: [5, null] }, day: { id: seeded.day, last_days: 30 } },
    import: { '': { id: seeded.import } },
    got: { '': { id: seeded.broadcast } },
    answered: { '': { id: seeded.broadcast } },
    sequence: { finished: runs('finished'), never: runs('never') },
    consent: { given: consent('given'), none: consent('none') },
    status: { open: { status: 'open' }, waiting: { status: 'waiting' } },
    assignee: { nobody: { person: 'nobody' } },
    sentiment: { '': { sentiment: 'negative' } },
  }
}

function counted(shop: Shop, seeded: Seeded): Asked[] {
  const each = Object.entries(conditions(shop, seeded)).flatMap(([by, more]) =>
    Object.entries(more).map(([name, rest]) => [`${by} ${name}`.trim(), { by, ...rest }] as const),
  )
  const tagged = { by: 'tag', id: shop.tagId }
  const together = {
    all: { all: [] },
    'three together': {
      all: [tagged, { by: 'consent', purpose: 'promotion', state: 'none' }, { not: { by: 'status', status: 'open' } }],
    },
    'one of three': { any: [tagged, { by: 'language', language: 'en' }, { by: 'got', id: seeded.broadcast }] },
  }
  const { workspaceId } = shop.owner
  return [...each, ...Object.entries(together)].map(([name, definition]) => ({
    name,
    // A different member each time, because a member's database time is limited.
    ask: () =>
      countSegment(shop.server.platform, { workspaceId, personId: newId(), role: 'admin' } as Caller, {
        definition: definition as SegmentNode,
      }),
  }))
}

/** The p95 of all, or the slowest one's median: one of forty kinds is less than a twentieth. */
async function measure(name: string, aim: number, asked: Asked[]): Promise<Finding> {
  const times = await timeRounds(asked)
  const p95 = at(
    times.map(({ ms }) => ms),
    0.95,
  )
  const medians = asked
    .map(one => ({
      name: one.name,
      ms: at(
        times.filter(time => time.name === one.name).map(({ ms }) => ms),
        0.5,
      ),
    }))
    .toSorted((a, b) => b.ms - a.ms)
  const value = Math.max(p95, medians[0]?.ms ?? 0)
  const slowest = medians.slice(0, 6).map(one => `${one.name} ${one.ms.toFixed(0)} ms`)
  return { name, value, unit: 'ms p95', aim, fails: !(value <= aim), more: `slowest by median: ${slowest.join(', ')}` }
}
