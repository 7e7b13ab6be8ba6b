import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import type { TemplatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { fill } from '#web/parts/language/texts.ts'

export type Templates = Result<'GET /api/v1/templates'>

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

/** Zalo accounts whose consultation messages are limited, as Zalo said last. */
export function useLimitedAccounts() {
  const { data } = useTemplates()
  return (data?.accounts ?? []).flatMap(account => {
    const { replies_left: left, replies_total: total, replies_read_at: readAt, channel_id: channelId, name } = account
    return left === null || total === null || !readAt ? [] : [{ channelId, name, left, total, readAt }]
  })
}

/** '' if there are none */
export function takenText(taken: Partial<Templates['accounts'][number]['taken']>, texts: TemplatesTexts): string {
  const { free = 0, quota = 0, billed = 0 } = taken
  const parts: [number, string][] = [
    [free, texts.takenFree],
    [quota, texts.takenQuota],
    [billed, texts.takenBilled],
  ]
  return parts.flatMap(([count, text]) => (count > 0 ? [fill(text, { count })] : [])).join(', ')
}
