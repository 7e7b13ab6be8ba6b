// Where a kill is to fall in a campaign, and where it did fall.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export type Run = <T>(statement: string) => Promise<T[]>
export type Kind = 'facebook' | 'zalo' | 'website'
export type Aim = 'plan' | 'step' | `${'feed' | 'send'} ${Kind}`
/** A website's messages are there once they are made: nothing is sent. */
export const aims: readonly Aim[] = [
  'plan',
  'feed facebook',
  'send facebook',
  'feed zalo',
  'send zalo',
  'feed website',
  'step',
]
const patienceMs = 9000

export const wordsOf = (round: number) => `Lượt ${round}:`
export const stepWordsOf = (round: number) => `Bước ${round}:`

/** To everybody, about what they bought, so that no cap holds them up. @returns its id */
export async function addBroadcast(run: Run, round: number): Promise<string> {
  const id = randomUUID()
  const content = JSON.stringify({ texts: { vi: `${wordsOf(round)} hàng đã tới` }, fallback: 'vi' })
  await run(`insert into broadcasts (id, workspace_id, name, purpose, routes, content, status, max_cost, deadline, started_at, created_at, changed_at)
    select '${id}', workspace_id, 'Lượt ${round}', 'service', '{facebook.response,zalo.consultation,website.chat}', '${content}', 'planning', 0,
      now() + interval '1 day', now(), now(), now() from channels where kind = 'zalo'`)
  await run(`insert into private.jobs (kind, key, lane, payload, run_at, created_at)
    select 'plan broadcast', 'plan:${id}', 'plan ${id}', jsonb_build_object('workspace_id', workspace_id, 'broadcast_id', id), now(), now()
    from broadcasts where id = '${id}'`)
  return id
}

/** With everybody at its one step, which is due. @returns its id */
export async function addSequence(run: Run, words: string, name: string): Promise<string> {
  const id = randomUUID()
  const say = {
    ...{ id: 'say', is: 'message', purpose: 'service', texts: { vi: words }, fallback: 'vi' },
    ...{ within_hours: 24, otherwise: 'skip' },
  }
  const plan = JSON.stringify({ trigger: { on: 'hand' }, goal: null, again_after_days: null, steps: [say] })
  await run(`insert into sequences (id, workspace_id, name, status, draft, version, "trigger", created_at, changed_at, published_at)
    select '${id}', workspace_id, '${name}', 'active', '${plan}', 1, '{"on": "hand"}', now(), now(), now() from channels where kind = 'zalo'`)
  await run(`insert into sequence_versions (workspace_id, sequence_id, version, plan, serves_only, published_at)
    select workspace_id, id, 1, draft, true, now() from sequences where id = '${id}'`)
  await run(`insert into private.sequence_runs (id, workspace_id, sequence_id, version, customer_id, step, next_at, entered_at, entered_by)
    select gen_random_uuid(), workspace_id, '${id}', 1, customer_id, 'say', now(), now(), 'hand' from contacts`)
  return id
}

/** Until the campaign `id` is there, as a running server says; after a while wherever it is. */
export async function aimAt(
  aim: Aim,
  { url, headers, id }: { url: string; headers: Record<string, string>; id: string },
): Promise<void> {
  const [what, kind] = aim.split(' ')
  const ask = async (path: string) => {
    const rows = (await (await fetch(`${url}/rest/v1/${path}`, { headers })).json()) as { id: string }[]
    if (!Array.isArray(rows)) throw new Error(JSON.stringify(rows))
    return rows
  }
  const [channel] = kind ? await ask(`channels?select=id&kind=eq.${kind}`) : []
  const made = `messages?select=id&limit=1&origin_id=eq.${id}${channel ? `&channel_id=eq.${channel.id}` : ''}`
  const path =
    what === 'plan'
      ? `broadcasts?select=id&id=eq.${id}&status=eq.planning`
      : what === 'send'
        ? `${made}&status=eq.sending`
        : made
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(3))
    if ((await ask(path)).length > 0) return
}

/** Everything that a kill cut off: recipients still to be found, to be fed, or with a message under way; steps that have begun to be taken. */
export async function whereItFell(run: Run): Promise<Aim[]> {
  const found = await run<{ aim: Aim }>(`
    select distinct 'plan' as aim from broadcasts where status = 'planning'
    union select 'feed ' || h.kind from private.broadcast_recipients r join broadcasts b on b.id = r.broadcast_id join channels h on h.id = r.channel_id
      where b.status = 'running' group by b.id, h.kind having bool_or(r.state in ('planned', 'waiting')) and bool_or(r.message_id is not null)
    union select 'send ' || h.kind from messages m join channels h on h.id = m.channel_id where m.origin = 'broadcast' and m.status = 'sending'
    union select 'step' from messages where origin = 'sequence' and status in ('queued', 'sending')
    union select 'step' from private.sequence_runs group by sequence_id having bool_or(ended_at is null) and bool_or(message_id is not null)`)
  return found.map(one => one.aim)
}
