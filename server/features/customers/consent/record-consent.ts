import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { recordedConsent } from '#shared/contracts/customers/customers.contract.ts'
import { addConsent } from './consent-ledger.ts'

type ConsentInput = { id: string } & z.output<typeof recordedConsent>

/**
 * Only customers can revoke written refusals.
 * @throws consent.proof_missing, consent.only_theirs, request.not_found
 */
export async function recordConsent(
  platform: Platform,
  { workspaceId, personId }: Caller,
  noted: ConsentInput,
): Promise<{ changed: boolean }> {
  const proof = storable(noted.proof)
  const words = storable(noted.words)
  if (noted.act === 'given' && proof.length < 3) throw failure('consent.proof_missing', { field: 'proof' })
  if (noted.act === 'given' && words.length < 3) throw failure('consent.proof_missing', { field: 'words' })
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`select id from contacts where workspace_id = ${workspaceId} and customer_id = ${noted.id}
      and channel_id = ${noted.channel_id} order by id for no key update`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    const { rows: theirs } =
      await sql`select 1 from consents where workspace_id = ${workspaceId} and customer_id = ${noted.id}
      and channel_id = ${noted.channel_id} and purpose = ${noted.purpose} and act in ('withdrawn', 'refused') and how <> 'told'
      and not exists (select from consents g where g.workspace_id = consents.workspace_id and g.customer_id = consents.customer_id
        and g.channel_id = consents.channel_id and g.purpose = consents.purpose and g.act = 'given' and g.how = 'message' and g.at > consents.at)
      limit 1`.execute(tx)
    if (noted.act === 'given' && theirs.length > 0) throw failure('consent.only_theirs')
    const changed = await addConsent(platform, tx, {
      workspaceId,
      customerId: noted.id,
      channelIds: [noted.channel_id],
      purposes: [noted.purpose],
      act: noted.act,
      how: 'told',
      proof: proof || '-',
      notedBy: personId,
      ...(words && { words }),
      event: `told:${noted.client_id}`,
    })
    return { changed }
  })
}

function storable(typed: string): string {
  return typed.replaceAll('\0', '').toWellFormed().normalize('NFC').trim()
}
