import type { sessionBody } from '#shared/contracts/widget.api.ts'
import type { z } from 'zod'
import { checkTicket, findWidget } from '#features/channels/website/find-widget.ts'
import { extendVisitor, findVisitor, newVisitorToken } from '#features/channels/website/website-visitor.ts'
import type { Platform } from '#platform/platform.ts'
import { consentToOffer, type OfferedConsent } from './consent-to-offer.ts'
import { cursorOf, findVisitorConversation, startCursor } from './visitor-history.ts'

export type VisitorSession = {
  visitor_token: string
  conversation_id: string | null
  cursor: string
  consent?: OfferedConsent[]
}

/** A known token resumes its chat; anything else starts a new one. */
export async function openVisitorSession(
  platform: Platform,
  input: z.output<typeof sessionBody>,
): Promise<VisitorSession> {
  return platform.db.asService(null, async tx => {
    const widget = await findWidget(tx, input.widget)
    checkTicket(platform, widget, input.ticket)
    const visitor = input.visitor_token ? await findVisitor(platform, tx, input.visitor_token) : undefined
    if (!visitor || !input.visitor_token || visitor.channelId !== widget.id)
      return {
        visitor_token: newVisitorToken(platform, widget, input.locale),
        conversation_id: null,
        cursor: startCursor,
        ...(await consentToOffer(tx, { workspaceId: widget.workspaceId, channelId: widget.id, externalId: null })),
      }
    await extendVisitor(platform, tx, visitor)
    const conversation = await findVisitorConversation(tx, visitor)
    return {
      visitor_token: input.visitor_token,
      conversation_id: conversation?.id ?? null,
      cursor: conversation ? cursorOf(conversation.id, conversation.lastSeq) : startCursor,
      ...(await consentToOffer(tx, visitor)),
    }
  })
}
