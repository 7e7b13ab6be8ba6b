// Several shops side by side, on one clock and database.
import { sql } from 'kysely'
import { runSequences } from '#features/broadcasts/sequences/run-sequences.ts'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { fakeClock, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Snapshot } from '#server/test-engines.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { type Act, type LogEntry, step, type Story, type Timed, type Who } from './acts.ts'
import { type Kinds, type Opened, openShop } from './open-shop.ts'
import { actsOf, type ShopOfDays } from './shop-of-days.ts'

type Living = ShopOfDays & Story & { rest: { at: number; act: Act }[]; over: boolean }

/** Shared initial state, because building it takes longer than most random days. */
type Begun = { snapshot: Snapshot; shops: { opened: Opened; log: LogEntry[] }[]; at: Date; turn: number }

const settings = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
const begun = new Map<number, Promise<Begun>>()

export async function liveDays(all: readonly Timed[][]): Promise<Story[]> {
  if (!begun.has(all.length)) begun.set(all.length, begin(all.length))
  const { snapshot, shops, at, turn } = (await begun.get(all.length)) as Begun
  const platform = await testPlatform({ settings, snapshot, clock: fakeClock(at.toISOString()) })
  try {
    return await new Days(platform, turn).live(shops, all)
  } finally {
    await platform.close()
  }
}

export async function forgetBegun(): Promise<void> {
  for (const one of begun.values()) await (await one).snapshot.discard()
  begun.clear()
}

async function begin(count: number): Promise<Begun> {
  const platform = await testPlatform({ settings })
  const days = new Days(platform)
  const shops = await days.first(count)
  const { at, turn } = days
  return { shops, at, turn, snapshot: await platform.takeSnapshot() }
}

class Days {
  private readonly platform: TestPlatform
  private readonly kinds: Kinds
  private readonly shops = new Map<string, Living>()
  private readonly onPages = new Set<string>()
  private readFrom = new Date(0)
  turn: number

  constructor(platform: TestPlatform, turn = 0) {
    this.platform = platform
    this.turn = turn
    this.kinds = { facebook: scriptedKind('facebook'), zalo: scriptedKind('zalo') }
    this.kinds.facebook.marketing = {
      makeCampaign: async () => ({ is: 'made', externalId: newId() }),
      readEstimate: async () => {},
    }
    // Not read here, and slow.
    for (const aside of ['fetch profile', 'send mail', 'mail notifications'])
      platform.jobs.handle(aside, () => Promise.resolve())
    for (const kind of Object.values(this.kinds))
      kind.send = async (
        _platform,
        { workspaceId },
        { to, content, template, marketing, permit },
      ): Promise<SendOutcome> => {
        const text = template?.values['tin'] ?? (content.type === 'text' ? content.text : '')
        const what = { paid: marketing !== undefined, template: template !== undefined, mayCost: permit === 'paid' }
        const shop = this.shops.get(workspaceId)
        const arrived = !/Tin \d/.test(text) || !shop?.refusesNext.delete(kind.name)
        shop?.left.push({ at: this.now(), turn: this.turn++, who: to.userId, text, ...what, arrived })
        if (!arrived) return { outcome: 'failed', class: 'permanent', code: `${kind.name}.refused` }
        return { outcome: 'sent', externalId: newId() }
      }
  }

  get at(): Date {
    return this.platform.clock.now()
  }

  async first(count: number): Promise<Begun['shops']> {
    await this.rows(sql`update plans set active_sequences = 7 where code = 'trial'`)
    const opened: Opened[] = []
    for (let at = 0; at < count; at++) opened.push(await openShop(this.platform, this.kinds, opened[0]))
    const living = this.enter(opened.map(one => ({ opened: one, log: [] })))
    await this.settle()
    // Two agreed the day before; the subscriber is reachable by paid messages.
    await this.together(living, [is('writes', 'u3'), is('writes', 'z1'), is('writes', 'w1')])
    await this.together(living, [is('agrees', 'u3'), is('agrees', 'z1'), is('agrees', 'w1'), is('subscribes', 'u3')])
    this.platform.clock.advance(hours(25))
    await this.together(living, [is('writes', 'u0'), is('writes', 'u1'), is('writes', 'z0'), is('writes', 'w0')])
    await this.together(living, [is('agrees', 'u0'), is('agrees', 'z0'), is('agrees', 'w0')])
    return living.map(({ log }, at) => ({ opened: opened[at] as Opened, log }))
  }

