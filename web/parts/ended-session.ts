import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'

/**
 * A session may end elsewhere: signed out on another device, a new password, a locked account. The first read that is
 * refused for it ends the session here too, so that the screen asks to sign in again.
 */
export function useEndedSession(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let asking = false
    function look(error: unknown) {
      if (asking || !(error instanceof ApiError) || error.status !== 401) return
      asking = true
      void forgetIfEnded().finally(() => {
        asking = false
      })
    }
    // The first read may have been refused before this screen was there.
    for (const query of queries.getQueryCache().getAll()) look(query.state.error)
    return queries.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
    })
  }, [queries])
}

async function forgetIfEnded(): Promise<void> {
  const { auth } = client()
  const { error } = await auth.getUser()
  if (error?.status === 401 || error?.status === 403 || error?.name === 'AuthSessionMissingError') {
    await auth.signOut({ scope: 'local' })
  }
}
