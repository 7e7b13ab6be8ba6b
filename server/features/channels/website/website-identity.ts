import type { turnBody } from '#shared/contracts/channels/channels.api.ts'
import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import { channelSecret } from '../channel.ts'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newSecret } from '#platform/ids.ts'
import { findSecret, saveSecret, type SecretPlace } from '#platform/secrets/stored-secrets.ts'
import type { Platform } from '#platform/platform.ts'
import { languages } from '#shared/words.ts'

const claims = z.object({
  sub: z.string().min(1).max(200),
  name: z.string().max(120).optional(),
  email: z.string().max(254).optional(),
  phone: z.string().max(40).optional(),
  /** Invalid entries are dropped, but the visitor is still identified. */
  consent: z
    .object({
      agreed: z.boolean(),
      language: z.enum(languages),
      version: z.number().int().positive(),
      at: z.iso.datetime({ offset: true }),
    })
    .optional()
    .catch(undefined),
})
export type ClaimedConsent = NonNullable<z.output<typeof claims>['consent']>
export type Identity = { user_id: string; name?: string; email?: string; phone?: string; consent?: ClaimedConsent }

const maxLife = 3660

/** `turned_at` null: never rotated; `old_until` null: the previous secret is no longer valid. */
export type IdentitySecret = { secret: string; turned_at: Date | null; old_until: Date | null }
type Turn = { turn: number; turned_at: Date; old_until: Date | null }

const firstTurn = { turn: 0, turned_at: null, old_until: null }

/**
 * Stored encrypted from then on. Reading it is audited.
 * @throws request.not_found, channel.identity_unreadable where the key that locked it is missing
 */
export async function readIdentitySecret(
  platform: Platform,
  caller: Caller,
  { id }: { id: string },
): Promise<IdentitySecret> {
  return platform.db.asService(caller.workspaceId, async tx => {
    await requireWebsite(tx, caller.workspaceId, id)
    const turn = await turnOf(tx, id)
    const secret = await findOrSave(platform, tx, { workspaceId: caller.workspaceId, id, turn: turn.turn })
    if (secret === undefined) throw failure('channel.identity_unreadable')
    await recordInAuditLog(platform, tx, caller, 'identity-secret.read', id)
    return shown(platform, secret, turn)
  })
}

/**
 * The old secret stays valid for IDENTITY_OVERLAP_HOURS, unless `at_once`.
 * @throws request.not_found
 */
export async function turnIdentitySecret(
  platform: Platform,
  caller: Caller,
  { id, at_once: atOnce }: { id: string } & z.output<typeof turnBody>,
): Promise<IdentitySecret> {
  const { workspaceId } = caller
  const now = platform.clock.now()
  const oldUntil = atOnce ? null : after(now, hours(platform.config.IDENTITY_OVERLAP_HOURS))
  return platform.db.asService(workspaceId, async tx => {
    await requireWebsite(tx, workspaceId, id)
    const before = { workspaceId, id, turn: (await turnOf(tx, id)).turn }
    if (oldUntil) await findOrSave(platform, tx, before)
    // One that does not open stays as it is: it counts again when its key is back.
    const stays = oldUntil && placeOf(before).name
    await sql`delete from private.secrets where workspace_id = ${workspaceId} and owner = ${placeOf(before).owner}
      and name like 'identity %' and name is distinct from ${stays}`.execute(tx)
    const secret = newSecret()
    await saveSecret(platform, tx, placeOf({ ...before, turn: before.turn + 1 }), secret)
    await sql`insert into private.identity_secrets (workspace_id, channel_id, turn, turned_at, old_until)
      values (${workspaceId}, ${id}, 1, ${now}, ${oldUntil})
      on conflict (channel_id) do update set turn = identity_secrets.turn + 1, turned_at = excluded.turned_at,
        old_until = excluded.old_until`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'identity-secret.turned', id, { at_once: atOnce })
    return shown(platform, secret, await turnOf(tx, id))
  })
}

