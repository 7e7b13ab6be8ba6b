import { sql } from 'kysely'
import { aboutSubscription } from '#features/channels/connections/subscriptions.ts'
import { aboutPushKeys } from '#features/notifications/push-keys.ts'
import { aboutFactor } from '#supabase/auth/second-step/enroll-factor.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { aboutLastingKey } from '#platform/secrets/lasting-keys.ts'
import { aboutSecret, type SecretPlace } from '#platform/secrets/stored-secrets.ts'

type Locked = { locked: string }

/** Of everything that lasts; what a sign-in at Facebook or Zalo leaves for half an hour is not worth it. */
type Kind<Row extends Locked> = {
  /** At most `batch`, whose key is one of `names`, after `skip` others. */
  read(tx: Tx, names: readonly string[], skip: number): Promise<Row[]>
  about(row: Row): string
  /** Only where it is still as it was read. */
  write(tx: Tx, row: Row, locked: string): Promise<void>
}

const batch = 200

const secrets: Kind<Locked & SecretPlace> = {
  read: async (tx, names, skip) =>
    (
      await sql<Locked & SecretPlace>`select workspace_id as "workspaceId", owner, name, locked from private.secrets
        where left(locked, 8) = any(${names}) order by workspace_id, owner, name limit ${batch} offset ${skip}`.execute(
        tx,
      )
    ).rows,
  about: aboutSecret,
  write: async (tx, { workspaceId, owner, name, locked: was }, locked) => {
    await sql`update private.secrets set locked = ${locked}
      where workspace_id = ${workspaceId} and owner = ${owner} and name = ${name} and locked = ${was}`.execute(tx)
  },
}

const factors: Kind<Locked & { id: string }> = {
  read: async (tx, names, skip) =>
    (
      await sql<Locked & { id: string }>`select id, secret as locked from auth.mfa_factors
        where left(secret, 8) = any(${names}) order by id limit ${batch} offset ${skip}`.execute(tx)
    ).rows,
  about: ({ id }) => aboutFactor(id),
  write: async (tx, { id, locked: was }, locked) => {
    await sql`update auth.mfa_factors set secret = ${locked} where id = ${id} and secret = ${was}`.execute(tx)
  },
}

const subscriptions: Kind<Locked & { workspaceId: string; contactId: string }> = {
  read: async (tx, names, skip) =>
    (
      await sql<Locked & { workspaceId: string; contactId: string }>`select workspace_id as "workspaceId",
          contact_id as "contactId", coalesce(token, '') as locked from private.subscriptions
        where left(token, 8) = any(${names}) order by workspace_id, contact_id limit ${batch} offset ${skip}`.execute(
        tx,
      )
    ).rows,
  about: ({ workspaceId, contactId }) => aboutSubscription(workspaceId, contactId),
  write: async (tx, { workspaceId, contactId, locked: was }, locked) => {
    await sql`update private.subscriptions set token = ${locked}
      where workspace_id = ${workspaceId} and contact_id = ${contactId} and token = ${was}`.execute(tx)
  },
}

const pushKeys: Kind<Locked> = {
  read: async (tx, names, skip) =>
    (
      await sql<Locked>`select locked from private.push_keys
        where left(locked, 8) = any(${names}) offset ${skip}`.execute(tx)
    ).rows,
  about: () => aboutPushKeys,
  write: async (tx, { locked: was }, locked) => {
    await sql`update private.push_keys set locked = ${locked} where locked = ${was}`.execute(tx)
  },
}

const lastingKeys: Kind<Locked & { purpose: string }> = {
  read: async (tx, names, skip) =>
    (
      await sql<Locked & { purpose: string }>`select purpose, locked from private.lasting_keys
        where left(locked, 8) = any(${names}) order by purpose offset ${skip}`.execute(tx)
    ).rows,
  about: ({ purpose }) => aboutLastingKey(purpose),
  write: async (tx, { purpose, locked: was }, locked) => {
    await sql`update private.lasting_keys set locked = ${locked} where purpose = ${purpose} and locked = ${was}`.execute(
      tx,
    )
  },
}

/** Locks with the current key what older ones locked, in short transactions. @returns `left`: what no key here opens */
export async function relockSecrets(platform: Platform): Promise<{ relocked: number; left: number }> {
  const done = [
    await relock(platform, secrets),
    await relock(platform, factors),
    await relock(platform, subscriptions),
    await relock(platform, pushKeys),
    await relock(platform, lastingKeys),
  ]
  return {
    relocked: done.reduce((sum, { relocked }) => sum + relocked, 0),
    left: done.reduce((sum, { unopened }) => sum + unopened, await countForeign(platform)),
  }
}

async function relock<Row extends Locked>(
  platform: Platform,
  kind: Kind<Row>,
): Promise<{ relocked: number; unopened: number }> {
  const { older } = platform.secrets.keyNames()
  let relocked = 0
  let unopened = 0
  for (;;) {
    const texts = await platform.db.asService(null, async tx => {
      const rows = await kind.read(tx, older, unopened)
      const read = rows.map(row => ({ row, text: opened(platform, row, kind.about(row)) }))
      for (const { row, text } of read)
        if (text !== undefined) await kind.write(tx, row, platform.secrets.lock(text, kind.about(row)))
      return read.map(({ text }) => text)
    })
    if (texts.length === 0) return { relocked, unopened }
    unopened += texts.filter(text => text === undefined).length
    relocked += texts.filter(text => text !== undefined).length
  }
}

/** Undefined for one that was moved or changed: it stays as it is. */
function opened(platform: Platform, { locked }: Locked, about: string): string | undefined {
  try {
    return platform.secrets.open(locked, about)
  } catch {
    return undefined
  }
}

async function countForeign(platform: Platform): Promise<number> {
  const { current, older } = platform.secrets.keyNames()
  const names = [current, ...older]
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ left: number }>`select (select count(*) from private.secrets where left(locked, 8) <> all(${names}))::int
        + (select count(*) from auth.mfa_factors where left(secret, 8) <> all(${names}))::int
        + (select count(*) from private.subscriptions where left(token, 8) <> all(${names}))::int
        + (select count(*) from private.push_keys where left(locked, 8) <> all(${names}))::int
        + (select count(*) from private.lasting_keys where left(locked, 8) <> all(${names}))::int as left`.execute(tx),
  )
  return rows[0]?.left ?? 0
}
