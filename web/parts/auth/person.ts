import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { readRows } from '#web/data/read.ts'
import { useSession } from '#web/data/session/session.tsx'
import type { Row } from '#web/data/wire-rows.ts'

export type Person = Row<'people'>

export function usePerson() {
  const { session } = useSession()
  const id = session?.user.id ?? ''
  return useQuery({
    queryKey: ['person', id],
    async queryFn() {
      const [person] = await readRows('people', query => query.eq('id', id))
      if (!person) throw new Error('There is no row about this person')
      return person
    },
  })
}

export function useUpdatePerson() {
  const queries = useQueryClient()
  return async (change: { full_name: string; phone: string }) => {
    await call('PATCH /api/v1/account', { body: change })
    await queries.invalidateQueries({ queryKey: ['person'] })
  }
}