/** undefined if not signed by this shop, expired, or valid for over an hour */
export async function readIdentity(
  platform: Platform,
  tx: Tx,
  { workspaceId, channelId }: { workspaceId: string; channelId: string },
  jwt: string,
): Promise<Identity | undefined> {
  const now = platform.clock.now()
  const { turn, old_until: oldUntil } = await turnOf(tx, channelId)
  const turns = oldUntil && oldUntil > now ? [turn, turn - 1] : [turn]
  for (const one of turns) {
    const place = { workspaceId, id: channelId, turn: one }
    const found = await findSecret(platform, tx, placeOf(place))
    const secret = found ? found.text : derivedSecret(platform, place)
    const identity = secret === undefined ? undefined : await checkIdentity(jwt, secret, now)
    if (identity) return identity
  }
  return undefined
}

async function checkIdentity(jwt: string, secret: string, now: Date): Promise<Identity | undefined> {
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
    })
    if ((payload.exp ?? 0) > now.getTime() / 1000 + maxLife) return undefined
    const { sub, ...rest } = claims.parse(payload)
    return JSON.parse(JSON.stringify({ user_id: sub, ...rest }).replaceAll('\\u0000', '')) as Identity
  } catch {
    return undefined
  }
}

async function requireWebsite(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const { rows } = await sql`select 1 from channels where workspace_id = ${workspaceId} and id = ${id}
    and kind = 'website' for no key update`.execute(tx)
  if (rows.length === 0) throw failure('request.not_found')
}

async function turnOf(tx: Tx, channelId: string): Promise<Turn | typeof firstTurn> {
  const { rows } = await sql<Turn>`select turn, turned_at, old_until from private.identity_secrets
    where channel_id = ${channelId}`.execute(tx)
  return rows[0] ?? firstTurn
}

function shown(platform: Platform, secret: string, { turned_at, old_until }: Turn | typeof firstTurn): IdentitySecret {
  const counts = old_until !== null && old_until > platform.clock.now()
  return { secret, turned_at, old_until: counts ? old_until : null }
}

type Place = { workspaceId: string; id: string; turn: number }

function placeOf({ workspaceId, id, turn }: Place): SecretPlace {
  return channelSecret({ workspaceId, id }, `identity ${turn}`)
}

/** Saves the one that earlier versions derived, where none is stored; undefined for a stored one that does not open. */
async function findOrSave(platform: Platform, tx: Tx, place: Place): Promise<string | undefined> {
  const found = await findSecret(platform, tx, placeOf(place))
  if (found) return found.text
  const derived = derivedSecret(platform, place)
  await saveSecret(platform, tx, placeOf(place), derived)
  return derived
}

function derivedSecret(platform: Platform, { id, turn }: Place): string {
  return platform.tokens.secretFor(`widget identity ${id}${turn === 0 ? '' : ` ${turn}`}`)
}

const batch = 200

/** What shops' servers sign with must outlive JWT_SECRET, from which earlier versions derived it. */
export async function saveIdentitySecrets(platform: Platform): Promise<void> {
  for (let left = batch; left === batch;) {
    left = await platform.db.asService(null, async tx => {
      const { rows } = await sql<Place>`with counting as (
          select c.workspace_id, c.id, coalesce(i.turn, 0) as turn from channels c
            left join private.identity_secrets i on i.channel_id = c.id where c.kind = 'website'
          union all
          select workspace_id, channel_id, turn - 1 from private.identity_secrets where old_until > ${platform.clock.now()})
        select workspace_id as "workspaceId", id, turn from counting
        where not exists (select from private.secrets s where s.workspace_id = counting.workspace_id
          and s.owner = 'channel ' || counting.id and s.name = 'identity ' || counting.turn)
        order by id, turn limit ${batch}`.execute(tx)
      for (const place of rows) await saveSecret(platform, tx, placeOf(place), derivedSecret(platform, place))
      return rows.length
    })
  }
}
