import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import { after, seconds } from '#platform/clock.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { dropUnnamedFiles } from '../drop-files.ts'
import { beginErasure, eraseConversation } from '../rights/erase-customer.ts'
import { monthsBefore, outdatedConversation, outdatedCustomer, outdatedFiles, outdatedRequest } from './outdated.ts'
import { retentionBegins, rulesOf } from './retention-rules.ts'

type Task = { workspace_id: string }
type Named = { id: string }

/** Of each kind in one run of the job. */
const inOneRun = 100
const between = seconds(5)

export async function planRetention(platform: Platform): Promise<void> {
  const since = after(platform.clock.now(), -retentionBegins)
  const rows = await platform.db.readAsService<Task>(sql`select r.workspace_id from retention_rules r
    join workspaces w on w.id = r.workspace_id and w.deleted_at is null
    where r.changed_at <= ${since} and num_nonnulls(r.conversation_months, r.file_months, r.customer_months, r.request_months) > 0`)
  await forEachLogged(platform, 'plan retention', rows, task => planRun(platform, task, platform.clock.now()))
}

/** May run twice: each row is asked again, locked, before it goes. */
export async function applyRetention(platform: Platform, task: Task): Promise<void> {
  const { workspace_id: ws } = task
  const now = platform.clock.now()
  const { rules, changed_at: changedAt } = await platform.db.asService(ws, tx => rulesOf(tx, ws))
  if (!changedAt || changedAt > after(now, -retentionBegins)) return
  const erased = {
    conversations: rules.conversations ? await eraseTalks(platform, ws, monthsBefore(now, rules.conversations)) : 0,
    files: rules.files ? await eraseFiles(platform, ws, monthsBefore(now, rules.files)) : 0,
    customers: rules.customers ? await eraseCustomers(platform, ws, monthsBefore(now, rules.customers)) : 0,
    requests: rules.requests ? await eraseRequests(platform, ws, monthsBefore(now, rules.requests)) : 0,
  }
  if (Object.values(erased).every(count => count === 0)) return
  await platform.db.asService(ws, tx =>
    recordInAuditLog(platform, tx, { workspaceId: ws, personId: null }, 'retention.applied', ws, erased),
  )
  if (Object.values(erased).some(count => count === inOneRun)) await planRun(platform, task, after(now, between))
}

function planRun(platform: Platform, task: Task, runAt: Date): Promise<void> {
  const { workspace_id: ws } = task
  const job = { kind: 'apply retention', key: `apply retention ${ws}`, lane: `apply retention ${ws}` }
  return platform.db.asService(ws, tx => platform.jobs.enqueue(tx, { ...job, payload: task, runAt }))
}

async function eraseTalks(platform: Platform, ws: string, before: Date): Promise<number> {
  const rows = await platform.db.readAsService<Named>(sql`select v.id from conversations v
    where ${outdatedConversation(ws, before)} order by v.last_message_at limit ${inOneRun}`)
  for (const { id } of rows) {
    // Closed first: whoever writes from now on begins a new conversation, which stays.
    const isClosed = await platform.db.asService(ws, async tx => {
      await sql`select from conversations where workspace_id = ${ws} and id = ${id} for no key update`.execute(tx)
      const { rows: closed } = await sql`update conversations v set status = 'closed'
        where v.id = ${id} and ${outdatedConversation(ws, before)} returning v.id`.execute(tx)
      return closed.length > 0
    })
    if (isClosed) await eraseConversation(platform, ws, id)
  }
  return rows.length
}

/** The message stays, and says that it had a file; what was read in a picture goes with it. */
async function eraseFiles(platform: Platform, ws: string, before: Date): Promise<number> {
  const rows = await platform.db.readAsService<Named & { conversation_id: string }>(sql`select m.id, m.conversation_id
    from messages m where ${outdatedFiles(ws, before)} order by m.created_at limit ${inOneRun}`)
  for (const { id, conversation_id: conversationId } of rows)
    await platform.db.asService(ws, async tx => {
      await sql`select from conversations where workspace_id = ${ws} and id = ${conversationId} for no key update`.execute(
        tx,
      )
      const { rows: found } = await sql<{ files: string[] }>`select
          array(select a ->> 'file' from jsonb_array_elements(m.attachments) a where a ->> 'file' is not null) as files
        from messages m where m.id = ${id} and ${outdatedFiles(ws, before)} for no key update of m`.execute(tx)
      if (found.length === 0) return
      await sql`update messages set attachments = (select jsonb_agg(case when a ? 'file'
            then jsonb_build_object('id', a -> 'id', 'type', a -> 'type', 'status', 'expired') else a end order by place)
          from jsonb_array_elements(attachments) with ordinality as parts (a, place))
        where workspace_id = ${ws} and id = ${id}`.execute(tx)
      await dropUnnamedFiles(
        tx,
        ws,
        found.flatMap(({ files }) => files),
      )
    })
  return rows.length
}

async function eraseCustomers(platform: Platform, ws: string, before: Date): Promise<number> {
  const rows = await platform.db.readAsService<Named>(sql`select cu.id from customers cu
    where ${outdatedCustomer(ws, before)} order by coalesce(cu.last_seen_at, cu.created_at), cu.id limit ${inOneRun}`)
  for (const { id } of rows)
    await platform.db.asService(ws, async tx => {
      // A message that arrives meanwhile waits for its contact, or has opened a conversation that is seen here.
      await sql`select from contacts where workspace_id = ${ws} and customer_id = ${id} order by id for update`.execute(
        tx,
      )
      await beginErasure(platform, tx, { workspaceId: ws, id }, outdatedCustomer(ws, before))
    })
  return rows.length
}

async function eraseRequests(platform: Platform, ws: string, before: Date): Promise<number> {
  const { rows } = await platform.db.asService(ws, tx =>
    sql`delete from data_requests where workspace_id = ${ws} and id in (select q.id from data_requests q
      where ${outdatedRequest(ws, before)} order by q.done_at limit ${inOneRun}) returning id`.execute(tx),
  )
  return rows.length
}
