import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import { openBackupStores } from '#platform/backups/open-backup-stores.ts'
import { days } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { fillText } from '#shared/texts/account/mail-texts.ts'
import { requestProofTexts } from '#shared/texts/privacy/request-proof-texts.ts'
import { type Language, languages } from '#shared/words.ts'
import { drawProof, proofNumber } from './draw-proof.ts'
import { readProofFacts } from './proof-facts.ts'

const perShop = { max: 1000, windowMs: days(1), burst: 100 }

type Due = { workspace_id: string; request_id: string }

/** In the transaction that finishes the request, or that erases whom an earlier document still named a reason of. */
export async function makeProofLater(platform: Platform, tx: Tx, due: Due): Promise<void> {
  const { workspace_id: ws, request_id: id } = due
  await sql`delete from private.request_proofs where workspace_id = ${ws} and request_id = ${id}`.execute(tx)
  await sql`update data_requests set proof = null where workspace_id = ${ws} and id = ${id} and proof is not null`.execute(
    tx,
  )
  // One at a time for all shops: fonts and two documents take a processor.
  const job = { kind: 'write request proof', key: `request proof ${id}`, lane: 'request proofs' }
  await platform.jobs.enqueue(tx, { ...job, payload: due })
}

/** Drawn outside the transaction. May run twice: the first that is stored stays. */
export async function writeRequestProof(platform: Platform, { workspace_id: ws, request_id: id }: Due): Promise<void> {
  const facts = await platform.db.asService(ws, tx => readProofFacts(tx, ws, id))
  if (!facts) return
  const { BRAND_NAME: brand, BACKUP_KEEP: newest, BACKUP_WHOLE_EVERY: every } = platform.config
  // Those on which the newest lean stay too.
  const backups = openBackupStores(platform.config, platform.clock).length > 0 ? newest + every - 1 : null
  const now = platform.clock.now()
  const proofs: { language: Language; pdf: Buffer }[] = []
  for (const language of languages)
    proofs.push({ language, pdf: await drawProof(facts, { brand, backups, made_at: now, language }) })
  const hashes = Object.fromEntries(
    proofs.map(({ language, pdf }) => [language, createHash('sha256').update(pdf).digest('hex')]),
  )
  await platform.db.asService(ws, async tx => {
    // Erased meanwhile: another job draws it without the reason.
    const { rows } = await sql`update data_requests set proof = ${JSON.stringify(hashes)}::jsonb
      where workspace_id = ${ws} and id = ${id} and proof is null and done_at = ${facts.done_at}
        and why is not distinct from ${facts.why}::text and masked_who = ${facts.masked_who}
        and (${facts.erased_at !== null} or customer_id is null or exists (select from customers cu
          where cu.workspace_id = ${ws} and cu.id = customer_id and cu.erased_at is null)) returning id`.execute(tx)
    if (rows.length === 0) return
    for (const { language, pdf } of proofs)
      await sql`insert into private.request_proofs (workspace_id, request_id, language, pdf, made_at)
        values (${ws}, ${id}, ${language}, ${pdf}, ${now})`.execute(tx)
    await recordInAuditLog(platform, tx, { workspaceId: ws, personId: null }, 'data-request.proof-made', id, hashes)
  })
}

/**
 * Records the download.
 * @throws request.not_found, request.too_many
 */
export async function openRequestProof(
  platform: Platform,
  caller: Caller,
  { id, language }: { id: string; language: Language },
): Promise<{ name: string; pdf: Buffer }> {
  const { workspaceId: ws } = caller
  await limit(platform, `request proofs:${ws}`, perShop)
  return platform.db.asService(ws, async tx => {
    const { rows } = await sql<{ pdf: Uint8Array }>`select pdf from private.request_proofs
      where workspace_id = ${ws} and request_id = ${id} and language = ${language}`.execute(tx)
    const [row] = rows
    if (!row) throw failure('request.not_found')
    await recordInAuditLog(platform, tx, caller, 'data-request.proof-taken', id, { language })
    const name = fillText(requestProofTexts(language).fileName, { number: proofNumber(id) })
    return { name, pdf: Buffer.from(row.pdf) }
  })
}
