import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { storableText } from '#platform/text/storable-text.ts'
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
  input: ConsentInput,
): Promise<{ changed: boolean }> {
  const proof = storableText(input.proof)
  const words = storableText(input.words)
  if (input.act === 'given' && proof.length < 3) throw failure('consent.proof_missing', { field: 'proof' })
  if (input.act === 'given' && words.length < 3) throw failure('consent.proof_missing', { field: 'words' })
  return platform.db.asService(workspaceId, async tx => {
    const { rows: contacts } =
      await sql`select id from contacts where workspace_id = ${workspaceId} and customer_id = ${input.id}
      and channel_id = ${input.channel_id} order by id for no key update`.execute(tx)
    if (contacts.length === 0) await requireImported(tx, workspaceId, input)
    const { rows: theirs } =
      await sql`select 1 from consents where workspace_id = ${workspaceId} and customer_id = ${input.id}
      and channel_id = ${input.channel_id} and purpose = ${input.purpose} and act in ('withdrawn', 'refused') and how <> 'recorded'
      and not exists (select from consents g where g.workspace_id = consents.workspace_id and g.customer_id = consents.customer_id
        and g.channel_id = consents.channel_id and g.purpose = consents.purpose and g.act = 'given' and g.how = 'message' and g.at > consents.at)
      limit 1`.execute(tx)
    if (input.act === 'given' && theirs.length > 0) throw failure('consent.only_theirs')
    const changed = await addConsent(platform, tx, {
      workspaceId,
      customerId: input.id,
      channelIds: [input.channel_id],
      purposes: [input.purpose],
      act: input.act,
      how: 'recorded',
      proof: proof || '-',
      recordedBy: personId,
      ...(words && { words }),
      event: `recorded:${input.client_id}`,
    })
    return { changed }
  })
}

/** Who came with a list may have agreed on a channel on which they never wrote. */
async function requireImported(tx: Tx, workspaceId: string, { id, channel_id: channelId }: ConsentInput) {
  const { rows } = await sql`select 1 from customers u where u.workspace_id = ${workspaceId} and u.id = ${id}
    and u.merged_into is null and u.erased_at is null and exists (select from consent_states s
      where s.workspace_id = u.workspace_id and s.customer_id = u.id and s.channel_id = ${channelId})
    for no key update of u`.execute(tx)
  if (rows.length === 0) throw failure('request.not_found')
}
