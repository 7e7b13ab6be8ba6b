import { useNavigate } from 'react-router'
import { type LinkMode, linkModes } from '#shared/contracts/training/training.contract.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { RefreshIntervalField } from './refresh-interval-field.tsx'
import { tabAddress } from '#web/dashboard/training/training-tabs.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { UrlField } from '#web/parts/forms/common-fields.tsx'

export function AddLinkDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const texts = useTexts(trainingTexts)
  const navigate = useNavigate()
  const form = useForm<{ url: string; mode: LinkMode; every: number | null }>({
    start: { url: '', mode: 'site', every: 7 },
    async save({ url, mode, every }, clear) {
      await call('POST /api/v1/sources/links', { body: { url: url.trim() || ' ', mode, resync_days: every } })
      clear({ url: '' })
      onClose()
      showToast(texts.linkAdded)
      await navigate(tabAddress('links'))
    },
    fieldOf: () => 'url',
  })
  const modes: Record<LinkMode, [name: string, text: string]> = {
    page: [texts.modePage, texts.modePageText],
    site: [texts.modeSite, texts.modeSiteText],
    sitemap: [texts.modeSitemap, texts.modeSitemapText],
  }

  if (!open) return null
  return (
    <FormDialog
      form={form}
      title={texts.linkDialogTitle}
      className="stack training-form"
      cancel={texts.cancelDialog}
      save={texts.linkAdd}
      busyText={texts.linkAdding}
      onClose={onClose}
    >
      <UrlField
        label={texts.linkAddress}
        hint={texts.linkAddressHint}
        placeholder={texts.linkPlaceholder}
        {...form.field('url')}
        autoFocus
      />
      <fieldset className="choices training-choices">
        <legend>{texts.linkHow}</legend>
        {linkModes.map(value => (
          <label key={value}>
            <input
              className="choice-mark"
              type="radio"
              name="mode"
              value={value}
              checked={form.values.mode === value}
              onChange={() => form.set({ mode: value })}
            />
            <span>
              <b>{modes[value][0]}</b>
              <span className="soft">{modes[value][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <RefreshIntervalField {...form.choice('every')} />
    </FormDialog>
  )
}
