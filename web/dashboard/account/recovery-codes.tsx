import { type FormEvent, useState } from 'react'
import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** Shown once, until their owner confirms having stored them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const texts = useTexts(twoStepTexts)
  const [stored, setStored] = useState(false)
  const [reminded, setReminded] = useState(false)
  const all = codes.join('\n')

  function finish(event: FormEvent) {
    event.preventDefault()
    if (stored) onDone()
    else setReminded(true)
  }

  return (
    <form className="stack gap-4" onSubmit={finish} noValidate>
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
              checked={stored}
              aria-invalid={(reminded && !stored) || undefined}
              aria-describedby={reminded && !stored ? 'codes-stored' : undefined}
              onChange={event => setStored(event.target.checked)}
            />
            {texts.stored}
          </label>
          {reminded && !stored && (
            <p className="field-error" id="codes-stored" role="alert">
              <span>{texts.storedMissing}</span>
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
