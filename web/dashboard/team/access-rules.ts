import { useQuery } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import type { AccessTexts } from '#shared/texts/team/access-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { fill } from '#web/parts/language/texts.ts'

export type Access = Result<'GET /api/v1/access-rules'>

export function useAccessRules() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({ queryKey: ['access-rules', workspace.id], queryFn: () => call('GET /api/v1/access-rules') })
}

export function limitInWords(hours: number | null, texts: AccessTexts): string {
  if (hours === null) return texts.unlimited
  return hours % 24 === 0 ? fill(texts.days, { count: hours / 24 }) : fill(texts.hours, { count: hours })
}
