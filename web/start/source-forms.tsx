import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { UrlField } from '#web/parts/forms/common-fields.tsx'

type FormProps = {
  value: string
  onValue(value: string): void
  send(value: string): Promise<void>
  onCancel(): void
}

export function LinkForm({ value, onValue, send, onCancel }: FormProps) {
  const texts = useTexts(startTexts)
  const form = useForm({
    start: { url: value },
    onChange: change => change.url !== undefined && onValue(change.url),
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

/** Kept in this browser until the bot has them. */
export function PasteForm({ value, onValue, hint, send, onCancel }: FormProps & { hint: string | undefined }) {
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
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      <div className="row">
        <Button look="filled" type="submit" busy={form.busy}>
          {texts.pasteRead}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