  async live(shops: Begun['shops'], all: readonly Timed[][]): Promise<Story[]> {
    const living = this.enter(shops)
    for (const [at, shop] of living.entries()) {
      shop.rest = laid(all[at] ?? [], this.now())
      shop.until = (shop.rest.at(-1)?.at ?? this.now()) + hours(2)
    }
    while (living.some(shop => !shop.over)) {
      const next = Math.min(...living.flatMap(({ over, rest, until }) => (over ? [] : [rest[0]?.at ?? until])))
      await this.pass(next)
      for (const shop of living) await this.go(shop)
      await this.settle()
    }
    return living.map(({ log, left, until }) => ({ log, left, until }))
  }

  private enter(shops: Begun['shops']): Living[] {
    return shops.map(({ opened, log }) => {
      const acts = actsOf(this.platform, this.kinds, opened)
      const shop: Living = { ...acts, log: [...log], left: [], rest: [], until: 0, over: false }
      this.shops.set(shop.workspaceId, shop)
      return shop
    })
  }

  private async go(shop: Living): Promise<void> {
    const [next] = shop.rest
    if (next && next.at <= this.now()) {
      shop.rest.shift()
      await this.happen(shop, next.act)
    } else if (!next && !shop.over && shop.until <= this.now()) {
      shop.over = true
      await this.rows(sql`update broadcasts set status = 'cancelled' where workspace_id = ${shop.workspaceId}`)
      await this.rows(sql`update sequences set status = 'ended' where workspace_id = ${shop.workspaceId}`)
    }
  }

  private async together(living: Living[], acts: Act[]): Promise<void> {
    for (const shop of living) for (const act of acts) await this.happen(shop, act)
    await this.settle()
  }

  private async happen(shop: Living, act: Act): Promise<void> {
    const happened = await shop.happen(act)
    if (happened) shop.log.push({ at: this.now(), turn: this.turn++, act, ...happened })
  }

  private now(): number {
    return this.platform.clock.now().getTime()
  }

  private async rows<T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> {
    return (await this.platform.db.asService(null, tx => statement.execute(tx))).rows
  }

  private async pass(to: number): Promise<void> {
    while (this.now() < to) {
      const due = await this.nextDue()
      const soonest = Math.max(due, this.now() + 1)
      const at = Math.min(to, to - Math.floor((to - soonest) / step) * step)
      this.platform.clock.advance(at - this.now())
      if (due <= at) await this.look()
    }
  }

  /** The next job, sequence step, or query about an unconfirmed message. */
  private async nextDue(): Promise<number> {
    const [found] = await this.rows(
      sql<{ at: number | null }>`select extract(epoch from least((select min(run_at) from private.jobs),
        (select min(coalesce(r.next_at, r.since + interval '121 seconds')) from private.sequence_runs r
          join sequences s on s.id = r.sequence_id and s.status = 'active' where r.ended_at is null)))::float8 * 1000 as at`,
    )
    return found?.at ?? Infinity
  }

  /** Everything made in one look has been sent and recorded by its end. */
  private async look(): Promise<void> {
    await this.platform.jobs.drain()
    await runSequences(this.platform)
    await this.platform.jobs.drain()
    await this.readPages()
  }

  /** What visitors of the shops' websites see: nothing is called for it. */
  private async readPages(): Promise<void> {
    const seen = await this.rows(
      sql<{
        id: string
        workspace_id: string
        who: string
        text: string
      }>`select m.id, m.workspace_id, c.external_id as who, m.text
        from messages m join channels h on h.id = m.channel_id and h.kind = 'website'
        join conversations v on v.id = m.conversation_id join contacts c on c.id = v.contact_id
        where m.direction = 'out' and m.created_at >= ${this.readFrom} and m.status in ('sent', 'delivered', 'read')
        order by m.created_at, m.seq`,
    )
    this.readFrom = this.at
    for (const { id, workspace_id: workspaceId, who, text } of seen) {
      if (this.onPages.has(id)) continue
      this.onPages.add(id)
      const what = { paid: false, template: false, mayCost: false, arrived: true }
      this.shops.get(workspaceId)?.left.push({ at: this.now(), turn: this.turn++, who, text, ...what })
    }
  }

  private async settle(): Promise<void> {
    await this.platform.jobs.drain()
    await this.readPages()
    await this.rows(sql`with none as (delete from private.jobs where key like 'answer:%')
      update conversations set waiting_since = null where waiting_since is not null`)
  }
}

const is = (what: 'writes' | 'agrees' | 'subscribes', who: Who): Act => ({ is: what, who })

function laid(days: Timed[], from: number): Living['rest'] {
  let at = from
  return days.map(({ wait, act }) => ({ at: (at += wait * step), act }))
}
