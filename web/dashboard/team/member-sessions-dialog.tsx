import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accessTexts } from '#shared/texts/team/access-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Member } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { SessionPlace } from '#web/dashboard/account/session-place.tsx'
import { fill } from '#web/parts/language/texts.ts'

export function MemberSessionsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const texts = useTexts(accessTexts)
  const name = member.name || member.email
  const queries = useQueryClient()
  const queryKey = ['member-sessions', member.id]
  const params = { id: member.id }
  const list = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: async () => (await call('GET /api/v1/members/:id/sessions', { params })).sessions,
  })
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const end = (sessionId?: string) =>
    call('POST /api/v1/members/:id/end-sessions', { params, body: sessionId ? { session_id: sessionId } : {} })
  const again = () => queries.invalidateQueries({ queryKey })

  async function endAll() {
    await perform(async () => {
      await end()
      showToast(fill(texts.endedAll, { name }))
    })
    await again()
  }

  return (
    <Dialog open title={fill(texts.sessionsOf, { name })} onClose={onClose}>
      <div className="stack gap-4">
        <p className="soft">{texts.sessionsText}</p>
        <QueryState
          query={list}
          failed={texts.sessionsFailed}
          loading={fill(texts.sessionsOf, { name })}
          rows={2}
          empty={<p>{texts.sessionsNone}</p>}
        >
          {sessions => (
            <ul className="places">
              {sessions.map(row => (
                <SessionPlace key={row.id} row={row} end={() => end(row.id)} onEnded={() => void again()} />
              ))}
            </ul>
          )}
        </QueryState>
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.close}</Button>
          {(list.data?.length ?? 0) > 0 && (
            <Button look="danger" busy={busy} busyText={texts.ending} onClick={() => void endAll()}>
              {texts.endAll}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
