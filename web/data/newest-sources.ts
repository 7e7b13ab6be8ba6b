import { readRows } from './read.ts'

/** The newest files and links that a shop has given to its bot. */
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
