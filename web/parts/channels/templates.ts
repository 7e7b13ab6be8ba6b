import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Template, TemplateAccount } from '#shared/contracts/campaigns/templates.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

export type Templates = { templates: Template[]; accounts: TemplateAccount[]; reading: boolean }

/** The server refreshes old templates when asked; meanwhile they are polled. */
export function useTemplates() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['templates', workspace.id],
    queryFn: () => call('GET /api/v1/templates'),
    refetchInterval: ({ state: { data } }) =>
      data?.reading || data?.templates.some(({ state }) => state === 'pending') ? 2500 : 60_000,
  })
}

export function useTemplatesAgain(): () => Promise<void> {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['templates', workspace.id] })
}

export function templateNames(names: readonly string[], gone: string): string {
  return names.map(name => (name ? `“${name}”` : gone)).join(', ')
}
