import { readRows } from './read.ts'

export function readNewestSources(workspaceId: string, limit: number) {
  return readRows('sources', query =>
    query
      .eq('workspace_id', workspaceId)
      .in('kind', ['file', 'link'])
      .is('parent_id', null)
      .neq('status', 'removed')
      .order('id', { ascending: false })
      .limit(limit),
  )
}
