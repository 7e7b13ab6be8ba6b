import type { detailsBody } from '#shared/contracts/billing/billing.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { judgeTaxId } from '#shared/rules/money/tax.ts'

type Details = z.output<typeof detailsBody>

/** A tax number with a wrong check digit is accepted with a warning: only the tax office knows. */
export async function saveBillingDetails(
  platform: Platform,
  caller: Caller,
  details: Details,
): Promise<Details & { warnings: 'tax_id_doubtful'[] }> {
  const { workspaceId, personId } = caller
  const { company, tax_id, address, invoice_email } = details
  await platform.db.asService(workspaceId, async tx => {
    await sql`update workspaces set company = nullif(${company}, ''), tax_id = nullif(${tax_id}, ''), address = nullif(${address}, ''),
      invoice_email = nullif(${invoice_email}, '') where id = ${workspaceId}`.execute(tx)
    await sql`insert into audit_log (id, workspace_id, actor, action, at)
      values (${newId()}, ${workspaceId}, ${personId}, 'billing.details-changed', ${platform.clock.now()})`.execute(tx)
  })
  return {
    company,
    tax_id,
    address,
    invoice_email,
    warnings: judgeTaxId(tax_id) === 'doubtful' ? ['tax_id_doubtful'] : [],
  }
}
