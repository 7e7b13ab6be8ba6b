import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'

export function useSequences() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['sequences', workspace.id],
    queryFn: async () => (await call('GET /api/v1/sequences')).sequences,
    refetchInterval: 10_000,
  })
}

export function sequenceKey(workspaceId: string, id: string) {
  return ['sequence', workspaceId, id]
}

/** null: not found */
export function useSequence(id: string) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: sequenceKey(workspace.id, id),
    queryFn: async () => {
      try {
        return await call('GET /api/v1/sequences/:id', { params: { id } })
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
    refetchInterval: 10_000,
  })
}

export function useRuns(id: string, live: boolean) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['sequence runs', workspace.id, id, live],
    queryFn: async () =>
      (
        await call('GET /api/v1/sequences/:id/runs', {
          params: { id },
          query: { limit: 50, live: live ? 'true' : undefined },
        })
      ).runs,
    refetchInterval: 10_000,
  })
}

export type Named = { id: string; name: string }
export type CustomField = Named & { kind: string; choices: string[] }

export function useNamed(): { tags: Named[]; fields: CustomField[]; people: Named[] } {
  const { workspace, members } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['sequence names', workspace.id],
    queryFn: async () => {
      const [tags, fields] = await Promise.all([
        readRows('tags', query => query.eq('workspace_id', workspace.id).order('name').limit(500)),
        readRows('customer_fields', query => query.eq('workspace_id', workspace.id).order('name')),
      ])
      return { tags, fields }
    },
  })
  const people = members.flatMap(({ person_id: id, status, name, email }) =>
    id && status === 'active' ? [{ id, name: name || email }] : [],
  )
  return { tags: data?.tags ?? [], fields: data?.fields ?? [], people }
}
