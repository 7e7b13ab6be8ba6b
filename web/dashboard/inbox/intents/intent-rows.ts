import { useMemo } from 'react'
import type { IntentKind } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'

export type Intent = Row<'intents'>

export const intentIcons: Record<IntentKind, IconName> = {
  booking: 'calendar-clock',
  order: 'shopping-bag',
  callback: 'phone',
}

export function titleOf({ kind, customer_name: name, said_when: when, how_many: count, phone }: Intent): string {
  return [name, when, kind === 'booking' ? count : undefined, phone && formatPhone(phone)].filter(Boolean).join(' · ')
}

function newestFirst(a: Intent, b: Intent): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1)
}

const maxPerConversation = 50

export function useIntents(conversationId: string): LiveRows<Intent> {
  const list = useMemo<LiveList<Intent>>(
    () => ({
      topic: `conversation:${conversationId}`,
      table: 'intents',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.conversation_id === conversationId,
      compare: newestFirst,
      load: () =>
        readRows('intents', query =>
          query
            .eq('conversation_id', conversationId)
            .order('created_at', { ascending: false })
            .limit(maxPerConversation),
        ),
    }),
    [conversationId],
  )
  return useLiveRows(list)
}

const maxOpen = 300

export function useOpenIntents(): LiveRows<Intent> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Intent>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'intents',
      key: ['open'],
      keyOf: row => row.id,
      accepts: row => row.workspace_id === workspace.id && row.state === 'open',
      compare: newestFirst,
      load: () =>
        readRows('intents', query =>
          query
            .eq('workspace_id', workspace.id)
            .eq('state', 'open')
            .order('created_at', { ascending: false })
            .limit(maxOpen),
        ),
    }),
    [workspace.id],
  )
  return useLiveRows(list)
}
