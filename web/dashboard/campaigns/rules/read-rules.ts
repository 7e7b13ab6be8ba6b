import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CampaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'

export function useRules() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['campaign-rules', workspace.id],
    queryFn: () => call('GET /api/v1/campaign-rules'),
  })
}

/** The name that messages carry. */
export function useSender(): string {
  const { workspace } = useCurrentWorkspace()
  return useRules().data?.sender || workspace.name
}

/** The toast offers to undo it. */
export function useSaveRules(): (rules: CampaignRules) => Promise<void> {
  const texts = useTexts(campaignRulesTexts)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  async function put(rules: CampaignRules): Promise<CampaignRules> {
    const { before } = await call('PUT /api/v1/campaign-rules', { body: rules })
    queries.setQueryData(['campaign-rules', workspace.id], rules)
    return before
  }
  async function putBack(before: CampaignRules) {
    try {
      await put(before)
      showToast(texts.undone)
    } catch (error) {
      showError(error)
    }
  }
  return async rules => {
    const before = await put(rules)
    showToast(texts.saved, { text: texts.undo, run: () => void putBack(before) })
  }
}
