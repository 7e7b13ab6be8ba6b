import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { Failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { bulkAct, bulkBody } from '#shared/contracts/inbox/conversations.contract.ts'
import type { BulkResult } from '#shared/contracts/inbox/conversations.results.ts'
import { errorText } from '#shared/errors.ts'
import { assign } from './assign.ts'
import { closeConversation, reopenConversation } from './close-conversation.ts'
import { markRead } from './mark-read.ts'
import { pauseBot, resumeBot } from './pause-bot.ts'
import { snooze } from './snooze.ts'
import { tagConversation } from '../tags/tag-conversation.ts'

type Act = z.output<typeof bulkAct>

/** One transaction each: a failure holds up none of the others. Idempotent. */
export async function changeMany(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof bulkBody>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  for (const id of new Set(input.ids)) {
    try {
      await actOn(platform, caller, id, input)
      result.done.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      result.failed.push({ id, code: error.code, message: errorText(error.code, caller.language) })
    }
  }
  return result
}

function actOn(platform: Platform, caller: Caller, id: string, act: Act): Promise<unknown> {
  switch (act.act) {
    case 'close':
      return closeConversation(platform, caller, { id })
    case 'reopen':
      return reopenConversation(platform, caller, { id, waiting: act.waiting })
    case 'snooze':
      return snooze(platform, caller, { id, until: act.until })
    case 'assign':
      return assign(platform, caller, { id, person_id: act.person_id })
    case 'tags':
      return tagConversation(platform, caller, { id, add: act.add, remove: act.remove })
    case 'read':
      return markRead(platform, caller, { id, unread: act.unread })
    case 'pause-bot':
      return pauseBot(platform, caller, { id, minutes: act.minutes })
    case 'resume-bot':
      return resumeBot(platform, caller, { id })
  }
}
