import { sql } from 'kysely'
import type { z } from 'zod'
import { type Caller, onlyWorkspaceOf } from '#platform/http/caller.ts'
import { after, days, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret, newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { pushRenewal, pushSubscription } from '#shared/contracts/notifications.contract.ts'
import { pushKeys } from './push-keys.ts'
import { areUsableKeys } from './push-request.ts'

type Subscription = z.output<typeof pushSubscription>

const maxDevices = 10
const retention = days(180)

export async function readPushKey(platform: Platform): Promise<{ public_key: string }> {
  return { public_key: (await pushKeys(platform)).publicKey }
}

/**
 * Until the session ends; a known address is the same device.
 * @throws notifications.push_address if unusable
 */
export async function saveDevice(
  platform: Platform,
  caller: Caller,
  subscription: Subscription,
): Promise<{ id: string }> {
  refuseUnusable(platform, subscription)
  const { personId, claims } = caller
  const sessionId = claims.session_id
  if (typeof sessionId !== 'string') throw failure('auth.sign_in_needed')
  const { endpoint, keys, device } = subscription
  const now = platform.clock.now()
  return platform.db.asService(null, async tx => {
    await sql`select from people where id = ${personId} for no key update`.execute(tx)
    const { rows } = await sql<{
      id: string
    }>`insert into push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth,
        device, seen_at, created_at)
      values (${newId()}, ${personId}, ${sessionId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${device}, ${now}, ${now})
      on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device, refused = 0, seen_at = excluded.seen_at
      returning id`.execute(tx)
    // Those of a workspace's sign-in push out none of the person's own.
    const alike = sql`select d.id from push_subscriptions d join auth.sessions s on s.id = d.session_id
      where d.person_id = ${personId} and s.only_workspace is not distinct from ${onlyWorkspaceOf(claims)}::uuid`
    await sql`delete from push_subscriptions where id in (${alike}) and id not in (
      ${alike} order by d.seen_at desc, d.id desc limit ${maxDevices})`.execute(tx)
    return { id: rows[0]?.id ?? '' }
  })
}

/** A service worker has no session: the old address and its secret identify the browser. */
export async function renewDevice(
  platform: Platform,
  _: Caller | undefined,
  { old, fresh }: z.output<typeof pushRenewal>,
): Promise<{ renewed: boolean }> {
  refuseUnusable(platform, fresh)
  await limit(platform, `renew push:${hashSecret(old.endpoint)}`, { max: 20, windowMs: hours(1), burst: 5 })
  return platform.db.asService(null, async tx => {
    const renewed = await replace(platform, tx, old, fresh)
    return { renewed }
  })
}

async function replace(
  platform: Platform,
  tx: Tx,
  old: { endpoint: string; auth: string },
  { endpoint, keys }: Pick<Subscription, 'endpoint' | 'keys'>,
): Promise<boolean> {
  const { rows } = await sql`update push_subscriptions s set endpoint = ${endpoint}, p256dh = ${keys.p256dh},
      auth = ${keys.auth}, refused = 0, seen_at = ${platform.clock.now()}
    where s.endpoint = ${old.endpoint} and s.auth = ${old.auth}
      and not exists (select from push_subscriptions o where o.endpoint = ${endpoint} and o.id <> s.id) returning s.id`.execute(
    tx,
  )
  return rows.length > 0
}

/** @throws request.not_found if it is not the caller's */
export async function forgetDevice(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { rows } = await platform.db.asService(null, tx =>
    sql`delete from push_subscriptions where id = ${id} and person_id = ${caller.personId} returning id`.execute(tx),
  )
  if (rows.length === 0) throw failure('request.not_found')
  return {}
}

/** @throws request.not_found, request.too_many */
export async function tryDevice(platform: Platform, caller: Caller, { id }: { id: string }) {
  await limit(platform, `try push:${caller.personId}`, { max: 20, windowMs: hours(1), burst: 5 })
  await platform.db.asService(null, async tx => {
    const { rows } = await sql`select id from push_subscriptions
      where id = ${id} and person_id = ${caller.personId}`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const payload = { subscription_id: id, notification_id: null, tries: 0 }
    await platform.jobs.enqueue(tx, { kind: 'send push', key: `send push ${id} trial`, payload })
  })
  return {}
}

/** Whether this workspace's pushes may name customers and documents. For admins. */
export async function choosePushNames(
  platform: Platform,
  { workspaceId }: Caller,
  { shown }: { shown: boolean },
): Promise<{ shown: boolean }> {
  await platform.db.asService(workspaceId, tx =>
    sql`update workspaces set push_names = ${shown} where id = ${workspaceId}`.execute(tx),
  )
  return { shown }
}

export async function forgetSilentDevices(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`delete from push_subscriptions where seen_at < ${after(now, -retention)}`.execute(tx)
    await sql`delete from private.push_services where wait_until < ${after(now, -days(1))}`.execute(tx)
  })
}

/** TLS only; internal hosts only if the installation names them. */
function refuseUnusable({ outside, config }: Platform, { endpoint, keys }: Omit<Subscription, 'device'>): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const port = url?.port || (url?.protocol === 'https:' ? '443' : '80')
  const named = url !== undefined && config.CRAWL_ALLOWED_HOSTS.includes(`${url.hostname}:${port}`)
  if (!url || !(url.protocol === 'https:' || named) || !outside.mayCall(endpoint) || !areUsableKeys(keys))
    throw failure('notifications.push_address')
}
