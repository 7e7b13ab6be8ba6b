import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { SessionPlace } from './session-place.tsx'
import { EndOtherSessions } from './end-other-sessions.tsx'

export function SessionList() {
  const texts = useTexts(accountTexts)
  const words = useTexts(dashboardTexts)
  const { session } = useSession()
  const queries = useQueryClient()
  const queryKey = ['own-sessions', session?.user.id]
  const list = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/account/sessions'),
    refetchOnWindowFocus: true,
  })
  const again = () => queries.invalidateQueries({ queryKey: ['own-sessions'] })
  const end = (id: string) => call('DELETE /api/v1/account/sessions/:id', { params: { id } })
  const count = list.data?.sessions.length ?? 0
  return (
    <section className="panel" aria-labelledby="sessions">
      <div className="panel-head">
        <h2 id="sessions" className="fill">
          {texts.sessions}
        </h2>
        {count > 1 && <EndOtherSessions onEnded={() => void again()} />}
      </div>
      <QueryState query={list} failed={texts.sessionsFailed} loading={words.loading} rows={2} className="panel-body">
        {({ sessions }) => (
          <>
            <ul className="places">
              {sessions.map(row => (
                <SessionPlace key={row.id} row={row} end={() => end(row.id)} onEnded={() => void again()} />
              ))}
            </ul>
            {sessions.length === 1 && <p className="hint places-foot">{texts.onlyHere}</p>}
          </>
        )}
      </QueryState>
    </section>
  )
}
