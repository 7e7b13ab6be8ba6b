import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Conversation, Message } from '#web/data/wire-rows.ts'

export type Undelivered = {
  id: string
  /** The job's kind; 'deliver message' is a reply that did not reach its customer */
  kind: string
  reason: string
  attempts: number
  at: string
  message?: { id: string; text: string; conversationId: string; contactName: string } | undefined
}

const everyMs = 15_000
const maxShown = 200
/** Members see recent failures only: they cannot see what an admin dropped, which would otherwise stay forever. */
const memberDaysMs = 7 * 86_400_000

/** Admins see everything, members only messages, which they may resend. */
export function useUndelivered() {
  const { workspace, role } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['undelivered', workspace.id, role],
    refetchInterval: everyMs,
    queryFn: () => (role === 'admin' ? readDeadLetters(workspace.id) : readFailed(workspace.id)),
  })
}

const deadLetterColumns = 'id,kind,ref,reason,attempts,created_at'

async function readDeadLetters(workspaceId: string): Promise<Undelivered[]> {
  const rows = await readRows(
    'dead_letters',
    query =>
      query
        .eq('workspace_id', workspaceId)
        .eq('status', 'open')
        .order('created_at', { ascending: false })
        .limit(maxShown),
    deadLetterColumns,
  )
  const ids = rows.filter(({ kind }) => kind === 'deliver message').map(({ ref }) => ref)
  const messages = await readMessages(workspaceId, ids)
  return rows.map(({ id, kind, ref, reason, attempts, created_at: at }) => ({
    id,
    kind,
    reason,
    attempts,
    at,
    message: messages.get(ref),
  }))
}

async function readFailed(workspaceId: string): Promise<Undelivered[]> {
  const since = new Date(Date.now() - memberDaysMs).toISOString()
  const rows = await readRows('messages', query =>
    query
      .eq('workspace_id', workspaceId)
      .eq('direction', 'out')
      .eq('status', 'failed')
      .gt('created_at', since)
      .order('created_at', { ascending: false })
      .limit(maxShown),
  )
  const messages = await withNames(workspaceId, rows)
  return rows.map(row => ({
    id: row.id,
    kind: 'deliver message',
    reason: row.error_code ?? '',
    attempts: row.sends,
    at: row.created_at,
    message: messages.get(row.id),
  }))
}

type UndeliveredMessage = NonNullable<Undelivered['message']>

async function readMessages(workspaceId: string, ids: string[]): Promise<Map<string, UndeliveredMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows('messages', query => query.eq('workspace_id', workspaceId).in('id', ids))
  return withNames(workspaceId, rows)
}

async function withNames(workspaceId: string, rows: Message[]): Promise<Map<string, UndeliveredMessage>> {
  const ids = [...new Set(rows.map(row => row.conversation_id))]
  const conversations =
    ids.length === 0
      ? []
      : await readRows('conversations', query => query.eq('workspace_id', workspaceId).in('id', ids))
  const names = new Map(conversations.map((row: Conversation) => [row.id, row.contact_name.trim()]))
  return new Map(
    rows.map(({ id, text, conversation_id: conversationId }) => [
      id,
      { id, text, conversationId, contactName: names.get(conversationId) ?? '' },
    ]),
  )
}

export function useUndeliveredActions() {
  const { workspace, role } = useCurrentWorkspace()
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: ['undelivered', workspace.id] })
  async function renewing<T>(act: Promise<T>): Promise<T> {
    try {
      return await act
    } finally {
      await renew()
    }
  }
  return {
    tryAgain: ({ id }: Undelivered) =>
      renewing<unknown>(
        role === 'admin'
          ? call('POST /api/v1/dead-letters/:id/replay', { params: { id } })
          : call('POST /api/v1/messages/:id/retry', { params: { id }, body: {} }),
      ),
    tryAll: () => renewing(call('POST /api/v1/dead-letters/replay')),
    drop: ({ id }: Undelivered) => renewing(call('POST /api/v1/dead-letters/:id/drop', { params: { id } })),
  }
}
