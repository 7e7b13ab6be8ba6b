import { localeOf } from '#shared/rules/text/number-format.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Platform } from '#platform/platform.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { type BillingMailKey, billingMailTexts } from '#shared/texts/billing/billing-mail-texts.ts'
import { invoiceTexts } from '#shared/texts/billing/invoice-texts.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import type { Language } from '#shared/words.ts'
import { houseZone, type Invoice } from './invoices/issue-invoice.ts'

type Reader = { email: string; language: Language; workspace: string; time_zone: string }

export type MailContent = { values: Record<string, string>; body?: BillingMailKey; path?: string }

type EmailKind =
  | 'trial_ending'
  | 'renewal'
  | 'unpaid'
  | 'card'
  | 'ended'
  | 'credited'
  | 'invoice'
  | 'refund'
  | 'withdrawal'
  | 'price'
  | 'offer'
  | 'offer_ended'
  | 'terms'
  | 'terms_ended'
  | 'dispute'
  | 'forgetting'

/** In each reader's language, within the transaction that the mail reports. */
type MailAll = (
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  kind: EmailKind,
  contentFor: (reader: { language: Language; timeZone: string }) => MailContent,
) => Promise<void>

export const mailAdmins: MailAll = async (platform, tx, workspaceId, kind, contentFor) => {
  const { rows } = await sql<Reader>`select p.email, p.language, w.name as workspace, w.time_zone
    from members m join people p on p.id = m.person_id join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.role = 'admin' and m.status = 'active' and p.status = 'active' and w.deleted_at is null
    order by m.joined_at`.execute(tx)
  for (const reader of rows)
    await send(platform, tx, reader, kind, contentFor({ language: reader.language, timeZone: reader.time_zone }))
}

export const mailOperators: MailAll = async (platform, tx, workspaceId, kind, contentFor) => {
  const { rows } = await sql<Reader>`select p.email, p.language, w.name as workspace, ${houseZone} as time_zone
    from people p join workspaces w on w.id = ${workspaceId}
    where p.is_operator and p.status = 'active' and p.email_verified order by p.joined_at limit 10`.execute(tx)
  for (const reader of rows)
    await send(
      platform,
      tx,
      reader,
      kind,
      contentFor({ language: reader.language, timeZone: reader.time_zone }),
      'reason.operator',
    )
}

export async function mailInvoice(platform: Platform, tx: Tx, invoice: Invoice): Promise<void> {
  const { language, number, total, currency, kind, buyer, workspace_id } = invoice
  if (!buyer.email) return
  const { rows } = await sql<{ name: string }>`select name from workspaces where id = ${workspace_id}`.execute(tx)
  const titles = {
    invoice: 'invoice.title',
    credit_note: 'invoice.title_credit',
    debit_note: 'invoice.title_debit',
  } as const
  const title = invoiceTexts(language)[titles[kind]]
  const reader = { email: buyer.email, language, workspace: rows[0]?.name ?? buyer.name, time_zone: houseZone }
  const values = { title, number, amount: formatMoney(total, currency, language) }
  await send(
    platform,
    tx,
    reader,
    'invoice',
    { values, path: `/dashboard/billing?invoice=${number}` },
    'reason.invoice',
  )
}

async function send(
  platform: Platform,
  tx: Tx,
  { email, language, workspace }: Reader,
  kind: EmailKind,
  { values, body, path }: MailContent,
  reason: BillingMailKey = 'reason',
): Promise<void> {
  const { BRAND_NAME: brand } = platform.config
  const { publicUrl } = platform.config
  const texts = billingMailTexts(language)
  const text = (key: BillingMailKey) => fillText(texts[key], { brand, workspace, ...values })
  const heading = `${kind}.heading`
  const mail = renderEmail({
    to: email,
    language,
    brand,
    publicUrl,
    subject: text(`${kind}.subject`),
    preview: text(`${kind}.preview`),
    heading: heading in texts ? text(heading as BillingMailKey) : text(`${kind}.subject`),
    paragraphs: [text(body ?? (`${kind}.body` as BillingMailKey))],
    button: { label: text(`${kind}.button`), href: `${publicUrl}${path ?? '/dashboard/billing'}` },
    small: [],
    reason: text(reason),
    about: fillText(mailTexts(language)['footer.about'], { brand }),
  })
  await platform.jobs.enqueue(tx, { kind: 'send mail', payload: mail })
}

export function dayIn(at: Date, language: Language, timeZone: string): string {
  const form = { timeZone, day: 'numeric', month: language === 'vi' ? 'numeric' : 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(localeOf(language), form).format(at)
}
