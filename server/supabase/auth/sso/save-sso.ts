import { sql } from 'kysely'
import type { z } from 'zod'
import { minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetSecret, readSecret, saveSecret } from '#platform/secrets/stored-secrets.ts'
import { clientAt, reasonOf } from '../oauth/issuer.ts'
import type { ssoBody, ssoStateBody } from '#shared/contracts/sso/sso.api.ts'
import { recordChange } from './record-change.ts'
import {
  type Connection,
  endShopSessions,
  makeProvider,
  readConnection,
  returnAddress,
  secretPlace,
} from './connection.ts'
import { asShown, holdShop, listDomains } from './domains.ts'
import { readIssuer } from './issuers.ts'
import { isOwnSession, requireChanger } from './require-changer.ts'

export async function readSso(platform: Platform, caller: Caller) {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const connection = await readConnection(tx, { workspaceId })
    const domains = await listDomains(tx, workspaceId)
    return {
      connection: connection ? shown(connection) : null,
      return_address: connection ? returnAddress(platform.config, connection.id) : null,
      domains: domains.map(asShown),
      may_change: isOwnSession(caller),
    }
  })
}

function shown(connection: Connection) {
  const { issuer, client_id, joins, session_hours, enabled, required, trial, trial_version, version } = connection
  const current = trial_version === version ? trial : null
  return { issuer, client_id, joins, session_hours, enabled, required, trial: current }
}

/**
 * The issuer is asked first. A secret alone may be renewed while sign-ins go on; another issuer or client is another provider, whose
 * subjects mean other people.
 * @throws account.prove_again, auth.own_sign_in_needed, sso.issuer_…, sso.secret_missing, request.not_found for the house
 */
export async function saveSso(platform: Platform, caller: Caller, input: z.output<typeof ssoBody>) {
  requireChanger(platform, caller)
  const { workspaceId } = caller
  const issuer = readIssuer(platform, input.issuer)
  await limit(platform, `sso save:${workspaceId}`, { max: 30, windowMs: minutes(10) })
  const known = await platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    return readSecret(platform, tx, secretPlace(workspaceId))
  })
  const secret = input.client_secret ?? known
  if (secret === undefined) throw failure('sso.secret_missing')
  await requireAnswering(platform, issuer, input.client_id, secret)
  return platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    const before = await readConnection(tx, { workspaceId }, 'hold')
    const isOther = before !== undefined && (before.issuer !== issuer || before.client_id !== input.client_id)
    if (isOther && input.client_secret === undefined) throw failure('sso.secret_missing')
    const id = before?.id ?? newId()
    const renewed = isOther || input.client_secret !== undefined ? 1 : 0
    await sql`insert into sso_connections as c (workspace_id, id, issuer, client_id, joins, session_hours, changed_at)
      values (${workspaceId}, ${id}, ${issuer}, ${input.client_id}, ${input.joins}, ${input.session_hours}, ${platform.clock.now()})
      on conflict (workspace_id) do update set issuer = excluded.issuer, client_id = excluded.client_id, joins = excluded.joins,
        session_hours = excluded.session_hours, changed_at = excluded.changed_at, version = c.version + ${renewed},
        enabled = c.enabled and not ${isOther}, required = c.required and not ${isOther}`.execute(tx)
    if (input.client_secret !== undefined) await saveSecret(platform, tx, secretPlace(workspaceId), secret)
    if (isOther) {
      await sql`delete from private.sso_people where workspace_id = ${workspaceId}`.execute(tx)
      await endShopSessions(tx, workspaceId)
    }
    const { client_secret: _secret, ...open } = input
    await recordChange(platform, tx, caller, 'sso.saved', workspaceId, {
      ...open,
      issuer,
      secret_renewed: renewed > 0,
    })
    return { return_address: returnAddress(platform.config, id) }
  })
}

/** Under a name of its own, so that it is asked now. @throws sso.issuer_unreachable; why is only logged */
async function requireAnswering(platform: Platform, issuer: string, clientId: string, secret: string): Promise<void> {
  try {
    await clientAt(platform, makeProvider({ id: newId(), version: 0, issuer, client_id: clientId }, secret))
  } catch (error) {
    platform.log.warn({ issuer, reason: reasonOf(error) }, 'A workspace’s provider cannot be reached')
    throw failure('sso.issuer_unreachable')
  }
}

/** @throws account.prove_again, auth.own_sign_in_needed, sso.not_set_up, sso.trial_needed, sso.domain_needed, sso.own_second_step */
export async function switchSso(
  platform: Platform,
  caller: Caller,
  { enabled, required }: z.output<typeof ssoStateBody>,
): Promise<void> {
  requireChanger(platform, caller)
  const { workspaceId, claims } = caller
  await platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    const before = await readConnection(tx, { workspaceId }, 'hold')
    if (!before) throw failure('sso.not_set_up')
    if (enabled && !before.enabled) {
      if (before.trial_version !== before.version || before.trial?.problem !== null) throw failure('sso.trial_needed')
      const domains = await listDomains(tx, workspaceId)
      if (!domains.some(({ proven_at: provenAt }) => provenAt)) throw failure('sso.domain_needed')
    }
    // Else the shop's own admin could be without any way in.
    if (enabled && required && claims['aal'] !== 'aal2') throw failure('sso.own_second_step')
    const after = { enabled, required: enabled && required }
    await sql`update sso_connections set enabled = ${after.enabled}, required = ${after.required}, changed_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId}`.execute(tx)
    if (!enabled) await endShopSessions(tx, workspaceId)
    const was = { enabled: before.enabled, required: before.required }
    await recordChange(platform, tx, caller, 'sso.switched', workspaceId, { before: was, after })
  })
}

/** @throws account.prove_again, auth.own_sign_in_needed */
export async function removeSso(platform: Platform, caller: Caller): Promise<void> {
  requireChanger(platform, caller)
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    // First: whoever is being let in right now is there when sessions end, or finds it gone.
    await readConnection(tx, { workspaceId }, 'hold')
    await endShopSessions(tx, workspaceId)
    const { rows } =
      await sql`delete from sso_connections where workspace_id = ${workspaceId} returning workspace_id`.execute(tx)
    await sql`delete from private.sso_domains where workspace_id = ${workspaceId}`.execute(tx)
    await forgetSecret(tx, secretPlace(workspaceId))
    if (rows.length > 0) await recordChange(platform, tx, caller, 'sso.removed', workspaceId)
  })
}
