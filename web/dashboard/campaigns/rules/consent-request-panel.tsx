import type { CampaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import type { ConsentText } from '#web/parts/customers/consent-texts.ts'
import { useSaveRules } from './read-rules.ts'

export function ConsentRequestPanel({ rules, words }: { rules: CampaignRules; words: ConsentText[] }) {
  const texts = useTexts(campaignRulesTexts)
  const { role } = useCurrentWorkspace()
  const put = useSaveRules()
  const { busy, problem, perform } = useAction()
  const save = (changed: CampaignRules) => perform(() => put(changed))
  const asks = rules.ask_when === 'closed'
  return (
    <section className="panel panel-body stack gap-4" aria-label={texts.asking}>
      <h2>{texts.asking}</h2>
      <div className="row gap-3">
        <div className="fill">
          <p>{texts.askWhen}</p>
          <p className="soft">{texts.askHint}</p>
        </div>
        <Switch
          on={asks}
          busy={busy}
          label={texts.askWhen}
          disabled={role !== 'admin'}
          onSwitch={on => void save({ ...rules, ask_when: on ? 'closed' : 'never' })}
        />
      </div>
      <div className="row gap-3">
        <div className="fill">
          <p>{texts.askInChat}</p>
          <p className="soft">{texts.askInChatHint}</p>
        </div>
        <Switch
          on={rules.ask_in_chat}
          busy={busy}
          label={texts.askInChat}
          disabled={role !== 'admin'}
          onSwitch={on => void save({ ...rules, ask_in_chat: on })}
        />
      </div>
      {(asks || rules.ask_in_chat) && !words.some(one => one.purpose === 'promotion') && (
        <Notice tone="warning">{texts.askNoWords}</Notice>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </section>
  )
}
