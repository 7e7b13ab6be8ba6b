import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { LoadError } from '#web/parts/page/load-error.tsx'
import { ComposePage } from './compose/compose-page.tsx'
import { CampaignLayout } from './campaign-layout.tsx'
import { ProgressPage } from './progress-page.tsx'
import { useCampaign } from './read-campaigns.ts'

export function CampaignPage({ id }: { id: string }) {
  const texts = useTexts(campaignScreensTexts)
  const { data, status, error, refetch } = useCampaign(id)
  if (status === 'error')
    return (
      <CampaignLayout title={texts.title}>
        <LoadError title={texts.failed} error={error} retry={() => void refetch()} />
      </CampaignLayout>
    )
  if (status === 'pending')
    return (
      <CampaignLayout title={texts.title}>
        <SkeletonRows rows={5} label={texts.loading} />
      </CampaignLayout>
    )
  if (!data)
    return (
      <CampaignLayout title={texts.title}>
        <EmptyState
          title={texts.gone}
          text={texts.goneText}
          action={
            <Link className={buttonClass()} to={addresses.campaigns}>
              {texts.back}
            </Link>
          }
        />
      </CampaignLayout>
    )
  if (data.status === 'draft') return <ComposePage campaign={data} onStarted={() => void refetch()} />
  return <ProgressPage campaign={data} onChanged={() => void refetch()} />
}
