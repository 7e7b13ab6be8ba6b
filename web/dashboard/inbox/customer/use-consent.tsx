import { type ReactNode, useState } from 'react'
import type { Conversation } from '#web/data/wire-rows.ts'
import { CostConfirmDialog } from '#web/dashboard/inbox/delivery/cost-confirm-dialog.tsx'
import { replyWindow } from '#web/parts/conversations/reply-window.ts'
import { useWindowFacts } from '#web/dashboard/inbox/delivery/use-window-facts.ts'

/** Asks first where the platform may charge. */
export function useConsent(conversation: Conversation): {
  withConsent(send: (mayCost: boolean) => void): void
  question: ReactNode
} {
  const facts = useWindowFacts(conversation)
  const [agreed, setAgreed] = useState<{ run(): void }>()
  return {
    withConsent(send) {
      if (replyWindow(facts).kind === 'paid') setAgreed({ run: () => send(true) })
      else send(false)
    },
    question: agreed && (
      <CostConfirmDialog
        source={conversation.source}
        channelId={conversation.channel_id}
        onAgree={agreed.run}
        onClose={() => setAgreed(undefined)}
      />
    ),
  }
}
