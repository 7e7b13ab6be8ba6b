import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation, Row } from '#web/data/wire-rows.ts'

export type Question = Row<'unanswered_questions'>
export type QuestionStatus = 'open' | 'done' | 'ignored'

export type Asker = { conversation: Conversation; text: string; waits: boolean }
export type Asking = { askers: Asker[]; wordings: string[] }

const pageSize = 30
const asksRead = 500

export function useUnanswered(status: QuestionStatus): LiveRows<Question> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Question>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'unanswered_questions',
      key: [status],
      keyOf: row => row.id,
      accepts: row => row.status === status,
      compare: (a, b) =>
        Date.parse(b.last_asked_at) - Date.parse(a.last_asked_at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
      pageSize,
      load: edge =>
        readRows('unanswered_questions', start => {
          const query = start.eq('workspace_id', workspace.id).eq('status', status)
          return (edge ? query.or(below(edge)) : query)
            .order('last_asked_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(pageSize)
        }),
    }),
    [workspace.id, status],
  )
  return useLiveRows(list)
}

function below({ id, last_asked_at: at }: Question): string {
  return `last_asked_at.lt."${at}",and(last_asked_at.eq."${at}",id.lt.${id})`
}

/** Read again when one of the shown questions is asked again. */
export function useAskings(questions: readonly Question[]): Map<string, Asking> | undefined {
  const { data } = useQuery({
    queryKey: ['askings', ...questions.map(({ id, asked_count, status }) => `${id} ${asked_count} ${status}`)],
    enabled: questions.length > 0,
    placeholderData: before => before,
    queryFn: async () => {
      const ids = questions.map(({ id }) => id)
      const asks = await readRows('unanswered_asks', query =>
        query.in('question_id', ids).order('asked_at', { ascending: false }).limit(asksRead),
      )
      const conversationIds = [...new Set(asks.map(ask => ask.conversation_id))]
      const conversations =
        conversationIds.length > 0 ? await readRows('conversations', query => query.in('id', conversationIds)) : []
      return gather(questions, asks, conversations)
    },
  })
  return data
}

function gather(
  questions: readonly Question[],
  asks: readonly Row<'unanswered_asks'>[],
  conversations: readonly Conversation[],
): Map<string, Asking> {
  const known = new Map(conversations.map(conversation => [conversation.id, conversation]))
  return new Map(
    questions.map(({ id, question }) => {
      const own = asks.filter(ask => ask.question_id === id)
      const askers = new Map<string, Asker>()
      for (const { conversation_id, text } of own) {
        const conversation = known.get(conversation_id)
        if (!conversation || askers.has(conversation_id)) continue
        const waits = conversation.waiting_since !== null && conversation.status !== 'closed'
        askers.set(conversation_id, { conversation, text, waits })
      }
      const wordings = [...new Set(own.map(ask => ask.text))].filter(text => text !== question)
      return [id, { askers: [...askers.values()], wordings }]
    }),
  )
}
