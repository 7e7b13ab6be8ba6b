import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** The database holds only the token's hash. */
export type Visitor = {
  workspaceId: string
  channelId: string
  externalId: string
  locale: 'vi' | 'en'
  tokenHash: string
  stored: boolean
  open: boolean
}

const life = days(180)
const purpose = 'visitor'

/** 144 random bits, sealed. No row until the visitor writes. */
export function newVisitorToken(
  platform: Platform,
  channel: { id: string; workspaceId: string },
  locale: string,
): string {
  const fact = { w: channel.workspaceId, c: channel.id, l: locale, r: randomBytes(18).toString('base64url') }
  return platform.tokens.seal(purpose, fact, life)
}

type Row = { workspace_id: string; external_id: string | null; locale: 'vi' | 'en' | null; open: boolean }

export async function findVisitor(platform: Platform, tx: Tx, token: string): Promise<Visitor | undefined> {
  const tokenHash = hashSecret(token)
  const fact = platform.tokens.unseal(purpose, token)
  const sealed = typeof fact?.['w'] === 'string' && typeof fact['c'] === 'string'
  const { rows } = await sql<Row & { channel_id: string }>`
    with known as (
      select workspace_id, channel_id, external_id, locale from private.visitors
      where token_hash = ${tokenHash} and expires_at > ${platform.clock.now()}
    ), visitor as (
      select * from known union all
      select ${sealed ? fact['w'] : null}::uuid, ${sealed ? fact['c'] : null}::uuid, null, null where not exists (select from known)
    )
    select v.*, coalesce(c.status in ('connected', 'paused'), false) as open
    from visitor v left join channels c on c.workspace_id = v.workspace_id and c.id = v.channel_id
    where v.channel_id is not null`.execute(tx)
  const row = rows[0]
  return (
    row && {
      workspaceId: row.workspace_id,
      channelId: row.channel_id,
      externalId: row.external_id ?? `visitor-${tokenHash.slice(0, 32)}`,
      locale: row.locale ?? (fact?.['l'] === 'en' ? 'en' : 'vi'),
      tokenHash,
      stored: row.external_id !== null,
      open: row.open,
    }
  )
}

/** By the seal alone, without the database; an expired seal belongs to an earlier visitor. */
export function channelOfToken(
  platform: Platform,
  authorization: string | undefined,
): { id: string; workspaceId: string } | undefined {
  const token = bearerOf(authorization)
  const fact = token === undefined ? undefined : platform.tokens.unseal(purpose, token)
  return typeof fact?.['c'] === 'string' && typeof fact['w'] === 'string'
    ? { id: fact['c'], workspaceId: fact['w'] }
    : undefined
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S{1,4096})$/i.exec(authorization ?? '')?.[1]
}

/** @throws widget.session_needed, widget.not_found */
export async function readVisitor(platform: Platform, tx: Tx, authorization: string | undefined): Promise<Visitor> {
  const token = bearerOf(authorization)
  const visitor = token === undefined ? undefined : await findVisitor(platform, tx, token)
  if (!visitor) throw failure('widget.session_needed')
  if (!visitor.open) throw failure('widget.not_found')
  return visitor
}

export function storeVisitor(
  platform: Platform,
  tx: Tx,
  visitor: Visitor,
  seen: { contactId: string; pageUrl: string | null },
): void {
  const now = platform.clock.now()
  atCommit(
    tx,
    sql`insert into private.visitors (token_hash, workspace_id, channel_id, external_id, contact_id, page_url, locale, created_at, expires_at)
    values (${visitor.tokenHash}, ${visitor.workspaceId}, ${visitor.channelId}, ${visitor.externalId}, ${seen.contactId}, ${seen.pageUrl},
      ${visitor.locale}, ${now}, ${after(now, life)}) on conflict do nothing`,
  )
}

export async function extendVisitor(platform: Platform, tx: Tx, visitor: Visitor): Promise<void> {
  if (!visitor.stored) return
  const now = platform.clock.now()
  await sql`update private.visitors set expires_at = ${after(now, life)}
    where token_hash = ${visitor.tokenHash} and workspace_id = ${visitor.workspaceId} and expires_at < ${after(now, life - days(7))}`.execute(
    tx,
  )
}

export async function forgetOldVisitors(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, tx => sql`delete from private.visitors where expires_at < ${now}`.execute(tx))
}
