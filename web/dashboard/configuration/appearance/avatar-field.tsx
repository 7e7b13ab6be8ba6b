import { useId, useRef, useState } from 'react'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'

/** Allowed by the bucket 'avatars' (database/migrations/0001-0025/0013-storage.sql). */
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const maxBytes = 2 * 1024 * 1024

type AvatarProps = {
  /** The picture's key in the bucket; null: the lotus. */
  value: string | null
  onValue(value: string | null): void
}

export function AvatarField({ value, onValue }: AvatarProps) {
  const texts = useTexts(configurationTexts)
  const { workspace } = useCurrentWorkspace()
  const picker = useRef<HTMLInputElement>(null)
  const { busy, problem, setProblem, perform } = useAction()
  const [notice, setNotice] = useState('')
  const id = useId()

  async function send(file: File) {
    setNotice('')
    if (!types.includes(file.type) || file.size > maxBytes) return setProblem(texts.avatarWrong)
    await perform(async () => {
      const { putFile } = await import('#web/data/upload.ts')
      const key = `${workspace.id}/${newClientId()}`
      await putFile('avatars', key, file, () => {}, new AbortController().signal)
      onValue(key)
      setNotice(texts.avatarReady)
    })
  }

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
            {notice || texts.avatarHint}
          </p>
        )}
        <div className="row flex-wrap">
          <Button size="sm" busy={busy} busyText={texts.avatarSending} onClick={() => picker.current?.click()}>
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
      <input
        ref={picker}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label={texts.avatarChoose}
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
