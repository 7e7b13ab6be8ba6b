import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, onSignInNeeded } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { cachedSession } from '#web/data/session/cached-session.ts'
import { useSession } from '#web/data/session/session.tsx'

/** A session may end elsewhere. The first refused call ends it here too; after signing in again, everything is refetched. */
export function useEndedSession(): void {
  const queries = useQueryClient()
  const { ended } = useSession()
  useEffect(() => {
    let asking = false
    function ask() {
      if (asking) return
      asking = true
      void forgetIfEnded().finally(() => {
        asking = false
      })
    }
    function checkError(error: unknown) {
      if (error instanceof ApiError && error.status === 401) ask()
    }
    // The first call may have been refused before this mounted.
    for (const query of queries.getQueryCache().getAll()) checkError(query.state.error)
    const stopListening = onSignInNeeded(ask)
    const stopWatching = queries.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'error') checkError(event.action.error)
    })
    return () => {
      stopListening()
      stopWatching()
    }
  }, [queries])

  const before = useRef(ended)
  useEffect(() => {
    if (before.current && !ended) void queries.invalidateQueries()
    before.current = ended
  }, [ended, queries])
}

async function forgetIfEnded(): Promise<void> {
  if (!cachedSession()) return
  const { auth } = client()
  const { error } = await auth.getUser()
  if (error?.status === 401 || error?.status === 403 || error?.name === 'AuthSessionMissingError') {
    await auth.signOut({ scope: 'local' })
  }
}
