import type { BulkAct } from '#shared/contracts/inbox/conversations.contract.ts'
import { groupBy } from '#web/data/group-by.ts'
import type { Conversation } from '#web/data/wire-rows.ts'

export type Step = { ids: string[]; act: BulkAct }

export type Before = Pick<
  Conversation,
  | 'id'
  | 'status'
  | 'snoozed_until'
  | 'waiting_since'
  | 'assignee_id'
  | 'tag_ids'
  | 'bot_status'
  | 'bot_off_by'
  | 'bot_off_until'
> & { unread: boolean }

/** Skips conversations that did not change. A bot silenced by a rule or another program stays silent until resumed. */
export function undoSteps(act: BulkAct, before: readonly Before[], now: Date): Step[] {
  const steps = before.flatMap(row => stepsOf(act, row, now))
  const grouped = groupBy(steps, step => JSON.stringify(step.act))
  const all = [...grouped.values()].map(same => ({ act: same[0]!.act, ids: same.flatMap(step => step.ids) }))
  return all.toSorted((a, b) => order.indexOf(a.act.act) - order.indexOf(b.act.act))
}

/** A closed conversation must be reopened before anything else. */
const order: BulkAct['act'][] = ['close', 'resume-bot', 'reopen', 'snooze', 'pause-bot', 'assign', 'tags', 'read']

function stepsOf(act: BulkAct, row: Before, now: Date): Step[] {
  const acts = (...list: (BulkAct | undefined)[]) => list.flatMap(one => (one ? [{ ids: [row.id], act: one }] : []))
  const waiting = row.waiting_since !== null
  const put: BulkAct | undefined =
    row.status === 'snoozed' && stillAhead(row.snoozed_until, now)
      ? { act: 'snooze', until: row.snoozed_until }
      : undefined
  switch (act.act) {
    case 'close':
      return row.status === 'closed' ? [] : acts({ act: 'reopen', waiting }, put, pauseOf(row, now))
    case 'reopen':
      return row.status === 'closed' ? acts({ act: 'close' }) : acts(put)
    case 'snooze':
      return row.status === 'closed' ? [] : acts(put ?? { act: 'snooze', until: null })
    case 'assign':
      return row.assignee_id === act.person_id ? [] : acts({ act: 'assign', person_id: row.assignee_id })
    case 'tags':
      return tagSteps(act, row)
    case 'read':
      return row.unread === (act.unread ?? false) ? [] : acts({ act: 'read', unread: row.unread })
    case 'pause-bot':
      // Resuming also ends the wait for a person.
      return row.bot_status === 'on'
        ? acts({ act: 'resume-bot' }, waiting ? { act: 'reopen', waiting } : undefined)
        : acts(pauseOf(row, now))
    case 'resume-bot':
      return acts(pauseOf(row, now), waiting ? { act: 'reopen', waiting } : undefined)
  }
}

function tagSteps(act: Extract<BulkAct, { act: 'tags' }>, row: Before): Step[] {
  const remove = (act.add ?? []).filter(tag => !row.tag_ids.includes(tag))
  const add = (act.remove ?? []).filter(tag => row.tag_ids.includes(tag))
  return remove.length + add.length === 0 ? [] : [{ ids: [row.id], act: { act: 'tags', add, remove } }]
}

function pauseOf({ bot_status, bot_off_until }: Before, now: Date): BulkAct | undefined {
  if (bot_status === 'on') return undefined
  if (bot_off_until === null) return { act: 'pause-bot' }
  const minutes = Math.ceil((Date.parse(bot_off_until) - now.getTime()) / 60_000)
  return minutes > 0 ? { act: 'pause-bot', minutes } : undefined
}

function stillAhead(at: string | null, now: Date): boolean {
  return at !== null && Date.parse(at) > now.getTime()
}
