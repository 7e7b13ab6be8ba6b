import { sql } from 'kysely'
import type { Tx } from '../sql/database.ts'
import type { Platform } from '../platform.ts'

export type SecretPlace = { workspaceId: string; owner: string; name: string }

export async function saveSecret(platform: Platform, tx: Tx, place: SecretPlace, text: string): Promise<void> {
  const { workspaceId, owner, name } = place
  const locked = platform.secrets.lock(text, aboutSecret(place))
  await sql`insert into private.secrets (workspace_id, owner, name, locked, updated_at)
    values (${workspaceId}, ${owner}, ${name}, ${locked}, ${platform.clock.now()})
    on conflict (workspace_id, owner, name) do update set locked = excluded.locked, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

/** @returns undefined for none, or one locked with another installation's key */
export async function readSecret(platform: Platform, tx: Tx, place: SecretPlace): Promise<string | undefined> {
  return (await findSecret(platform, tx, place))?.text
}

/** @returns undefined for none; `text` is undefined where no key here opens it: the key may come back, so it is not written over */
export async function findSecret(
  platform: Platform,
  tx: Tx,
  place: SecretPlace,
): Promise<{ text: string | undefined } | undefined> {
  const { workspaceId, owner, name } = place
  const { rows } = await sql<{ locked: string }>`select locked from private.secrets
    where workspace_id = ${workspaceId} and owner = ${owner} and name = ${name}`.execute(tx)
  if (!rows[0]) return undefined
  try {
    return { text: platform.secrets.open(rows[0].locked, aboutSecret(place)) }
  } catch {
    platform.log.warn({ workspaceId, owner, name }, 'A secret does not open: it must be entered again')
    return { text: undefined }
  }
}

export async function forgetSecret(tx: Tx, { workspaceId, owner, name }: SecretPlace): Promise<void> {
  await sql`delete from private.secrets where workspace_id = ${workspaceId} and owner = ${owner} and name = ${name}`.execute(
    tx,
  )
}

/** Authenticated with the ciphertext, which only decrypts in its own place. */
export function aboutSecret({ workspaceId, owner, name }: SecretPlace): string {
  return `${workspaceId} ${owner} ${name}`
}
