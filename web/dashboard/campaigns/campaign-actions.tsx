import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { showError, showErrorToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Campaign, countsOf } from './read-campaigns.ts'

type Props = { campaign: Campaign; onChanged: () => void }

export function CampaignActions({ campaign, onChanged }: Props) {
  const texts = useTexts(campaignScreensTexts)
  const { role } = useCurrentWorkspace()
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const { id, status } = campaign
  const counts = countsOf(campaign)
  async function act(run: () => Promise<unknown>) {
    await perform(async () => {
      await run()
      onChanged()
    })
  }
  const copy = (rest: boolean) =>
    act(async () => {
      const made = await call('POST /api/v1/broadcasts/:id/copy', { params: { id }, body: { rest } })
      void navigate(addresses.campaign.replace(':broadcastId', made.id))
    })
  const change = (what: 'pause' | 'resume') =>
    act(() => call(`POST /api/v1/broadcasts/:id/${what}`, { params: { id } }))
  if (status === 'done' || status === 'cancelled')
    return (
      <div className="campaign-acts">
        {status === 'done' && role === 'admin' && <Retry campaign={campaign} onChanged={onChanged} />}
        {counts.failed + counts.skipped > 0 && (
          <Button busy={busy} onClick={() => void copy(true)}>
            {texts.copyRest}
          </Button>
        )}
        <Button icon="copy" busy={busy} onClick={() => void copy(false)}>
          {texts.copy}
        </Button>
      </div>
    )
  return (
    <div className="campaign-acts">
      {status === 'paused' && role === 'admin' && (
        <Button look="filled" busy={busy} onClick={() => void change('resume')}>
          {texts.resume}
        </Button>
      )}
      {(status === 'running' || status === 'planning') && (
        <Button icon="pause" busy={busy} onClick={() => void change('pause')}>
          {texts.pause}
        </Button>
      )}
      <Button look="danger-quiet" onClick={() => setAsks(true)}>
        {texts.cancel}
      </Button>
      {asks && (
        <ConfirmDialog
          title={texts.cancelTitle}
          keep={texts.goOn}
          act={texts.cancel}
          run={async () => {
            await call('POST /api/v1/broadcasts/:id/cancel', { params: { id } })
            onChanged()
          }}
          onClose={() => setAsks(false)}
        >
          {texts.cancelText}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Asks first if messages may have arrived after all. */
function Retry({ campaign, onChanged }: Props) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const [asks, setAsks] = useState(false)
  const { failed, unsure } = countsOf(campaign)
  const again = async (also: boolean) => {
    await call('POST /api/v1/broadcasts/:id/retry', { params: { id: campaign.id }, body: { unsure: also } })
    onChanged()
  }
  return (
    <>
      {failed > 0 && (
        <Button onClick={() => void again(false).catch(showError)}>
          {fill(texts.retry, { count: numberFormat(language).format(failed) })}
        </Button>
      )}
      {unsure > 0 && (
        <Button onClick={() => setAsks(true)}>
          {fill(texts.retryUnsure, { count: numberFormat(language).format(unsure) })}
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          title={texts.retryTitle}
          keep={texts.keep}
          act={texts.retryAct}
          run={() => again(true)}
          onClose={() => setAsks(false)}
        >
          {texts.retryText}
        </ConfirmDialog>
      )}
    </>
  )
}
