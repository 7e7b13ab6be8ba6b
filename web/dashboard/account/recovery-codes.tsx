import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** Shown once, until their owner confirms having stored them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const texts = useTexts(twoStepTexts)
  const form = useForm({
    start: { stored: false },
    check: ({ stored }) => ({ stored: stored ? undefined : texts.storedMissing }),
    save: async () => onDone(),
  })
  const { stored: missing } = form.wrong
  const all = codes.join('\n')

  return (
    <form {...form.props} className="stack gap-4">
      <div className="row flex-wrap justify-between">
        <div>
          <b>{fill(texts.codes, { count: codes.length })}</b>
          <p className="soft text-note">{texts.codesText}</p>
        </div>
        <span className="row">
          <CopyButton
            className="btn-outline"
            text={all}
            copy={texts.copy}
            copied={texts.copied}
            onRefused={() => showErrorToast(texts.copyFailed)}
          />
          <a
            className={buttonClass('outline', 'sm')}
            download={texts.file}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          >
            <Icon name="download" size="sm" />
            {texts.download}
          </a>
        </span>
      </div>
      <ul className="recovery-codes num">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row flex-wrap justify-between">
        <div>
          <label className="row recovery-acts">
            <input
              type="checkbox"
              className="check"
              checked={form.values.stored}
              aria-invalid={missing ? true : undefined}
              aria-describedby={missing && 'codes-stored'}
              onChange={event => form.set({ stored: event.target.checked })}
            />
            {texts.stored}
          </label>
          {missing && (
            <p className="field-error" id="codes-stored" role="alert">
              <span>{missing}</span>
            </p>
          )}
        </div>
        <Button type="submit" look="filled">
          {texts.done}
        </Button>
      </div>
    </form>
  )
}
