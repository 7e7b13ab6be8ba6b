import { useForm } from '#web/kit/forms/use-form.ts'
import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** Characters: Zalo shows no more beside its form. */
const maxLength = 500

type AskProps = {
  language: string | null
  onAsk(words: string): void
  onClose(): void
}

/** Zalo's own form asks for name, phone and address; the answers are stored with the customer at once. */
export function AskDetails({ language, onAsk, onClose }: AskProps) {
  const texts = useTexts(deliveryTexts)
  const form = useForm({
    start: { words: deliveryTexts(language === 'en' ? 'en' : 'vi').askWords },
    check: ({ words }) => ({ words: words.trim() ? tooLong(words) : texts.askEmpty }),
    async save({ words }) {
      onClose()
      onAsk(words.trim())
    },
    once: true,
  })
  const { error, ...words } = form.field('words')

  function tooLong(typed: string): string | undefined {
    return [...typed.trim()].length > maxLength ? fill(texts.askTooLong, { count: maxLength }) : undefined
  }
  return (
    <FormDialog
      form={form}
      className=""
      title={texts.askTitle}
      cancel={texts.costNo}
      save={texts.askSend}
      look="person"
      onClose={onClose}
    >
      <p className="mb-3">{texts.askText}</p>
      <TextareaField label={texts.askLabel} rows={3} {...words} error={error ?? tooLong(words.value)} />
    </FormDialog>
  )
}
