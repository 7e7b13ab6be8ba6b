import { sql } from 'kysely'
import type { z } from 'zod'
import { deliverNews, hasDevice, type Reader } from '#features/notifications/notify.ts'
import { type Operator, recordOperatorAct } from '#features/workspaces/record-operator-act.ts'
import { failure } from '#platform/errors.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { IncidentStage, newIncident, newIncidentUpdate } from '#shared/contracts/status/status.contract.ts'
import type { Language } from '#shared/words.ts'

type InBoth = Record<Language, string>
type Update = { id: string; incidentId: string; stage: IncidentStage; text: InBoth; notify: boolean }

const atOnce = 200

/** Idempotent by its id. */
export async function openIncident(
  platform: Platform,
  operator: Operator,
  { id, update_id: updateId, components, impact, vi, en, notify }: z.output<typeof newIncident>,
): Promise<{ id: string }> {
  await platform.db.asService(null, async tx => {
    const title = { vi: vi.title, en: en.title }
    const { rows } = await sql`insert into private.incidents (id, components, impact, title, opened_at)
      values (${id}, ${components}, ${impact}, ${JSON.stringify(title)}::jsonb, ${platform.clock.now()})
      on conflict (id) do nothing returning id`.execute(tx)
    if (rows.length === 0) return
    const text = { vi: vi.text, en: en.text }
    await addUpdate(platform, tx, { id: updateId, incidentId: id, stage: 'investigating', text, notify })
    const meta = { components, impact, title: vi.title }
    await recordOperatorAct(platform, tx, operator, { workspaceId: null, action: 'incident.opened', target: id, meta })
  })
  return { id }
}

/** Idempotent by its id. @throws status.incident_closed */
export async function updateIncident(
  platform: Platform,
  operator: Operator,
  { id, update_id: updateId, stage, vi, en, notify }: z.output<typeof newIncidentUpdate> & { id: string },
): Promise<{ id: string }> {
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ closed_at: Date | null; known: boolean }>`select closed_at,
        exists (select from private.incident_updates u where u.id = ${updateId}) as known
      from private.incidents where id = ${id} for update`.execute(tx)
    const [incident] = rows
    if (!incident) throw failure('request.not_found')
    if (incident.known) return
    if (incident.closed_at) throw failure('status.incident_closed')
    await addUpdate(platform, tx, { id: updateId, incidentId: id, stage, text: { vi: vi.text, en: en.text }, notify })
    if (stage === 'resolved')
      await sql`update private.incidents set closed_at = ${platform.clock.now()} where id = ${id}`.execute(tx)
    const action = stage === 'resolved' ? 'incident.closed' : 'incident.updated'
    await recordOperatorAct(platform, tx, operator, { workspaceId: null, action, target: id, meta: { stage } })
  })
  return { id }
}

async function addUpdate(platform: Platform, tx: Tx, { id, incidentId, stage, text, notify }: Update): Promise<void> {
  await sql`insert into private.incident_updates (id, incident_id, stage, text, created_at, status)
    values (${id}, ${incidentId}, ${stage}, ${JSON.stringify(text)}::jsonb, ${platform.clock.now()}, ${notify ? 'sending' : 'done'})`.execute(
    tx,
  )
  if (notify) await nextPart(platform, tx, id)
}

function nextPart({ jobs }: Platform, tx: Tx, id: string): Promise<void> {
  return jobs.enqueue(tx, { kind: 'notify incident', key: `notify incident ${id}`, payload: { id } })
}

type Pending = { title: InBoth; text: InBoth; notified_to: string | null }

/** Admins of shops, in portions by id. Progress is committed with each, and a notification's matter holds once for a person. */
export async function notifyIncident(platform: Platform, { id }: { id: string }): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows: pending } = await sql<Pending>`select i.title, u.text, u.notified_to from private.incident_updates u
      join private.incidents i on i.id = u.incident_id where u.id = ${id} and u.status = 'sending' for update of u`.execute(
      tx,
    )
    const [update] = pending
    if (!update) return
    const { rows } =
      await sql<Reader>`select p.id, p.email_verified, s.in_app, s.email, s.push, ${hasDevice} as has_device
      from people p left join notification_settings s on s.person_id = p.id and s.kind = 'incident'
      where p.status = 'active' and (${update.notified_to}::uuid is null or p.id > ${update.notified_to}::uuid)
        and exists (select from members m join workspaces w on w.id = m.workspace_id where m.person_id = p.id
          and m.role = 'admin' and m.status = 'active' and w.kind = 'shop' and w.deleted_at is null)
      order by p.id limit ${atOnce}`.execute(tx)
    const words = (language: Language) => ({ title: update.title[language], text: update.text[language] })
    await deliverNews(platform, tx, rows, {
      workspaceId: null,
      kind: 'incident',
      matter: `incident ${id}`,
      data: { what: 'changed', vi: words('vi'), en: words('en') },
    })
    const last = rows.at(-1)
    const isDone = rows.length < atOnce
    await sql`update private.incident_updates set notified_to = ${last?.id ?? update.notified_to},
      status = ${isDone ? 'done' : 'sending'} where id = ${id}`.execute(tx)
    if (!isDone) await nextPart(platform, tx, id)
  })
}
