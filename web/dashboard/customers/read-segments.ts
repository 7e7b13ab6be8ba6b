import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'

export type Segment = Result<'GET /api/v1/segments'>['segments'][number]
export type CustomerField = Result<'GET /api/v1/customer-fields'>['fields'][number]

export function useSegments() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['segments', workspace.id],
    queryFn: async () => (await call('GET /api/v1/segments')).segments,
  })
}

export function useSegmentsChanged(): () => Promise<void> {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['segments', workspace.id] })
}

/** A saved group's count is also put into the cached list. */
export function useSegmentCount(asked: { segment: string } | { definition: SegmentNode }) {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['segment count', workspace.id, asked],
    queryFn: async () => {
      const counted = await call('POST /api/v1/segments/count', { body: asked, repeatable: true })
      if ('segment' in asked)
        queries.setQueryData<Segment[]>(['segments', workspace.id], known =>
          known?.map(one => (one.id === asked.segment ? { ...one, count: counted.count } : one)),
        )
      return counted
    },
    staleTime: 30_000,
    retry: false,
  })
}

export function useCustomerFields(): CustomerField[] {
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['customer fields', workspace.id],
    queryFn: async () => (await call('GET /api/v1/customer-fields')).fields,
  })
  return data ?? []
}

export function useImportedLists(): { id: string; name: string }[] {
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['imported lists', workspace.id],
    queryFn: async () => {
      const lists = await readRows(
        'imports',
        query =>
          query
            .eq('workspace_id', workspace.id)
            .eq('status', 'done')
            .order('created_at', { ascending: false })
            .limit(100),
        'id,file_name',
      )
      return lists.map(list => ({ id: list.id, name: list.file_name }))
    },
  })
  return data ?? []
}

export function useStartedSequences(): { id: string; name: string }[] {
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['started sequences', workspace.id],
    queryFn: () =>
      readRows(
        'sequences',
        query =>
          query
            .eq('workspace_id', workspace.id)
            .not('published_at', 'is', null)
            .order('created_at', { ascending: false })
            .limit(100),
        'id,name',
      ),
  })
  return data ?? []
}

export function useSentCampaigns(): { id: string; name: string }[] {
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['sent campaigns', workspace.id],
    queryFn: () =>
      readRows(
        'broadcasts',
        query =>
          query
            .eq('workspace_id', workspace.id)
            .not('started_at', 'is', null)
            .order('created_at', { ascending: false })
            .limit(100),
        'id,name',
      ),
  })
  return data ?? []
}
