import { useId, useState } from 'react'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import { useAvatarUpload } from '#web/parts/workspace/use-avatar-upload.ts'

type AvatarProps = {
  /** The picture's key in the bucket; null: the lotus. */
  value: string | null
  onValue(value: string | null): void
}

export function AvatarField({ value, onValue }: AvatarProps) {
  const texts = useTexts(configurationTexts)
  const [notice, setNotice] = useState('')
  const { busy, problem, setProblem, input, choose } = useAvatarUpload({
    refused: texts.avatarWrong,
    onUploaded(key) {
      onValue(key)
      setNotice(texts.avatarReady)
    },
  })
  const id = useId()

  return (
    <div className="avatar-field" role="group" aria-labelledby={id}>
      <span className="avatar-face" aria-hidden="true">
        {value ? <img src={`/storage/v1/object/public/avatars/${value}`} alt="" /> : <BotIcon size={30} />}
      </span>
      <div className="fill">
        <b id={id}>{texts.avatar}</b>
        {problem ? (
          <p className="field-error" role="alert">
            {problem}
          </p>
        ) : (
          <p className="muted" role="status">
            {(!busy && notice) || texts.avatarHint}
          </p>
        )}
        <div className="row flex-wrap">
          <Button size="sm" busy={busy} busyText={texts.avatarSending} onClick={choose}>
            {value ? texts.avatarChange : texts.avatarChoose}
          </Button>
          {value && !busy && (
            <Button
              look="quiet"
              size="sm"
              onClick={() => {
                setNotice('')
                setProblem(undefined)
                onValue(null)
              }}
            >
              {texts.avatarRemove}
            </Button>
          )}
        </div>
      </div>
      <FilePicker {...input} aria-label={texts.avatarChoose} />
    </div>
  )
}
