import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { hookFacts } from '#features/channels/hooks/hook-facts.ts'
import type { Operator } from '#features/workspaces/record-operator-act.ts'
import { type BackupStore, listDaily } from '#platform/backups/backup-store.ts'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { after, hours, minutes } from '#platform/clock.ts'
import { StoreFault } from '#platform/files/store-fault.ts'
import type { Platform } from '#platform/platform.ts'
import { undeclaredProxy } from '#platform/http/undeclared-proxy.ts'
import type { DeskHealth, HealthFact } from '#shared/contracts/operator.results.ts'

type Counts = {
  waiting: number
  running: number
  oldest: Date | null
  dead: number
  timers: number
  unmatched: number
  channels: { kind: string; status: string; count: number }[]
  failed: number
  mails: number
  providers: { provider: string; last: string; waiting: number }[]
  size: number
}

const lateMs = minutes(2)
const timerMs = minutes(15)
/** Backups are daily. */
const backupMs = hours(26)
/** Free disk, as a share or in bytes. */
const littleShare = 0.1
const littleBytes = 2_000_000_000

/** With how the webhooks look from outside, which calls PUBLIC_URL: not for what is read every few seconds. */
export async function readDeskHealth(platform: Platform, _: Operator): Promise<DeskHealth> {
  const [{ at, facts }, hooks] = await Promise.all([readHealth(platform), hookFacts(platform)])
  const last = facts.findLastIndex(({ name }) => name === 'channels' || name === 'deliveries')
  return { at, facts: facts.toSpliced(last + 1, 0, ...hooks) }
}

export async function readHealth(platform: Platform): Promise<DeskHealth> {
  const { config, clock } = platform
  const [counts, disk, backups] = await Promise.all([
    count(platform),
    spaceIn(config.dataDir),
    Promise.all(openBackupStores(config, clock).map(store => backupFact(platform, store))),
  ])
  const proxy = undeclaredProxy(platform)
  const isLate = (at: Date | null) => at !== null && at < after(clock.now(), -lateMs)
  const facts: HealthFact[] = [
    {
      name: 'jobs',
      state: isLate(counts.oldest) ? 'bad' : 'ok',
      count: counts.waiting,
      of: counts.running,
      at: iso(counts.oldest),
    },
    { name: 'timers', state: counts.timers > 0 ? 'bad' : 'ok', count: counts.timers },
    { name: 'dead_letters', state: counts.dead > 0 ? 'look' : 'ok', count: counts.dead },
    {
      name: 'mail',
      state: config.MAIL_URL ? 'ok' : 'look',
      count: counts.mails,
      text: config.MAIL_URL ? 'smtp' : 'captured',
    },
    { name: 'deliveries', state: counts.failed > 0 ? 'look' : 'ok', count: counts.failed },
    ...channelFacts(counts.channels),
    ...paymentFacts(platform, counts),
    ...(proxy === undefined ? [] : [{ name: 'proxy' as const, state: 'bad' as const, text: proxy }]),
    { name: 'model', state: 'ok', text: config.LLM_PROVIDER },
    { name: 'database', state: 'ok', bytes: counts.size, text: config.DATABASE_URL ? 'postgresql' : 'embedded' },
    ...(backups.length > 0 ? backups : [{ name: 'backup' as const, state: 'look' as const, at: null, text: 'off' }]),
    ...(disk
      ? [
          {
            name: 'disk' as const,
            state: disk.free < littleBytes || disk.free < disk.whole * littleShare ? ('bad' as const) : ('ok' as const),
            bytes: disk.free,
            ofBytes: disk.whole,
          },
        ]
      : []),
  ]
  return { at: clock.now().toISOString(), facts }
}

async function count({ db, clock }: Platform): Promise<Counts> {
  const now = clock.now()
  const [row] = await db.readAsService<Counts>(sql`select
    (select count(*)::int from private.jobs where worker is null) as waiting,
    (select count(*)::int from private.jobs where worker is not null) as running,
    (select min(run_at) from private.jobs where worker is null and run_at <= ${now} and attempts = 0) as oldest,
    (select count(*)::int from dead_letters where status = 'open') as dead,
    (select count(*)::int from private.timers where next_run_at < ${after(now, -timerMs)}) as timers,
    (select count(*)::int from private.jobs where kind = 'send mail') as mails,
    (select count(*)::int from messages where status = 'failed' and created_at > ${after(now, -hours(24))}) as failed,
    (select count(*)::int from private.bank_transactions where status = 'unmatched') as unmatched,
    coalesce((select jsonb_agg(c) from (select c.kind, c.status, count(*)::int as count from channels c
      join workspaces w on w.id = c.workspace_id where w.deleted_at is null and c.status <> 'disconnected' group by c.kind, c.status) c), '[]') as channels,
    coalesce((select jsonb_agg(p) from (select provider, max(received_at) as last,
      count(*) filter (where status = 'received' and received_at < ${after(now, -minutes(30))})::int as waiting
      from private.payment_inbox group by provider) p), '[]') as providers,
    pg_database_size(current_database())::float8 as size`)
  if (!row) throw new Error('The database counts nothing.')
  return row
}

function channelFacts(channels: Counts['channels']): HealthFact[] {
  const kinds = [...new Set(channels.map(({ kind }) => kind))].toSorted()
  return kinds.map(kind => {
    const own = channels.filter(one => one.kind === kind)
    const all = own.reduce((sum, one) => sum + one.count, 0)
    const well = own.filter(({ status }) => status === 'connected').reduce((sum, one) => sum + one.count, 0)
    return { name: 'channels', of: all, count: well, text: kind, state: well < all ? 'look' : 'ok' }
  })
}

function paymentFacts({ config }: Platform, { providers, unmatched }: Counts): HealthFact[] {
  const lastHookOf = (name: string) => providers.find(({ provider }) => provider === name)
  const feed = (name: string, isSetUp: boolean): HealthFact[] => {
    const hook = lastHookOf(name)
    if (!isSetUp) return []
    return [
      {
        name: 'payments',
        text: name,
        state: hook && hook.waiting > 0 ? 'bad' : 'ok',
        count: hook?.waiting ?? 0,
        at: hook ? new Date(hook.last).toISOString() : null,
      },
    ]
  }
  return [
    ...feed('stripe', config.STRIPE_SECRET_KEY !== ''),
    ...feed('payoneer', config.PAYONEER_API_TOKEN !== ''),
    ...feed('sepay', config.SEPAY_HMAC_SECRET !== ''),
    ...feed('casso', config.CASSO_CHECKSUM_KEY !== ''),
    ...(config.BANK_BIN
      ? [{ name: 'unmatched' as const, state: unmatched > 0 ? ('look' as const) : ('ok' as const), count: unmatched }]
      : []),
  ]
}

async function backupFact({ clock, log }: Platform, store: BackupStore): Promise<HealthFact> {
  const fact = { name: 'backup', text: store.kind } as const
  try {
    const [newest] = await listDaily(store)
    const isLate = !newest || newest.at < after(clock.now(), -backupMs)
    return { ...fact, state: isLate ? 'bad' : 'ok', at: iso(newest?.at ?? null), bytes: newest?.size ?? 0 }
  } catch (error) {
    log.warn({ error }, 'The store for backups could not be read')
    return { ...fact, state: 'bad', at: null, fault: error instanceof StoreFault ? error.fault : 'other' }
  }
}

async function spaceIn(folder: string): Promise<{ free: number; whole: number } | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free: bavail * bsize, whole: blocks * bsize }
  } catch {
    return undefined
  }
}

function iso(at: Date | null): string | null {
  return at ? new Date(at).toISOString() : null
}
