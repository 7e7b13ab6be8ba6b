import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { type LinkMode, linkModes } from '#shared/contracts/training/training.contract.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { RefreshIntervalField } from './refresh-interval-field.tsx'
import { tabAddress } from '#web/dashboard/training/training-tabs.tsx'

/** Asks for a website's address, what of it to read, and how often. What was typed stays when it is refused. */
export function AddLinkDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const texts = useTexts(trainingTexts)
  const navigate = useNavigate()
  const [url, setUrl] = useState('')
  const [mode, setMode] = useState<LinkMode>('site')
  const [every, setEvery] = useState<number | null>(7)
  const { busy, problem, perform } = useAction()
  const modes: Record<LinkMode, [name: string, text: string]> = {
    page: [texts.modePage, texts.modePageText],
    site: [texts.modeSite, texts.modeSiteText],
    sitemap: [texts.modeSitemap, texts.modeSitemapText],
  }

  async function add(event: FormEvent) {
    event.preventDefault()
    await perform(async () => {
      await call('POST /api/v1/sources/links', { body: { url: url.trim() || ' ', mode, resync_days: every } })
      setUrl('')
      onClose()
      showToast(texts.linkAdded)
      await navigate(tabAddress('links'))
    })
  }

  return (
    <Dialog open={open} title={texts.linkDialogTitle} onClose={onClose}>
      <form className="stack training-form" noValidate onSubmit={event => void add(event)}>
        <Field
          label={texts.linkAddress}
          hint={texts.linkAddressHint}
          error={problem}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          placeholder={texts.linkPlaceholder}
          value={url}
          onValue={setUrl}
          autoFocus
        />
        <fieldset className="training-choices">
          <legend>{texts.linkHow}</legend>
          {linkModes.map(value => (
            <label key={value}>
              <input type="radio" name="mode" value={value} checked={mode === value} onChange={() => setMode(value)} />
              <span>
                <b>{modes[value][0]}</b>
                <span className="soft">{modes[value][1]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <RefreshIntervalField value={every} onChoose={setEvery} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.cancelDialog}</Button>
          <Button look="filled" type="submit" busy={busy} busyText={texts.linkAdding}>
            {texts.linkAdd}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
