import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { UrlField } from '#web/parts/forms/common-fields.tsx'

export function LinkForm({ send, onCancel }: { send(url: string): Promise<void>; onCancel(): void }) {
  const texts = useTexts(startTexts)
  const form = useForm({
    start: { url: '' },
    check: ({ url }) => ({ url: url.trim() === '' ? texts.linkMissing : undefined }),
    save: ({ url }) => send(url.trim()),
    fieldOf: () => 'url',
  })

  return (
    <form {...form.props} className="start-given">
      <UrlField label={texts.linkField} {...form.field('url')} autoFocus />
      <div className="row">
        <Button look="filled" type="submit" busy={form.busy}>
          {texts.linkRead}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

type PasteProps = {
  value: string
  onValue(value: string): void
  hint: string | undefined
  busy: boolean
  send(text: string): Promise<void>
  onCancel(): void
}

/** Kept in this browser until the bot has them. */
export function PasteForm({ value, onValue, hint, busy, send, onCancel }: PasteProps) {
  const texts = useTexts(startTexts)
  const form = useForm({
    start: { text: value },
    onChange: change => change.text !== undefined && onValue(change.text),
    check: ({ text }) => ({ text: text.trim() === '' ? texts.pasteMissing : undefined }),
    save: ({ text }) => send(text),
  })

  return (
    <form {...form.props} className="start-given">
      <TextareaField
        label={texts.pasteField}
        rows={8}
        maxLength={200_000}
        hint={hint}
        {...form.field('text')}
        autoFocus
      />
      <div className="row">
        <Button look="filled" type="submit" busy={busy || form.busy}>
          {texts.pasteRead}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
