import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { tableAsCsv } from '#shared/rules/text/csv.ts'
import { auditTexts, wordsOfAct } from '#shared/texts/account/audit-texts.ts'

/** More lines than shops' spreadsheets can open. */
const maxRows = 50_000
const often = { max: 10, windowMs: hours(1) }

type Line = {
  at: Date
  who: string | null
  actor: string | null
  action: string
  target: string | null
  meta: object
  ip: string | null
}

/** CSV, newest first; the export itself is logged. */
export async function exportAudit(platform: Platform, caller: Caller): Promise<string> {
  const { workspaceId, language } = caller
  await limit(platform, `audit export:${workspaceId}`, often)
  const { rows } = await platform.db.asService(workspaceId, async tx => {
    const lines =
      await sql<Line>`select a.at, coalesce(nullif(m.name, ''), m.email, 'API: ' || k.name) as who, a.actor, a.action, a.target, a.meta, a.ip
      from audit_log a left join members m on m.workspace_id = a.workspace_id and m.person_id = a.actor
      left join api_keys k on k.workspace_id = a.workspace_id and k.id = a.actor
      where a.workspace_id = ${workspaceId} order by a.at desc, a.id desc limit ${maxRows}`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'audit-log.exported', workspaceId)
    return lines
  })
  const texts = auditTexts(language)
  const head = [texts.time, texts.who, texts.act, texts.code, texts.target, texts.details, texts.address]
  const body = rows.map(({ at, who, actor, action, target, meta, ip }) => [
    at.toISOString(),
    who ?? actor ?? texts.program,
    wordsOfAct(language, action),
    action,
    target ?? '',
    Object.keys(meta).length === 0 ? '' : JSON.stringify(meta),
    ip ?? '',
  ])
  return tableAsCsv([head, ...body], language)
}
