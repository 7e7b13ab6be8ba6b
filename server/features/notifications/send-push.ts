import { sql } from 'kysely'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'
import { type Pushed, pushLife, pushOf, trialPush } from './push-message.ts'
import { type Push, pushRequest, type PushTarget } from './push-request.ts'
import { nextTry, recordAnswer, recordFailure, waitFor } from './push-services.ts'

/** notification_id null: a test push. tries: failed ones. */
export type PushJob = { subscription_id: string; notification_id: string | null; tries: number }

type Device = PushTarget & { id: string; language: Language }
type Ready = { device: Device; push: Push; host: string }
type Outcome = { status: number; retryAfter: string | undefined } | { status: 0; retryAfter: undefined }

const maxTries = 8
const maxRefusals = 5

/** Retries transient failures while the news is fresh and forgets vanished browsers. A second run replaces the first on screen. */
export async function sendPush(platform: Platform, job: PushJob): Promise<void> {
  const ready = await platform.db.asService(null, tx => prepare(platform, tx, job))
  if (!ready) return
  const outcome = await call(platform, ready)
  await platform.db.asService(null, tx => settle(platform, tx, job, ready, outcome))
}

async function prepare(platform: Platform, tx: Tx, job: PushJob): Promise<Ready | undefined> {
  const { rows } = await sql<Device>`select s.id, s.endpoint, s.p256dh, s.auth, p.language
    from push_subscriptions s join people p on p.id = s.person_id join auth.sessions o on o.id = s.session_id
    where s.id = ${job.subscription_id} and p.status = 'active' and (o.ends_at is null or o.ends_at > ${platform.clock.now()})
      and (o.only_workspace is null or ${job.notification_id}::uuid is null or exists (select from notifications n
        where n.id = ${job.notification_id} and n.workspace_id = o.only_workspace))`.execute(tx)
  const [device] = rows
  const push = device && (await whatToPush(platform, tx, job, device))
  if (!device || !push) return undefined
  const host = new URL(device.endpoint).host
  const wait = await waitFor(platform, tx, host)
  if (!wait) return { device, push, host }
  if (wait < endOf(platform, push)) await plan(platform, tx, job, wait)
  return undefined
}

async function whatToPush(platform: Platform, tx: Tx, job: PushJob, { language }: Device): Promise<Push | undefined> {
  if (job.notification_id === null) return trialPush(language)
  const pushed = await stillNews(tx, job.notification_id)
  const now = platform.clock.now()
  return pushed && after(pushed.created_at, pushLife(pushed.kind)) > now ? pushOf(pushed, now) : undefined
}

/** Undefined if the reader has read it, left the workspace, or seen the customer's last message. */
export async function stillNews(tx: Tx, id: string): Promise<(Pushed & { person_id: string }) | undefined> {
  const { rows } = await sql<Pushed & { person_id: string }>`select n.id, n.person_id, n.kind, n.data, n.workspace_id,
      n.created_at, p.language, coalesce(w.push_names, true) as names,
      (select count(*) from members m where m.person_id = n.person_id and m.status = 'active') > 1 as several
    from notifications n join people p on p.id = n.person_id left join workspaces w on w.id = n.workspace_id
    where n.id = ${id} and n.read_at is null and p.status = 'active'
      and (n.workspace_id is null or exists (select from members m where m.workspace_id = n.workspace_id
        and m.person_id = n.person_id and m.status = 'active'))
      and not exists (select from conversation_reads r join conversations c
          on c.workspace_id = r.workspace_id and c.id = r.conversation_id
        where n.kind in ('person_wanted', 'intent', 'contact_detail') and r.workspace_id = n.workspace_id
          and r.conversation_id::text = n.data ->> 'conversation_id' and r.person_id = n.person_id
          and r.read_at >= c.last_inbound_at)`.execute(tx)
  return rows[0]
}

async function call(platform: Platform, { device, push }: Ready): Promise<Outcome> {
  try {
    const answer = await platform.outside.fetch(await pushRequest(platform, device, push))
    return { status: answer.status, retryAfter: answer.headers['retry-after'] }
  } catch (error) {
    if (error instanceof OutsideError) return { status: 0, retryAfter: undefined }
    throw error
  }
}

async function settle(platform: Platform, tx: Tx, job: PushJob, ready: Ready, outcome: Outcome): Promise<void> {
  const { device, push, host } = ready
  const { status } = outcome
  if (mayPass(status)) {
    await recordFailure(platform, tx, host)
    const tries = job.tries + 1
    const at = nextTry(platform.clock.now(), tries, outcome.retryAfter)
    if (tries < maxTries && at < endOf(platform, push)) await plan(platform, tx, { ...job, tries }, at)
    return
  }
  await recordAnswer(tx, host)
  // By endpoint too: the browser may have a new address by now.
  const same = sql`id = ${device.id} and endpoint = ${device.endpoint}`
  if (status === 404 || status === 410) await sql`delete from push_subscriptions where ${same}`.execute(tx)
  else if (status >= 200 && status < 300)
    await sql`update push_subscriptions set notified_at = ${platform.clock.now()}, refused = 0 where ${same}`.execute(
      tx,
    )
  else {
    platform.log.warn({ host, status }, 'A push was refused')
    await sql`update push_subscriptions set refused = refused + 1 where ${same}`.execute(tx)
    await sql`delete from push_subscriptions where ${same} and refused >= ${maxRefusals}`.execute(tx)
  }
}

function mayPass(status: number): boolean {
  return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500
}

function endOf(platform: Platform, push: Push): Date {
  return after(platform.clock.now(), push.ttl * 1000)
}

async function plan(platform: Platform, tx: Tx, job: PushJob, runAt: Date): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'send push',
    key: `send push ${job.subscription_id} ${job.notification_id ?? 'trial'}`,
    payload: job,
    runAt,
  })
}

export async function pushNotification(platform: Platform, { id }: { id: string }): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    const news = await stillNews(tx, id)
    if (!news) return
    const { rows } = await sql<{ id: string }>`select id from push_subscriptions
      where person_id = ${news.person_id}`.execute(tx)
    for (const device of rows)
      await plan(platform, tx, { subscription_id: device.id, notification_id: id, tries: 0 }, now)
  })
}
