import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { maySendAsked } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { SendAnswer } from '#shared/rules/may-send.ts'
import { routeNames } from '#shared/rules/campaigns/send-question.ts'
import { askRules } from './ask-rules.ts'
import { readFacts, readShop } from './contact-facts.ts'

/**
 * Ignores costs.
 * @throws request.not_found
 */
export async function askMaySend(
  platform: Platform,
  { workspaceId }: Caller,
  { contact_id: contactId, purpose }: z.output<typeof maySendAsked>,
): Promise<SendAnswer> {
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const [facts] = await readFacts(tx, { workspaceId, purpose, now }, { contacts: [contactId] })
    if (!facts) throw failure('request.not_found')
    const cost = { confirmed: Infinity, left: Infinity }
    const plan = { purpose, routes: routeNames, content: null, cost, deadline: null, stopped: false }
    return askRules(platform.config, facts, await readShop(tx, workspaceId, now), plan, now).answer
  })
}
