import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'

/** The person's shops whose sign-in rules this session does not meet. */
export function shutOutShops(personId: string | undefined) {
  return queryOptions({
    queryKey: ['shut-out', personId],
    enabled: personId !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    queryFn: async () => (await call('GET /api/v1/account/shut-out')).shops,
  })
}
