import { useQuery } from '@tanstack/react-query'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'

export type ConsentText = Row<'consent_texts'>

export function useConsentTexts() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['consent-texts', workspace.id],
    queryFn: (): Promise<ConsentText[]> =>
      readRows('consent_texts', query =>
        query.eq('workspace_id', workspace.id).order('created_at', { ascending: false }).limit(50),
      ),
  })
}

/** The newest version in the language, else in the other; empty if there is none. */
export function wordsFor(stored: ConsentText[] | undefined, purpose: string, language: string): string {
  const some = stored?.filter(one => one.purpose === purpose) ?? []
  return (some.find(one => one.language === language) ?? some[0])?.words ?? ''
}
