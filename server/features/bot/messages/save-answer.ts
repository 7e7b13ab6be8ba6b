import { sql } from 'kysely'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import { withPages } from '../answers/add-pages.ts'
import type { Answer } from './asked-answer.ts'

export type Circumstances = {
  id: string
  at: Date
  ms: number
  conversation?: { id: string; upToSeq: number; messageIds: string[] }
  replyId?: string | undefined
  silentReason?: string | undefined
}

const maxExcerptLength = 160

/** Once for each end of a burst; part of the caller's commit. */
export function saveAnswer(tx: Tx, workspaceId: string, answer: Answer, how: Circumstances): void {
  const { conversation } = how
  atCommit(
    tx,
    sql`insert into answers (id, workspace_id, conversation_id, up_to_seq, message_ids, reply_id, act, silent_reason, text, language,
      citations, confidence, path, trace, ms, created_at)
    values (${how.id}, ${workspaceId}, ${conversation?.id ?? null}, ${conversation?.upToSeq ?? null}, ${conversation?.messageIds ?? []}::uuid[],
      ${how.replyId ?? null}, ${answer.act}, ${how.silentReason ?? null}, ${answer.reply}, ${answer.language},
      ${withPages(workspaceId, answer.citations)}, ${answer.confidence}, ${answer.path}, ${JSON.stringify(traceOf(answer))}::jsonb
        || jsonb_build_object('knowledge_version', (select knowledge_version from workspaces where id = ${workspaceId})), ${how.ms}, ${how.at})`,
  )
}

function traceOf(answer: Answer): object {
  const left = answer.left.length > 0 ? { left: answer.left } : {}
  return { ...answer.trace, ...left, candidates: candidatesOf(answer) }
}

function candidatesOf({ retrieved }: Answer): object[] {
  return retrieved.map(({ text, ...candidate }) => ({
    ...candidate,
    text: text.slice(0, maxExcerptLength).toWellFormed(),
  }))
}
