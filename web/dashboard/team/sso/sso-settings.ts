import { useQuery } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import type { SsoTexts } from '#shared/texts/team/sso-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { fill } from '#web/parts/language/texts.ts'

export type Sso = Result<'GET /api/v1/sso'>
export type SsoConnection = NonNullable<Sso['connection']>
export type SsoDomain = Sso['domains'][number]

export function useSso() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({ queryKey: ['sso', workspace.id], queryFn: () => call('GET /api/v1/sso') })
}

export function hoursInWords(hours: number, texts: SsoTexts): string {
  return hours % 24 === 0 ? fill(texts.daysCount, { count: hours / 24 }) : fill(texts.hoursCount, { count: hours })
}
