import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@supabase/supabase-js'
import { call } from '#web/data/api.ts'
import { readRows } from '#web/data/read.ts'
import { claimsOf } from '#web/data/session/session-state.ts'
import { useSession } from '#web/data/session/session.tsx'
import { storedLanguage } from '#web/data/stored-language.ts'
import type { Row } from '#web/data/wire-rows.ts'

export type Person = Row<'people'>

/** The shop whose provider opened this session, which shows and changes nothing of the account. */
export function useOnlyShop(): string | undefined {
  const { session } = useSession()
  const only = session ? claimsOf(session.access_token)['only_workspace'] : undefined
  return typeof only === 'string' ? only : undefined
}

export function usePerson() {
  const { session } = useSession()
  const only = useOnlyShop()
  const id = session?.user.id ?? ''
  return useQuery({
    queryKey: ['person', id, only ?? ''],
    async queryFn() {
      if (only && session) return personOfSession(session)
      const [person] = await readRows('people', query => query.eq('id', id))
      if (!person) throw new Error('There is no row about this person')
      return person
    },
  })
}

function personOfSession({ user }: Session): Person {
  const name: unknown = user.user_metadata['full_name']
  return {
    ...{ id: user.id, email: user.email ?? '', email_verified: true, full_name: typeof name === 'string' ? name : '' },
    ...{ phone: null, notification_email: null, notification_email_verified: false, last_login_at: null },
    ...{ language: storedLanguage(), is_operator: false, status: 'active', joined_at: user.created_at },
  }
}

export function useUpdatePerson() {
  const queries = useQueryClient()
  return async (change: { full_name: string; phone: string }) => {
    await call('PATCH /api/v1/account', { body: change })
    await queries.invalidateQueries({ queryKey: ['person'] })
  }
}
