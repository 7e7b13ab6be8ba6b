import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { useConsentTexts } from '#web/parts/customers/consent-texts.ts'
import { LoadError } from '#web/parts/page/load-error.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { CampaignTabs } from '../campaign-tabs.tsx'
import { ConsentRequestPanel } from './consent-request-panel.tsx'
import { OptOutTester } from './opt-out-tester.tsx'
import { useRules } from './read-rules.ts'
import { SendingForm } from './sending-form.tsx'
import { ConsentTextPanel } from './consent-text-panel.tsx'
import './rules.css'

export function RulesSection() {
  const texts = useTexts(campaignScreensTexts)
  return (
    <SectionPage title={texts.title}>
      <CampaignTabs current="rules" />
      <Rules />
    </SectionPage>
  )
}

function Rules() {
  const texts = useTexts(campaignRulesTexts)
  const { role } = useCurrentWorkspace()
  const rules = useRules()
  const words = useConsentTexts()
  const failed = [rules, words].find(({ status }) => status === 'error')
  if (failed) return <LoadError title={texts.failed} error={failed.error} retry={() => void failed.refetch()} />
  if (!rules.data || !words.data) return <SkeletonRows rows={5} label={texts.loading} />
  return (
    <div className="campaign-rules">
      <p className="soft">{role === 'admin' ? texts.intro : texts.adminsOnly}</p>
      <SendingForm key={JSON.stringify(rules.data)} rules={rules.data} words={words.data} />
      <ConsentRequestPanel rules={rules.data} words={words.data} />
      <ConsentTextPanel stored={words.data} />
      <OptOutTester />
    </div>
  )
}
