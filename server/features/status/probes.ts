import { sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import { sayFact } from '#server/answering/composing/say-fact.ts'
import { findFacts } from '#server/answering/finding/find-facts.ts'
import { prepareFacts } from '#server/answering/finding/prepare-facts.ts'
import { frameOf } from '#server/answering/understanding/frame.ts'
import type { ProbeFault, StatusComponent } from '#shared/contracts/status/status.contract.ts'

const patienceMs = seconds(5)
const stuckMs = minutes(5)
const lateMs = minutes(2)
const minStuck = 3

type Probe = (platform: Platform) => Promise<ProbeFault | null>

/** Each as a stranger would find it. `answers` goes through the queue of jobs instead. */
export const probes: Record<Exclude<StatusComponent, 'answers'>, Probe> = {
  web: ({ config, outside }) =>
    ask(outside, `${config.publicUrl}/healthz`, status => (status === 200 ? null : 'refused')),
  database: writeDatabase,
  facebook: platform => send(platform, 'facebook', platform.config.META_GRAPH_BASE_URL),
  zalo: platform => send(platform, 'zalo', platform.config.ZALO_API_BASE_URL),
  mail: checkMail,
}

async function ask(
  outside: Platform['outside'],
  url: string,
  judge: (status: number) => ProbeFault | null,
): Promise<ProbeFault | null> {
  try {
    const { status } = await outside.fetch({ url, trusted: true, timeoutMs: patienceMs, redirects: 0 })
    return judge(status)
  } catch {
    return 'unreachable'
  }
}

/** A commit, as every message needs one. */
async function writeDatabase({ db }: Platform): Promise<ProbeFault | null> {
  const begun = performance.now()
  await db.asService(null, tx =>
    sql`insert into private.component_days (component, day, minutes, failed) values ('probe', '2000-01-01', 0, 0)
      on conflict (component, day) do update set minutes = 0`.execute(tx),
  )
  return performance.now() - begun > patienceMs ? 'slow' : null
}

/** Whether the platform answers at all, and whether replies pile up for it. */
async function send({ db, clock, outside }: Platform, kind: string, url: string): Promise<ProbeFault | null> {
  const reached = await ask(outside, url, status => (status >= 500 ? 'refused' : null))
  if (reached) return reached
  const [row] = await db.readAsService<{ stuck: number }>(sql`select count(*)::int as stuck from messages m
    join channels c on c.workspace_id = m.workspace_id and c.id = m.channel_id
    where m.direction = 'out' and m.status in ('queued', 'sending') and m.created_at < ${after(clock.now(), -stuckMs)}
      and m.author in ('bot', 'member') and c.kind = ${kind} and c.status = 'connected'`)
  return (row?.stuck ?? 0) >= minStuck ? 'stuck' : null
}

async function checkMail({ db, clock, mail }: Platform): Promise<ProbeFault | null> {
  const [row] = await db.readAsService<{ stuck: number }>(sql`select count(*)::int as stuck from private.jobs
    where kind = 'send mail' and run_at < ${after(clock.now(), -stuckMs)} and worker is null`)
  if ((row?.stuck ?? 0) >= minStuck) return 'stuck'
  return mail.check().then(
    () => null,
    () => 'unreachable',
  )
}

/** Whether replies to customers come in time, and the engine knows an answer. */
export async function probeAnswering({ db, clock }: Platform): Promise<ProbeFault | null> {
  const [row] = await db.readAsService<{ late: boolean }>(sql`select exists (select from private.jobs
    where kind = 'answer' and worker is null and run_at < ${after(clock.now(), -lateMs)}) as late`)
  if (row?.late) return 'late'
  return knowsAnswer() ? null : 'failing'
}

const lesson = {
  document: 'probe',
  title: '',
  heading: '',
  text: '| Dịch vụ | Giá |\n|---|---|\n| Gội đầu | 80.000đ |',
}
const question = 'gội đầu giá bao nhiêu'

function knowsAnswer(): boolean {
  const index = prepareFacts(compileFacts([lesson]))
  const words = question.split(' ').map(raw => ({ raw, worth: 1 }))
  const found = findFacts(frameOf({ text: question, words, others: [] }), index, () => true)
  return JSON.stringify(sayFact(found, 'vi') ?? '').includes('80.000')
}
