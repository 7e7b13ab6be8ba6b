import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Platform } from '#platform/platform.ts'
import { readSecret } from '#platform/secrets/stored-secrets.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Provider } from '../oauth/providers.ts'
import type { SsoProblem } from '#shared/contracts/sso/sso.api.ts'

export type Connection = {
  workspace_id: string
  id: string
  issuer: string
  client_id: string
  version: number
  enabled: boolean
  required: boolean
  joins: boolean
  session_hours: number
  trial: Trial | null
  trial_version: number | null
}

/** As stored: times are texts. */
export type Trial = { at: string; problem: SsoProblem | null; claims: Record<string, string> }

/** @param hold until the end of the transaction, so that changes see each other */
export async function readConnection(
  tx: Tx,
  by: { workspaceId: string } | { id: string },
  hold?: 'hold',
): Promise<Connection | undefined> {
  const { rows } =
    await sql<Connection>`select c.workspace_id, c.id, c.issuer, c.client_id, c.version, c.enabled, c.required, c.joins,
      c.session_hours, c.trial, c.trial_version
    from sso_connections c join workspaces w on w.id = c.workspace_id and w.deleted_at is null
    where ${'id' in by ? sql`c.id = ${by.id}` : sql`c.workspace_id = ${by.workspaceId}`}
    ${hold ? sql`for no key update of c` : sql``}`.execute(tx)
  return rows[0]
}

export function secretPlace(workspaceId: string) {
  return { workspaceId, owner: 'sso', name: 'client secret' }
}

/** @returns undefined where its secret is missing */
export async function providerOf(platform: Platform, tx: Tx, connection: Connection): Promise<Provider | undefined> {
  const clientSecret = await readSecret(platform, tx, secretPlace(connection.workspace_id))
  return clientSecret === undefined ? undefined : makeProvider(connection, clientSecret)
}

export function makeProvider(
  { id, version, issuer, client_id: clientId }: Pick<Connection, 'id' | 'version' | 'issuer' | 'client_id'>,
  clientSecret: string,
): Provider {
  // Named by version: what was learned of other settings is not used for these.
  return {
    ...{ name: `sso ${id} ${version}`, title: 'SSO', clientId, clientSecret, issuer, isForeign: true },
    scopes: ['openid', 'email', 'profile'],
  }
}

/** One of its own for each workspace: an answer of another provider does not arrive here. */
export function returnAddress(config: Config, id: string): string {
  return `${config.publicUrl}/api/v1/sso/callback/${id}`
}

export async function endShopSessions(tx: Tx, workspaceId: string): Promise<void> {
  await sql`delete from auth.sessions where only_workspace = ${workspaceId}`.execute(tx)
}
