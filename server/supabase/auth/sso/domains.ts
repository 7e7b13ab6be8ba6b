import { sql } from 'kysely'
import type { z } from 'zod'
import { after, days, hours, minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId, newSecret } from '#platform/ids.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { maxSsoDomains, type ssoDomainBody } from '#shared/contracts/sso/sso.api.ts'
import { recordChange } from './record-change.ts'
import { readMailDomain } from './mail-domains.ts'
import { requireChanger } from './require-changer.ts'

type Row = {
  id: string
  workspace_id: string
  domain: string
  proof: string
  proven_at: Date | null
  checked_at: Date | null
  missing_since: Date | null
}

const columns = sql`d.id, d.workspace_id, d.domain, d.proof, d.proven_at, d.checked_at, d.missing_since`
const checkEvery = hours(24)
/** A record that is gone may be a mistake of a day. */
const patience = days(7)

export function asShown({ id, domain, proof, proven_at, checked_at, missing_since }: Row) {
  const record = { record_name: recordName(domain), record_value: recordValue(proof) }
  return { id, domain, ...record, proven_at, checked_at, missing_since }
}

function recordName(domain: string): string {
  return `_sen-sso.${domain}`
}

function recordValue(proof: string): string {
  return `sen-sso=${proof}`
}

export async function listDomains(tx: Tx, workspaceId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select ${columns} from private.sso_domains d
    where d.workspace_id = ${workspaceId} order by d.created_at, d.id`.execute(tx)
  return rows
}

/** A claim without proof shuts nobody out of it. @throws sso.domain_wrong, sso.domain_free, sso.domains_full */
export async function addDomain(platform: Platform, caller: Caller, input: z.output<typeof ssoDomainBody>) {
  requireChanger(platform, caller, 'without proof')
  const domain = await readMailDomain(input.domain)
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    const known = await listDomains(tx, workspaceId)
    const same = known.find(one => one.domain === domain)
    if (same) return asShown(same)
    if (known.length >= maxSsoDomains) throw failure('sso.domains_full')
    const row = { id: newId(), workspace_id: workspaceId, domain, proof: newSecret() }
    await sql`insert into private.sso_domains (id, workspace_id, domain, proof, created_at)
      values (${row.id}, ${workspaceId}, ${domain}, ${row.proof}, ${platform.clock.now()})`.execute(tx)
    await recordChange(platform, tx, caller, 'sso.domain-added', domain)
    return asShown({ ...row, proven_at: null, checked_at: null, missing_since: null })
  })
}

/** @throws request.not_found, sso.proof_missing, sso.domain_taken, sso.dns_unreachable */
export async function checkDomain(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { workspaceId } = caller
  requireChanger(platform, caller, 'without proof')
  await limit(platform, `sso domain:${workspaceId}`, { max: 60, windowMs: minutes(10), burst: 20 })
  const row = await readDomain(platform, { workspace_id: workspaceId, id })
  if (!row) throw failure('request.not_found')
  const records = await findRecords(platform, row.domain)
  if (!records) throw failure('sso.dns_unreachable')
  const result = await settle(platform, row, records, caller.personId)
  if (result === 'taken') throw failure('sso.domain_taken')
  if (result === 'missing') throw failure('sso.proof_missing', { name: recordName(row.domain) })
  return asShown((await readDomain(platform, row)) ?? row)
}

/** @throws account.prove_again, request.not_found */
export async function removeDomain(platform: Platform, caller: Caller, { id }: { id: string }): Promise<void> {
  requireChanger(platform, caller)
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    const { rows } = await sql<{ domain: string; proven_at: Date | null }>`delete from private.sso_domains
      where workspace_id = ${workspaceId} and id = ${id} returning domain, proven_at`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    if (rows[0].proven_at) await closeDomain(platform, tx, workspaceId, rows[0].domain)
    await recordChange(platform, tx, caller, 'sso.domain-removed', rows[0].domain)
  })
}

/** One job for each, so that a slow name server holds up nobody else's. */
export async function planDomainChecks(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{
      workspace_id: string
      id: string
    }>`update private.sso_domains d set checked_at = ${now}
      where d.id in (select id from private.sso_domains where proven_at is not null and checked_at <= ${after(now, -checkEvery)}
        order by checked_at limit 200) returning d.workspace_id, d.id`.execute(tx)
    for (const row of rows)
      await platform.jobs.enqueue(tx, { kind: 'check sso domain', key: `check sso domain ${row.id}`, payload: row })
  })
}

export async function checkAgain(platform: Platform, place: { workspace_id: string; id: string }): Promise<void> {
  const row = await readDomain(platform, place)
  // A name server that does not answer proves nothing, for or against.
  const records = row?.proven_at ? await findRecords(platform, row.domain) : undefined
  if (row && records) await settle(platform, row, records, null)
}

async function readDomain(platform: Platform, { workspace_id: workspaceId, id }: { workspace_id: string; id: string }) {
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<Row>`select ${columns} from private.sso_domains d
      where d.workspace_id = ${workspaceId} and d.id = ${id}`.execute(tx)
    return rows[0]
  })
}

async function findRecords(platform: Platform, domain: string): Promise<string[] | undefined> {
  try {
    return await platform.textRecords(recordName(domain))
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

/** Whoever writes the domain's DNS decides: a record that another workspace still shows there stands. */
async function settle(
  platform: Platform,
  row: Row,
  records: string[],
  personId: string | null,
): Promise<'proven' | 'missing' | 'taken'> {
  const now = platform.clock.now()
  const { workspace_id: workspaceId, id, domain } = row
  const shown = (proof: string) => records.includes(recordValue(proof))
  return platform.db.asService(null, async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sso ${domain}`}, 17))`.execute(tx)
    const { rows } = await sql<Row>`select ${columns} from private.sso_domains d
      where d.domain = ${domain} and (d.id = ${id} or d.proven_at is not null)`.execute(tx)
    const own = rows.find(one => one.id === id)
    if (!own) return 'missing'
    if (!shown(own.proof)) {
      const since = own.proven_at ? (own.missing_since ?? now) : null
      const isLost = since !== null && after(since, patience) <= now
      await sql`update private.sso_domains set checked_at = ${now}, missing_since = ${isLost ? null : since},
        proven_at = ${isLost ? null : own.proven_at} where id = ${id}`.execute(tx)
      if (isLost) await lose(platform, tx, own)
      return 'missing'
    }
    const holder = rows.find(one => one.id !== id)
    if (holder && shown(holder.proof)) return 'taken'
    if (holder) {
      await sql`update private.sso_domains set proven_at = null, missing_since = null where id = ${holder.id}`.execute(
        tx,
      )
      await lose(platform, tx, holder)
    }
    await sql`update private.sso_domains set checked_at = ${now}, missing_since = null, proven_at = coalesce(proven_at, ${now})
      where id = ${id}`.execute(tx)
    if (own.proven_at) return 'proven'
    await touch(platform, tx, workspaceId)
    await recordChange(platform, tx, { workspaceId, personId }, 'sso.domain-proven', domain)
    return 'proven'
  })
}

async function lose(platform: Platform, tx: Tx, { workspace_id: workspaceId, domain }: Row): Promise<void> {
  await closeDomain(platform, tx, workspaceId, domain)
  await recordChange(platform, tx, { workspaceId, personId: null }, 'sso.domain-lost', domain)
}

/** Who came in by it is out at once; without any domain left the whole sign-in is off. */
async function closeDomain(platform: Platform, tx: Tx, workspaceId: string, domain: string): Promise<void> {
  // First: whoever is being let in right now is there when sessions end, or finds the domain gone.
  await touch(platform, tx, workspaceId)
  await sql`delete from auth.sessions s using auth.users u where s.only_workspace = ${workspaceId} and u.id = s.user_id
    and split_part(lower(u.email), '@', 2) = ${domain}`.execute(tx)
  await sql`update sso_connections c set enabled = false, required = false where workspace_id = ${workspaceId} and not exists
    (select from private.sso_domains d where d.workspace_id = c.workspace_id and d.proven_at is not null)`.execute(tx)
}

/** Live connections follow a change of this row. */
async function touch(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  await sql`update sso_connections set changed_at = ${platform.clock.now()} where workspace_id = ${workspaceId}`.execute(
    tx,
  )
}

/** @throws request.not_found for the house, whose members are the operators */
export async function holdShop(tx: Tx, workspaceId: string): Promise<void> {
  const { rows } =
    await sql`select from workspaces where id = ${workspaceId} and kind = 'shop' for no key update`.execute(tx)
  if (rows.length === 0) throw failure('request.not_found')
}
