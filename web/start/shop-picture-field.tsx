import { useRef } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { ShopAvatar } from './shop-avatar.tsx'

/** Allowed by the bucket 'avatars'. */
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const maxBytes = 2 * 1024 * 1024

export function PictureField(props: { name: string; value: string | null; onValue(value: string | null): void }) {
  const { name, value, onValue } = props
  const texts = useTexts(startTexts)
  const { workspace } = useCurrentWorkspace()
  const picker = useRef<HTMLInputElement>(null)
  const { busy, problem, setProblem, perform } = useAction()

  async function send(file: File) {
    if (!types.includes(file.type) || file.size > maxBytes) return setProblem(texts.pictureWrong)
    await perform(async () => {
      const { putFile } = await import('#web/data/upload.ts')
      const key = `${workspace.id}/${newClientId()}`
      await putFile('avatars', key, file, () => {}, new AbortController().signal)
      onValue(key)
    })
  }

  return (
    <div className="start-picture">
      <ShopAvatar name={name} avatar={value} large />
      <div className="fill">
        <div className="row flex-wrap">
          <Button icon="upload" busy={busy} busyText={texts.pictureSending} onClick={() => picker.current?.click()}>
            {value ? texts.pictureChange : texts.picture}
          </Button>
          {value && !busy && (
            <Button look="quiet" onClick={() => onValue(null)}>
              {texts.pictureRemove}
            </Button>
          )}
        </div>
        {problem ? (
          <p className="field-error" role="alert">
            {problem}
          </p>
        ) : (
          <p className="hint">{texts.pictureHint}</p>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept={types.join(',')}
        aria-label={texts.picture}
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
