import type { Session } from '#platform/sql/session.ts'
import { listReferences, listWorkspaceTables, type WorkspaceTable } from './workspace-tables.ts'

/**
 * Not imported: what the shop and the other operator owe each other. Here it would become refundable money that nobody received, in the
 * books and number series of another seller.
 */
const money = [
  'private.bank_sightings',
  'private.bank_transactions',
  'private.billing_notices',
  'private.e_invoices',
  'private.ended_plans',
  'private.message_packs',
  'private.payment_attempts',
  'private.payment_disputes',
  'private.payment_proofs',
  'private.payments',
  'private.payoneer_tokens',
  'private.payout_accounts',
  'private.refused_payments',
  'private.returned_parts',
  'private.stripe_customers',
  'public.commissions',
  'public.invoices',
  'public.offers',
  'public.orders',
  'public.prices',
  'public.referral_codes',
  'public.referrals',
  'public.refunds',
  'public.withdrawals',
]
/** Useless without a secret that is not exported, or specific to the exporting installation. */
const useless = [
  'private.api_key_hashes',
  'private.customer_exports',
  'private.invitations',
  'private.visitors',
  'private.zalo_renewals',
  'public.notifications',
]
export const leftInFolder = [...money, ...useless]

/** Triggers write some of these from other rows; the folder has them whole. */
export const searchWords = ['private.contact_words', 'private.customer_words', 'private.message_words']

export const productBuckets = ['sources', 'attachments', 'avatars']

export type ImportedTable = WorkspaceTable & {
  /** columns that name a person of this installation */
  people: string[]
}

/** All of a workspace, in an order in which each row finds what it refers to. */
export async function listImportedTables(session: Session, workspaceId: string): Promise<ImportedTable[]> {
  const all = await listWorkspaceTables(session, workspaceId)
  const references = await listReferences(session)
  const waiting = new Map(all.filter(({ name }) => !leftInFolder.includes(name)).map(table => [table.name, table]))
  const ordered: ImportedTable[] = []
  const take = (table: WorkspaceTable) => {
    waiting.delete(table.name)
    const people = references.filter(({ child, parent }) => child === table.name && parent === 'public.people')
    ordered.push({ ...table, people: people.map(({ from }) => from) })
  }
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ name }) =>
      references.every(({ child, parent }) => child !== name || parent === name || !waiting.has(parent)),
    )
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) take(table)
  }
  const isWords = ({ name }: ImportedTable) => searchWords.includes(name)
  return [...ordered.filter(table => !isWords(table)), ...ordered.filter(isWords)]
}
