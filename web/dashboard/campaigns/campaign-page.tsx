import { addresses } from '#shared/addresses.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { GoneState } from '#web/parts/page/gone-state.tsx'
import { ComposePage } from './compose/compose-page.tsx'
import { CampaignLayout } from './campaign-layout.tsx'
import { ProgressPage } from './progress-page.tsx'
import { useCampaign } from './read-campaigns.ts'

export function CampaignPage({ id }: { id: string }) {
  const texts = useTexts(campaignScreensTexts)
  const query = useCampaign(id)
  const { data, refetch } = query
  const gone = (
    <GoneState title={texts.gone} text={texts.goneText} back={{ to: addresses.campaigns, text: texts.back }} />
  )
  if (!data)
    return (
      <CampaignLayout title={texts.title}>
        <QueryState query={query} failed={texts.failed} loading={texts.loading} rows={5} empty={gone} />
      </CampaignLayout>
    )
  if (data.status === 'draft') return <ComposePage campaign={data} onStarted={() => void refetch()} />
  return <ProgressPage campaign={data} onChanged={() => void refetch()} />
}
