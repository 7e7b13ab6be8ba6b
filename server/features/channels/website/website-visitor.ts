import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Who writes on a shop's page. Known by a token that lies in the page's storage; the database holds its hash. */
export type Visitor = {
  workspaceId: string
  channelId: string
  /** The visitor as the channel knows them. */
  externalId: string
  locale: 'vi' | 'en'
  tokenHash: string
  /** Whether the visitor has written before, and so has a row. */
  stored: boolean
  /** Whether the channel takes messages. */
  open: boolean
}

const life = days(180)
const purpose = 'visitor'

/**
 * A new visitor's token: sealed, with 144 random bits. It needs no row until the visitor writes, so that who only opens
 * the chat leaves nothing behind.
 */
export function newVisitorToken(
  platform: Platform,
  channel: { id: string; workspaceId: string },
  locale: string,
): string {
  const fact = { w: channel.workspaceId, c: channel.id, l: locale, r: randomBytes(18).toString('base64url') }
  return platform.tokens.seal(purpose, fact, life)
}

type Row = { workspace_id: string; external_id: string | null; locale: 'vi' | 'en' | null; open: boolean }

/** The visitor of a token, or undefined when it is unknown or over. */
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

/**
 * Whose chat a token is for, told by its seal alone: before anything is asked of the database. One whose seal is over belongs to a
 * visitor of old.
 */
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

/** The visitor who makes this request, on a channel that is connected. @throws widget.session_needed, widget.not_found */
export async function readVisitor(platform: Platform, tx: Tx, authorization: string | undefined): Promise<Visitor> {
  const token = bearerOf(authorization)
  const visitor = token === undefined ? undefined : await findVisitor(platform, tx, token)
  if (!visitor) throw failure('widget.session_needed')
  if (!visitor.open) throw failure('widget.not_found')
  return visitor
}

/** Keeps a visitor who wrote for the first time. */
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

/** A visitor who comes back stays known for as long again. */
export async function extendVisitor(platform: Platform, tx: Tx, visitor: Visitor): Promise<void> {
  if (!visitor.stored) return
  const now = platform.clock.now()
  await sql`update private.visitors set expires_at = ${after(now, life)}
    where token_hash = ${visitor.tokenHash} and workspace_id = ${visitor.workspaceId} and expires_at < ${after(now, life - days(7))}`.execute(
    tx,
  )
}

/** Visitors whose time is over are nobody's any more. */
export async function forgetOldVisitors(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, tx => sql`delete from private.visitors where expires_at < ${now}`.execute(tx))
}
